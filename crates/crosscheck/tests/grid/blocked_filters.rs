//! Blocked filters, plain and split: the two routes without a sum over loads, and the rate in double precision.

use bloomlab_exact::{Enclosures, Rationals, certify_at_most};
use bloomlab_formulas::{
    accuracy,
    blocked::{BlockedLoad, by_coverage, by_inclusion_exclusion, rate},
};
use bloomlab_numbers::Double;

use crate::Set;
use crate::ledger::Ledger;

/// b.
const BLOCKS: [u64; 7] = [1, 2, 7, 64, 1 << 20, 1 << 40, (1 << 50) + 1];
/// B of plain blocks; the words of split blocks have as many bits in all.
const BLOCK_BITS: [u64; 4] = [8, 64, 256, 512];
const HASHES: [u64; 6] = [1, 2, 5, 8, 16, 32];
/// Items in a block, in hundredths.
const LOADS: [u64; 6] = [1, 50, 100, 1000, 3000, 20_000];

/// What the rationals are asked for: more have too many digits.
const MAX_RATIONAL_ITEMS: u64 = 100;

pub fn sets() -> Vec<Set> {
    let mut sets: Vec<Set> = Vec::new();
    for (blocks, block_bits) in BLOCKS.iter().flat_map(|&b| BLOCK_BITS.map(|bits| (b, bits))) {
        for hashes in HASHES {
            for load in LOADS {
                let items = (u128::from(blocks) * u128::from(load) / 100) as u64;
                let plain = BlockedLoad::plain(blocks * block_bits, block_bits, items, hashes);
                let word_bits = block_bits / hashes;
                let split = BlockedLoad::split(blocks * word_bits * hashes, word_bits, items, hashes);
                for load in [plain, split].into_iter().flatten() {
                    sets.push(Box::new(move |ledger: &mut Ledger| check(ledger, load, items, hashes)));
                }
            }
        }
    }
    sets
}

fn check(ledger: &mut Ledger, load: BlockedLoad, items: u64, hashes: u64) {
    let a = Enclosures::new(256);
    let by_coverage_there = by_coverage(&a, load);
    let Ok(truth) = certify_at_most(30, 8192, |a: &Enclosures| by_inclusion_exclusion(a, load)) else { return };
    ledger.certified("blocked, by coverage", &load, &by_coverage_there, &truth.enclosure);
    if items <= MAX_RATIONAL_ITEMS && hashes <= 8 {
        let [one, other] = [by_coverage(&Rationals, load), by_inclusion_exclusion(&Rationals, load)];
        ledger.rational("blocked, by coverage", &load, &one, &other);
    }
    if hashes <= accuracy::BLOCKED_HASHES
        && truth.to_f64() > accuracy::EXACT_LEAST
        && let Ok(value) = rate(&Double, load)
    {
        ledger.claim("formulas: blocked", &load, value, &truth, accuracy::BLOCKED);
    }
}
