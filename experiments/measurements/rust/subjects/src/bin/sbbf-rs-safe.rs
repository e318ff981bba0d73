//! sbbf-rs-safe: split blocks, sized by whole bits an item; these are the least that Parquet's document, to which the library
//! refers for the choice, gives for the target.

use sbbf_rs_safe::Filter;
use subjects::{Shape, library};

/// A rate, and the bits an item that Parquet's document gives for it, rounded up.
const BITS: [(f64, usize); 5] = [(1e-1, 6), (1e-2, 11), (1e-3, 17), (1e-4, 27), (1e-5, 41)];

fn main() {
    library(
        "sbbf-rs-safe",
        |case, _| {
            let bits =
                BITS.iter().find(|(rate, _)| *rate <= case.target * 1.000001).expect("a target of the document").1;
            Filter::new(bits, case.items as usize)
        },
        |filter, item| filter.insert_hash(*item),
        |filter, item| filter.contains_hash(item),
        |_, filter| Shape::of(filter.as_bytes().len() as u64 * 8, 8u64),
    );
}
