//! What the sizing rules of several libraries share.

use std::f64::consts::LN_2;

use bloomlab_formulas::walks::HashingScheme;

use crate::Structure;

/// n |ln p| / ln² 2: what most libraries begin with.
pub(crate) fn textbook_bits(items: u64, target: f64) -> f64 {
    items as f64 * -libm::log(target) / (LN_2 * LN_2)
}

/// (m/n) ln 2.
pub(crate) fn textbook_hashes(bits: u64, items: u64) -> f64 {
    bits as f64 / items as f64 * LN_2
}

pub(crate) fn ceil(x: f64) -> u64 {
    libm::ceil(x) as u64
}

pub(crate) fn nearest(x: f64) -> u64 {
    (libm::round(x) as u64).max(1)
}

/// What most libraries do with these: m rounded and then in whole units, k of this m rounded.
pub(crate) fn textbook(
    scheme: HashingScheme,
    (items, target): (u64, f64),
    (round, unit): (fn(f64) -> u64, u64),
    round_hashes: fn(f64) -> u64,
) -> Structure {
    let bits = round(textbook_bits(items, target)).next_multiple_of(unit);
    positions(scheme, bits, round_hashes(textbook_hashes(bits, items)))
}

pub(crate) fn positions(scheme: HashingScheme, bits: u64, hashes: u64) -> Structure {
    Structure::Positions { scheme, bits, hashes }
}

pub(crate) fn split_block(blocks: u64) -> Structure {
    positions(HashingScheme::SplitBlock(32), 256 * blocks, 8)
}

/// The bits an item in blocks of eight words of w bits at which Σ_j Poisson(8w/c; j) (1 − (1 − 1/w)^j)^8 is the target: the
/// middle of the bracket, halved until it is narrower than the tolerance.
pub(crate) fn split_block_bits_per_item(word: u64, target: f64, bracket: (f64, f64), tolerance: f64) -> f64 {
    let word = word as f64;
    let rate = |per_item: f64| {
        let load = 8.0 * word / per_item;
        let mut weight = libm::exp(-load);
        let mut rate = 0.0;
        for held in 1..500 {
            weight *= load / f64::from(held);
            rate += weight * libm::pow(1.0 - libm::pow(1.0 - 1.0 / word, held.into()), 8.0);
        }
        rate
    };
    let (mut low, mut high) = bracket;
    while high - low > tolerance {
        let middle = (low + high) / 2.0;
        if rate(middle) > target { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}
