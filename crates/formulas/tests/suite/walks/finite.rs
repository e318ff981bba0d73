//! One finite hash: random tables of positions enumerated in full.

use bloomlab_exact::{Enclosures, Rational, Rationals, certify};
use bloomlab_formulas::walks::{ExactRate, HashingScheme, SchemeLoad, finite_hash};
use bloomlab_numbers::{Arithmetic, Number};

use super::enumeration::outcomes;
use crate::support::tuples;

fn rate(bits: u64, items: u64, hashes: u64) -> ExactRate {
    ExactRate::new(SchemeLoad::new(HashingScheme::Double, bits, items, hashes).unwrap()).unwrap()
}

/// The share of false positives over all tables of a walk for each of B values, all values of n items and of the query.
fn enumerated(values: u64, bits: u64, items: u64, hashes: u64) -> Rational {
    let walks = outcomes(HashingScheme::Double, bits, hashes);
    let draws: Vec<Vec<u64>> = tuples(&vec![values; items as usize + 1]).collect();
    let (mut false_positives, mut all) = (0, 0);
    for table in tuples(&vec![walks.len() as u64; values as usize]) {
        for draw in &draws {
            let bits = |value: &u64| walks[table[*value as usize] as usize];
            let set = draw[1..].iter().fold(0, |set, value| set | bits(value));
            false_positives += u64::from(bits(&draw[0]) & !set == 0);
            all += 1;
        }
    }
    Rational::new(false_positives, all)
}

#[test]
fn random_tables_enumerated() {
    for (values, bits, items, hashes) in
        [(2, 2, 2, 2), (3, 2, 2, 2), (2, 3, 3, 2), (3, 2, 3, 3), (2, 4, 2, 3), (4, 2, 1, 2), (2, 2, 4, 3)]
    {
        let found = finite_hash::with_values(&Rationals, &rate(bits, items, hashes), values).unwrap();
        assert_eq!(found, enumerated(values, bits, items, hashes), "{values} {bits} {items} {hashes}");
        // a mutant that forgets that items collide, too, has a higher rate
        let p = rate(bits, items, hashes).rate(&Rationals);
        let hit = Rationals.some_hit(1, values, items);
        let mutant = hit.clone() + (Rationals.one() - hit) * p;
        assert!(items == 1 || mutant > found);
    }
    let found = finite_hash::with_values(&Rationals, &rate(2, 3, 3), 3).unwrap();
    assert_eq!(found, Rational::new(137, 144));
}

#[test]
fn the_bracket_contains_the_sum() {
    for (bits, items, hashes, hash_bits) in [
        (64, 6, 7, 4),
        (64, 6, 7, 8),
        (128, 10, 5, 16),
        (1024, 100, 7, 20),
        (60, 1, 3, 1),
        (60, 0, 3, 1),
        (60, 9, 3, 1),
    ] {
        let rate = rate(bits, items, hashes);
        let sum = certify(20, |a| finite_hash::by_distinct_values(a, &rate, hash_bits).unwrap()).unwrap();
        let a = Enclosures::new(200);
        let bracket = finite_hash::bracket(&a, &rate, hash_bits).unwrap();
        let error = sum.enclosure - bracket.value.clone();
        assert!(error.to_f64().abs() <= bracket.error_bound.to_f64() * (1.0 + 1e-12) + 1e-20, "{bits} {hash_bits}");
        assert!(bracket.error_bound.to_f64() <= bracket.value.to_f64());
    }
    let refused = finite_hash::by_distinct_values(&Rationals, &rate(64, 6, 7), 63).unwrap_err().to_string();
    assert_eq!(refused, "hash-bits = 63 is out of domain: needs 1 ≤ hash-bits ≤ 62");
}

/// Every value of a long hash is likely to be its own: the rate tends to that of the scheme, by n/B and little else.
#[test]
fn a_long_hash_adds_one_chance_an_item() {
    let (items, a) = (1_000_000, Enclosures::new(200));
    let filter = rate(10_000_019, items, 7);
    let p = filter.rate(&a).to_f64();
    let with = |hash_bits| finite_hash::bracket(&a, &filter, hash_bits).unwrap().value.to_f64();
    assert!(((with(32) - p) / 2.3283e-4 - 1.0).abs() < 0.03, "{}", with(32) - p);
    assert!(((with(64) - p) / 5.42e-14 - 1.0).abs() < 0.03, "{}", with(64) - p);
}

/// From hashes of a few values, which all occur, to hashes of which hardly two are alike.
#[test]
fn the_sum_lies_around_the_mean() {
    let schemes = [
        HashingScheme::Independent,
        HashingScheme::Double,
        HashingScheme::Partitioned,
        HashingScheme::Blocked(32),
        HashingScheme::SplitBlock(8),
    ];
    let mut narrower = 0;
    for (scheme, hash_bits) in schemes.into_iter().flat_map(|scheme| [1, 3, 6, 8, 10, 14, 24].map(|b| (scheme, b))) {
        for (bits, items, hashes) in [(64, 2, 4), (64, 30, 2), (128, 120, 1), (512, 150, 4), (4096, 160, 8)] {
            let rate = ExactRate::new(SchemeLoad::new(scheme, bits, items, hashes).unwrap()).unwrap();
            let sum = certify(60, |a| finite_hash::by_distinct_values(a, &rate, hash_bits).unwrap()).unwrap();
            let a = Enclosures::new(300);
            let near = finite_hash::around_mean(&a, &rate, 1 << hash_bits).unwrap();
            let error = (sum.enclosure.clone() - near.value).to_f64().abs();
            assert!(
                // both are known to 60 digits and no further
                error <= near.error_bound.to_f64() + 1e-60,
                "{scheme:?} {bits} {items} {hashes} {hash_bits}: {error}"
            );
            let bracket = finite_hash::bracket(&a, &rate, hash_bits).unwrap().error_bound.to_f64();
            let bounded = finite_hash::bounded(&a, &rate, hash_bits).unwrap().error_bound.to_f64();
            assert!(bounded == bracket.min(near.error_bound.to_f64()));
            narrower += u32::from(bounded < bracket);
            let double = finite_hash::finite_rate_in_double(rate.load(), hash_bits).unwrap();
            // where the sum is too long for doubles, they take the line near the mean as well
            let off = if finite_hash::is_summed(&rate, hash_bits) { 0.0 } else { near.error_bound.to_f64() };
            assert!(
                (double - sum.to_f64()).abs() < 1e-12 * sum.to_f64() + off,
                "{scheme:?} {bits} {items} {hashes} {hash_bits}: {double}"
            );
        }
    }
    assert!(narrower > 50, "{narrower}");
    assert!(finite_hash::around_mean(&Rationals, &rate(64, 1, 7), 16).is_err());
}

/// 187 million items under a hash of 32 bits: eight digits, where the bracket has one.
#[test]
fn many_items_are_settled_by_their_mean() {
    let load = SchemeLoad::new(HashingScheme::Independent, 811_906_331, 187_018_346, 3).unwrap();
    let rate = ExactRate::new(load).unwrap();
    let within = finite_hash::bounded(&Enclosures::new(300), &rate, 32).unwrap();
    assert!(within.error_bound.to_f64() < 2e-9 * within.value.to_f64());
    let double = finite_hash::finite_rate_in_double(load, 32).unwrap();
    assert!((double - within.value.to_f64()).abs() < 1e-8 * double);
    // a hit, or the classic formula at the mean number of distinct values
    assert!((within.value.to_f64() - 0.156_253).abs() < 1e-6, "{}", within.value.to_f64());
}
