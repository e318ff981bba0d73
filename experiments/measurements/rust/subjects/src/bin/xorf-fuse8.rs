//! xorf, binary fuse: static, fingerprints of eight bits; its documentation says below 0.4 %.

use subjects::{Shape, engine};
use xorf::{BinaryFuse8, Filter};

fn main() {
    engine(
        "xorf",
        Vec::new(),
        |_, items| BinaryFuse8::try_from(items).expect("a filter"),
        |filter, item| filter.contains(&item),
        |filter| Shape::of(8 * filter.len() as u64, 8u64),
    );
}
