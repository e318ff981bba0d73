//! parquet, as its writer uses it: allocated for more items than come, then folded while its estimate keeps the target.

use parquet::bloom_filter::Sbbf;
use subjects::{Description, Subject};

/// By how much the writer's guess of the number of items is too high.
const SPARE: u64 = 64;

struct Filter(Sbbf, f64);

impl Subject for Filter {
    const LIBRARY: &'static str = "parquet";

    fn new(items: u64, target: f64, _: u64) -> Self {
        Self(Sbbf::new_with_ndv_fpp(SPARE * items, target).expect("a filter"), target)
    }

    fn insert(&mut self, item: u64) -> bool {
        self.0.insert(&item);
        true
    }

    fn finish(&mut self) {
        self.0.fold_to_target_fpp(self.1);
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
