//! parquet, as its writer uses it: allocated for more items than come, then folded while its estimate keeps the target.

use parquet::bloom_filter::Sbbf;
use subjects::{Shape, engine};

/// By how much the writer's guess of the number of items is too high.
const SPARE: u64 = 64;

fn main() {
    engine(
        "parquet",
        Vec::new(),
        |case, items| {
            let mut filter = Sbbf::new_with_ndv_fpp(SPARE * case.items, case.target).expect("a filter");
            items.iter().for_each(|item| filter.insert(item));
            filter.fold_to_target_fpp(case.target);
            filter
        },
        |filter, item| filter.check(&item),
        |filter| Shape::of(filter.num_blocks() as u64 * 256, 8u64).reporting(filter.estimated_fpp()),
    );
}
