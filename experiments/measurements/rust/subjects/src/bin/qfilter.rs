//! qfilter: a quotient filter, its remainder of whole bits, its slots a power of two.

use qfilter::Filter;
use subjects::{Shape, library};

fn main() {
    library(
        "qfilter",
        |case, _| Filter::new(case.items, case.target).expect("a filter"),
        |filter, item| filter.insert(*item).expect("room"),
        |filter, item| filter.contains(item),
        |_, filter| {
            let bits = filter.memory_usage() as u64 * 8;
            Shape::of(bits, filter.fingerprint_size()).reporting(filter.current_error_ratio())
        },
    );
}
