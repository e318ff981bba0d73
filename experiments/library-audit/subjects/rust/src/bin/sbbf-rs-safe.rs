//! sbbf-rs-safe: split blocks, sized by whole bits an item; these are the least that Parquet's document, to which the library
//! refers for the choice, gives for the target.

use sbbf_rs_safe::Filter as Sbbf;
use subjects::{Description, Subject};

/// A rate, and the bits an item that Parquet's document gives for it, rounded up.
const BITS: [(f64, usize); 5] = [(1e-1, 6), (1e-2, 11), (1e-3, 17), (1e-4, 27), (1e-5, 41)];

struct Filter(Sbbf);

impl Subject for Filter {
    const LIBRARY: &'static str = "sbbf-rs-safe";

    fn new(items: u64, target: f64, _: u64) -> Self {
        let (_, bits) = BITS.iter().find(|(rate, _)| *rate <= target * 1.000001).expect("a target of the document");
        Self(Sbbf::new(*bits, items as usize))
    }

    fn insert(&mut self, item: u64) -> bool {
        self.0.insert_hash(item);
        true
    }

    fn contains(&self, item: u64) -> bool {
        self.0.contains_hash(item)
    }

    fn describe(&self) -> Description {
        Description { bits: Some(self.0.as_bytes().len() as u64 * 8), hashes: Some(8), reported: None }
    }
}

fn main() {
    subjects::serve::<Filter>();
}
