//! Random shapes: every order of magnitude of every parameter.

use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;

/// The largest m, so that m and kn stay in their domain.
const MOST_BITS: f64 = 62.0;

/// A whole number from 1 to 2^`most_bits`, each order of magnitude as likely; often one of the smallest.
pub fn size(random: &mut ChaCha8Rng, most_bits: f64) -> u64 {
    if random.random_bool(0.2) { random.random_range(1..=20) } else { log_uniform(random, 0.0, most_bits) as u64 }
}

/// m.
pub fn bits(random: &mut ChaCha8Rng) -> u64 {
    size(random, MOST_BITS)
}

/// k, mostly small, as many hash functions take long in enclosures.
pub fn hashes(random: &mut ChaCha8Rng, most: u64) -> u64 {
    let most = *[most.min(8), most.min(20), most].choose_weighted(random, |&most| 1.0 / (most * most) as f64).unwrap();
    random.random_range(1..=most)
}

/// n for a load kn/m from 2^−10 to 32, or few items, or many.
pub fn items(random: &mut ChaCha8Rng, bits: u64, hashes: u64) -> u64 {
    let most = (1_u64 << 62) / hashes;
    match random.random_range(0..20) {
        0 => random.random_range(0..4),
        1 => log_uniform(random, 0.0, 62.0) as u64 / hashes,
        _ => (bits as f64 / hashes as f64 * log_uniform(random, -10.0, 5.0)) as u64,
    }
    .min(most)
}

/// 2^x, x uniform.
pub fn log_uniform(random: &mut ChaCha8Rng, from: f64, to: f64) -> f64 {
    libm::exp2(random.random_range(from..to))
}
