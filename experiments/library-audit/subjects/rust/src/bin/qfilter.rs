//! qfilter: a quotient filter, its remainder of whole bits, its slots a power of two.

use qfilter::Filter as Quotient;
use subjects::{Description, Subject};

struct Filter(Quotient);

impl Subject for Filter {
    const LIBRARY: &'static str = "qfilter";

    fn new(items: u64, target: f64, _: u64) -> Self {
        Self(Quotient::new(items, target).expect("a filter"))
    }

    fn insert(&mut self, item: u64) -> bool {
        self.0.insert(item).is_ok()
    }

    fn contains(&self, item: u64) -> bool {
        self.0.contains(item)
    }

    fn describe(&self) -> Description {
        let (bits, reported) = (self.0.memory_usage() as u64 * 8, self.0.current_error_ratio());
        Description { bits: Some(bits), hashes: Some(self.0.fingerprint_size().into()), reported: Some(reported) }
    }
}

fn main() {
    subjects::serve::<Filter>();
}
