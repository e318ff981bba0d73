//! Filters whose arithmetic wraps, from two 64-bit words an item, counted at a size where schemes differ most.

use bloomlab_exact::certify;
use bloomlab_formulas::{
    Load,
    counts::Mixture,
    walks::other_walks::wrapping,
    walks::{HashingScheme, SchemeLoad, rate_in_double},
};
use rand::{Rng, SeedableRng, rngs::ChaCha8Rng};

use crate::support::is_likely;

const SEED: u64 = 20_080_914;
/// Each is asked one query, so that their answers are independent of each other under every scheme.
const FILTERS: u64 = 200_000;
/// A position from words h1 and h2, for i.
type Position = fn(u64, u64, u64, u64) -> u64;

/// How many filters report a query.
fn counted(bits: u64, items: u64, hashes: u64, position: Position) -> u64 {
    let mut random = ChaCha8Rng::seed_from_u64(SEED + bits);
    let mut draw = || {
        let (h1, h2) = (random.next_u64(), random.next_u64());
        (0..hashes).fold(0_u128, |set, i| set | 1 << position(h1, h2, i, bits))
    };
    let mut reports = || {
        let filter = (0..items).fold(0, |filter, _| filter | draw());
        draw() & !filter == 0
    };
    (0..FILTERS).filter(|_| reports()).count() as u64
}

/// A 64-bit word wraps, and m = 48 does not divide 2^64; and multiply-high reduction, r = −1: neither is double hashing without overflow.
#[test]
fn simulated_wrapping_filters_have_their_own_rate() {
    let (bits, items, hashes) = (48, 6, 5);
    let rows: [(u64, Position); 2] = [
        ((u64::MAX % bits + 1) % bits, |h1, h2, i, m| h1.wrapping_add(i.wrapping_mul(h2)) % m),
        (bits - 1, |h1, h2, i, m| {
            let word = h1.wrapping_add(i.wrapping_mul(h2));
            ((u128::from(word) * u128::from(m)) >> 64) as u64
        }),
    ];
    for (remainder, position) in rows {
        let found = counted(bits, items, hashes, position);
        let load = Load::new(bits, items, hashes).unwrap();
        let exact = certify(10, |a| wrapping(a, load, remainder).unwrap()).unwrap().to_f64();
        let passes = |rate| is_likely(&Mixture::certain(rate), FILTERS, found);
        assert!(passes(exact), "{found} for {exact}");
        for scheme in [HashingScheme::Double, HashingScheme::Independent] {
            let other = rate_in_double(SchemeLoad::new(scheme, bits, items, hashes).unwrap()).unwrap();
            assert!(!passes(other), "{found} for {other}");
        }
    }
}
