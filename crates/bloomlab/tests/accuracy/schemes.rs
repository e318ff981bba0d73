//! Positions made of two hashes, and positions in blocks.

use bloomlab::{Error, Filter, HashingScheme};
use bloomlab_formulas::{
    accuracy,
    blocked::{self, BlockedLoad},
    inclusion_exclusion,
    walks::{ExactRate, SchemeLoad},
};
use bloomlab_numbers::Double;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;

use crate::random;
use crate::worst::{Ledger, certified};

/// The schemes whose rate is a sum of its own.
const SUMMED: [HashingScheme; 8] = [
    HashingScheme::Double,
    HashingScheme::DoubleNonzero,
    HashingScheme::DoubleOdd,
    HashingScheme::DoubleUnit,
    HashingScheme::Enhanced,
    HashingScheme::Triple,
    HashingScheme::KmPartition,
    HashingScheme::Partitioned,
];
/// The most steps of one exact sum.
const STEPS: f64 = 5e4;

pub fn check(ledger: &mut Ledger, random: &mut ChaCha8Rng) {
    let scheme = *SUMMED.choose(random).unwrap();
    let hashes = if random.random_bool(0.05) { random.random_range(11..=12) } else { random.random_range(1..=10) };
    let bits = match scheme {
        HashingScheme::Triple => random::size(random, 6.0),
        HashingScheme::Enhanced => random::size(random, 10.0),
        _ => random::bits(random),
    };
    let bits = match scheme {
        HashingScheme::KmPartition => bits.div_ceil(hashes) * hashes,
        HashingScheme::DoubleOdd => bits + bits % 2,
        _ => bits,
    };
    let items = random::items(random, bits, hashes);
    let Ok(load) = SchemeLoad::new(scheme, bits, items, hashes) else { return };
    if ExactRate::steps(load) > STEPS {
        return;
    }
    let (Ok(exact), Ok(value)) = (ExactRate::new(load), rate(scheme, bits, items, hashes)) else {
        return;
    };
    let Some(truth) = certified(|a| exact.rate(a)) else { return };
    let (claim, bound) = if hashes <= 10 {
        ("bloomlab::scheme_rate, k ≤ 10", 1e-12)
    } else {
        ("bloomlab::scheme_rate, k ≤ 12", 1e-7)
    };
    ledger.compare(claim, load, value, &truth, bound);
}

fn rate(scheme: HashingScheme, bits: u64, items: u64, hashes: u64) -> Result<f64, Error> {
    Filter::new(bits, hashes)?.under(scheme)?.holding(items)?.rate()
}

pub fn check_blocked(ledger: &mut Ledger, random: &mut ChaCha8Rng) {
    let hashes = random::hashes(random, accuracy::BLOCKED_HASHES);
    let blocks = random::size(random, 50.0);
    let is_split = random.random_bool(0.5);
    let word_bits = random.random_range(1..=if is_split { 64 } else { 512 });
    let of_block = if is_split { word_bits * hashes } else { word_bits };
    let items = random::items(random, blocks * of_block, hashes);
    let bits = blocks * of_block;
    let load = match is_split {
        true => BlockedLoad::split(bits, word_bits, items, hashes),
        false => BlockedLoad::plain(bits, word_bits, items, hashes),
    };
    let Ok(load) = load else { return };
    let Some(truth) = certified(|a| inclusion_exclusion::rate(a, load)) else { return };
    if truth.to_f64() > accuracy::EXACT_LEAST {
        let claim = if is_split { "split blocks" } else { "blocked" };
        ledger.compare(claim, load, blocked::rate(&Double, load).unwrap(), &truth, accuracy::BLOCKED);
    }
}
