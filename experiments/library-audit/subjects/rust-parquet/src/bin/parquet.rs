//! parquet: split blocks, XXH64, the next power of two of bytes.

use parquet::bloom_filter::Sbbf;
use subjects::{Description, Subject};

struct Filter(Sbbf);

impl Subject for Filter {
    const LIBRARY: &'static str = "parquet";

    fn new(items: u64, target: f64, _: u64) -> Self {
        Self(Sbbf::new_with_ndv_fpp(items, target).expect("a filter"))
    }

    fn insert(&mut self, item: u64) -> bool {
        self.0.insert(&item);
        true
    }

    fn contains(&self, item: u64) -> bool {
        self.0.check(&item)
    }

    fn describe(&self) -> Description {
        let bits = self.0.num_blocks() as u64 * 256;
        Description { bits: Some(bits), hashes: Some(8), reported: Some(self.0.estimated_fpp()) }
    }
}

fn main() {
    subjects::serve::<Filter>();
}
