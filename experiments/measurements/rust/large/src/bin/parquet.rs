//! parquet: split blocks, XXH64, the next power of two of bytes.

use parquet::bloom_filter::Sbbf;
use subjects::{Shape, library};

fn main() {
    library(
        "parquet",
        |case, _| Sbbf::new_with_ndv_fpp(case.items, case.target).expect("a filter"),
        |filter, item| filter.insert(item),
        |filter, item| filter.check(&item),
        |_, filter| Shape::of(filter.num_blocks() as u64 * 256, 8u64).reporting(filter.estimated_fpp()),
    );
}
