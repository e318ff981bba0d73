//! parquet: split blocks, XXH64, the next power of two of bytes; with an argument as its writer uses it: allocated for more items than
//! come, then folded while its estimate keeps the target.

use parquet::bloom_filter::Sbbf;
use subjects::{Shape, engine};

fn main() {
    // by how much the writer's guess of the number of items is too high
    let spare = if std::env::args().len() > 1 { 64 } else { 1 };
    engine(
        "parquet",
        Vec::new(),
        |case, items| {
            let mut filter = Sbbf::new_with_ndv_fpp(spare * case.items, case.target).expect("a filter");
            items.iter().for_each(|item| filter.insert(item));
            if spare > 1 {
                filter.fold_to_target_fpp(case.target);
            }
            filter
        },
        |filter, item| filter.check(&item),
        |filter| Shape::of(filter.num_blocks() as u64 * 256, 8u64).reporting(filter.estimated_fpp()),
    );
}
