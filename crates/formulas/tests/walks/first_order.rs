//! The first-order approximation of one filter after another.

use bloomlab_formulas::{
    walks::first_order::{self, FirstOrder},
    walks::{HashingScheme, SchemeLoad},
};

#[test]
fn one_tally_serves_all_numbers_of_bits_with_the_same_small_factors() {
    let primes = |from: u64| (from..).filter(|&bits: &u64| (2..=bits.isqrt()).all(|d| !bits.is_multiple_of(d)));
    let schemes =
        [HashingScheme::Double, HashingScheme::DoubleNonzero, HashingScheme::DoubleOdd, HashingScheme::DoubleUnit];
    for (scheme, hashes) in schemes.into_iter().flat_map(|scheme| [2, 5, 8, 13].map(|hashes| (scheme, hashes))) {
        let found = FirstOrder::default();
        let rough = (1..40).map(|i| (1 << 20) + 34_650 * i);
        let odd_multiples = primes(1 << 16).take(3).flat_map(|prime| [2, 8, 16, 32, 96, 720].map(|by| by * prime));
        let powers = (20..60).map(|log2| 1 << log2);
        for bits in primes(1 << 20).take(5).chain(odd_multiples).chain(powers).chain(rough) {
            let Ok(load) = SchemeLoad::new(scheme, bits, bits / 12, hashes) else { continue };
            assert_eq!(found.rate(load), first_order::rate(load), "{load:?}");
        }
    }
}
