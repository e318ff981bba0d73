//! cuckoofilter: buckets of four fingerprints of eight bits; it takes no target, its documentation says below 3 %.

use std::hash::DefaultHasher;

use cuckoofilter::CuckooFilter;
use subjects::{Description, Subject};

struct Filter(CuckooFilter<DefaultHasher>, u64);

impl Subject for Filter {
    const LIBRARY: &'static str = "cuckoofilter";

    fn new(items: u64, _: f64, _: u64) -> Self {
        let slots = (items as usize).next_power_of_two().max(4) as u64;
        Self(CuckooFilter::with_capacity(items as usize), slots)
    }

    fn insert(&mut self, item: u64) -> bool {
        self.0.add(&item).is_ok()
    }

    fn contains(&self, item: u64) -> bool {
        self.0.contains(&item)
    }

    fn describe(&self) -> Description {
        Description { bits: Some(8 * self.1), hashes: Some(8), reported: None }
    }
}

fn main() {
    subjects::serve::<Filter>();
}
