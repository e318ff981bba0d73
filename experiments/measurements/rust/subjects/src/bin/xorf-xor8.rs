//! xorf, xor: static, fingerprints of eight bits; its documentation says below 0.4 %.

use subjects::{Shape, engine};
use xorf::{Filter, Xor8};

fn main() {
    engine(
        "xorf",
        Vec::new(),
        |_, items| Xor8::from(items),
        |filter, item| filter.contains(&item),
        |filter| Shape::of(8 * filter.len() as u64, 8u64),
    );
}
