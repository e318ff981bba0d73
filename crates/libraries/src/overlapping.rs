//! Boost.Bloom's `filter<T, 1, block<uint64_t, K>, 1>`: words of 64 bits that begin at every byte, sized by an estimate that is too low.

use bloomlab_formulas::walks::HashingScheme;

use crate::Structure;
use crate::rules::positions;

const WORD: u64 = 64;
const STRIDE: u64 = 8;

/// The most K: the lowest rate that the engine takes needs 10.
const MAX_HASHES: u64 = 12;

/// `fpr_for_c`, next to the rate of one array: Σ_i Poisson(w/c; i) (1 − (1 − 1/w)^(Ki))^K, a block of w = 2b − s bits for the word and all
/// that overlap it.
fn believed(per_item: f64, hashes: u64) -> f64 {
    let (window, k) = ((2 * WORD - STRIDE) as f64, hashes as f64);
    let mean = window / per_item;
    let (mut weight, mut rate) = (libm::exp(-mean), 0.0);
    for held in 1..1000 {
        weight *= mean / f64::from(held);
        rate += weight * libm::pow(1.0 - libm::pow(1.0 - 1.0 / window, k * f64::from(held)), k);
    }
    rate.max(libm::pow(-libm::expm1(-k / per_item), k))
}

/// The bits an item that the estimate takes for enough, by bisection.
fn per_item(target: f64, hashes: u64) -> f64 {
    let least = hashes as f64 / -libm::log1p(-libm::pow(target, 1.0 / hashes as f64));
    let (mut low, mut high) = (least / 1.5, 1000.0 * least);
    for _ in 0..80 {
        let middle = (low + high) / 2.0;
        if believed(middle, hashes) > target { low = middle } else { high = middle }
    }
    high
}

/// K, which the user chooses, with the fewest bits; ⌈(cn − (b − s))/s⌉ words, and the b − s bits beyond the last.
pub(crate) fn boost_bloom(items: u64, target: f64) -> Structure {
    let choices = (1..=MAX_HASHES).map(|hashes| (per_item(target, hashes), hashes));
    let (each, hashes) = choices.min_by(|one, other| one.0.total_cmp(&other.0)).unwrap_or((1.0, 1));
    let starts = ((each * items as f64) as u64).saturating_sub(WORD - STRIDE).div_ceil(STRIDE).max(1);
    positions(HashingScheme::Overlapping { word: WORD, stride: STRIDE }, starts * STRIDE + WORD - STRIDE, hashes)
}
