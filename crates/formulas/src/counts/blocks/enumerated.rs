//! Tiny blocked filters: every distribution of the items over the blocks, and every sum of what the blocks report.

use std::collections::BTreeMap;

use crate::blocked::{BlockedLoad, Part};
use crate::counts::binomial;
use crate::counts::set_bits::push;

/// The most terms that are added up.
const MOST_TERMS: usize = 1_000_000;

/// Weights and rates; `None` where there are too many.
///
/// A block reports a whole number of the (w^r)^parts choices of a query in it, so that equal rates have equal keys.
pub(super) fn rates(load: BlockedLoad) -> Option<Vec<(f64, f64)>> {
    let Part { bits, power, parts, .. } = load.part();
    let exponent = u32::try_from(power.checked_mul(parts)?).ok()?;
    let whole = u128::from(bits).checked_pow(exponent)?;
    let all = whole.checked_mul(u128::from(load.blocks()))?;
    let (items, blocks) = (load.items(), load.blocks());
    if items > 64 || blocks > 64 || u64::from(exponent) * bits > 10_000 {
        return None;
    }
    let of_loads: Option<Vec<_>> = (0..=items).map(|items| of_one_block(load.part(), items)).collect();
    let of_loads = of_loads?;
    let mut terms = 0;
    // the items left, and the sum so far
    let mut states = BTreeMap::from([((items, 0_u128), 1.0)]);
    for block in 0..blocks {
        let mut next = BTreeMap::new();
        for ((left, sum), weight) in states {
            // the last block takes what is left
            let least = if block + 1 == blocks { left } else { 0 };
            for held in least..=left {
                let share = binomial::probability(left, held, 1.0 / (blocks - block) as f64);
                let of_load = &of_loads[held as usize];
                terms += of_load.len();
                if terms > MOST_TERMS {
                    return None;
                }
                for (reported, probability) in of_load {
                    *next.entry((left - held, sum + reported)).or_insert(0.0) += weight * share * probability;
                }
            }
        }
        states = next;
    }
    Some(states.into_iter().map(|((_, sum), weight)| (weight, sum as f64 / all as f64)).collect())
}

/// How many choices of a query a block with `items` items reports, with the probabilities; `None` where there are too many.
fn of_one_block(part: Part, items: u64) -> Option<BTreeMap<u128, f64>> {
    let mut masses = vec![1.0];
    for _ in 0..items * part.balls {
        push(part.bits, 0, 0, &mut masses);
        masses.truncate(part.bits as usize + 1);
    }
    let mut reported = BTreeMap::from([(1_u128, 1.0)]);
    for _ in 0..part.parts {
        let mut next = BTreeMap::new();
        for (product, weight) in reported {
            for (set, mass) in (0_u128..).zip(&masses).filter(|(_, mass)| **mass > 0.0) {
                *next.entry(product * set.pow(part.power as u32)).or_insert(0.0) += weight * mass;
            }
        }
        if next.len() > MOST_TERMS / 100 {
            return None;
        }
        reported = next;
    }
    Some(reported)
}
