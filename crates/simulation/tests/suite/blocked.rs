//! Simulated blocked filters: against every outcome of tiny ones.

use bloomlab_filters::BlockLayout;
use bloomlab_simulation::{BlockedPoint, simulate_blocked};

use crate::{epochs, estimate};

/// Two blocks of four bits, k = 2, three items: the rate by enumeration of all hash outcomes of items and query over plain
/// integers. A split block is two words of two bits.
fn enumerated(split: bool) -> f64 {
    let each: u32 = if split { 8 } else { 32 };
    let bits = |outcome: u32| {
        let (block, a, b) = match split {
            true => (outcome % 2, outcome / 2 % 2, 2 + outcome / 4),
            false => (outcome % 2, outcome / 2 % 4, outcome / 8),
        };
        (1 << (4 * block + a)) | (1 << (4 * block + b))
    };
    let mut found = 0;
    for items in 0..each.pow(3) {
        let set = bits(items % each) | bits(items / each % each) | bits(items / each / each);
        found += (0..each).filter(|&query| bits(query) & !set == 0).count();
    }
    found as f64 / f64::from(each.pow(4))
}

/// 20,000 trials of each, α = 1e-6, seed 1.
#[test]
fn tiny_filters_have_the_rate_of_all_outcomes() {
    let layouts = [(BlockLayout::Plain { block_bits: 4 }, false), (BlockLayout::Split { word_bits: 2 }, true)];
    for (layout, split) in layouts {
        let point = BlockedPoint { bits: 8, layout, hashes: 2, items: 3, queries: 0 };
        let rate =
            estimate(&epochs(("blocked", 1), point, 20_000, simulate_blocked), |trial| trial.false_positive_rate);
        assert!(rate.contains(enumerated(split)), "{layout:?}: {rate:?} for {}", enumerated(split));
    }
}
