//! Cuckoo and quotient filters: every outcome of tiny ones, and reference values.

use bloomlab_deletable::{cuckoo, quotient};
use bloomlab_exact::{Rational, Rationals};
use bloomlab_numbers::{Arithmetic, Double};

const A: Rationals = Rationals;

/// Every outcome of n items and a query, each a fingerprint v in buckets i and i ⊕ `pairs[v]`: positive iff a stored item has both.
fn enumerated(buckets: u64, pairs: &[u64], items: u32) -> Rational {
    let each = buckets * pairs.len() as u64;
    let meet = |one: u64, other: u64| {
        let (fingerprint, apart) = (one / buckets, (one % buckets) ^ (other % buckets));
        fingerprint == other / buckets && (apart == 0 || apart == pairs[fingerprint as usize])
    };
    let is_found = |code: u64, query: u64| (0..items).any(|item| meet(code / each.pow(item) % each, query));
    let found = |code: u64| (0..each).filter(|&query| is_found(code, query)).count() as u64;
    A.ratio((0..each.pow(items)).map(found).sum(), each.pow(items + 1))
}

/// Every function h of the fingerprints into the buckets, each as likely as any other.
#[test]
fn cuckoo_rates_are_the_mean_over_all_functions() {
    for (buckets, fingerprints, most) in [(4_u64, 2_u32, 3), (2, 3, 3), (1, 3, 3), (8, 1, 3), (4, 3, 2)] {
        for items in 0..=most {
            let digits = |code: u64| (0..fingerprints).map(move |i| code / buckets.pow(i) % buckets);
            let all = buckets.pow(fingerprints);
            let functions = (0..all).map(|code| enumerated(buckets, &digits(code).collect::<Vec<_>>(), items));
            let rate = cuckoo::rate(&A, buckets, fingerprints.into(), items.into()).unwrap();
            assert_eq!(rate, A.sum(functions) / A.integer(all), "{buckets} {fingerprints} {items}");
        }
    }
}

#[test]
fn cuckoo_reference_values() {
    let rate = |buckets, fingerprints, items| cuckoo::rate(&Double, buckets, fingerprints, items);
    let large = rate(1024, 255, 3891).unwrap();
    assert!((large / 0.029_348_557_750_774_43 - 1.0).abs() < 1e-13, "{large}");
    assert!(rate(3, 3, 1).is_err() && rate(4, 0, 1).is_err() && rate(1 << 40, 1 << 30, 1).is_err());
}

#[test]
fn quotient_rates_are_the_enumeration_of_sets() {
    for (bits, items) in [(1, 1), (2, 2), (3, 3), (2, 4)] {
        let (values, outcomes) = (1_u64 << bits, (1_u64 << bits).pow(items as u32));
        let distinct = |mut code: u64| {
            let set = (0..items).fold(0_u64, |set, _| {
                let next = set | 1 << (code % values);
                code /= values;
                next
            });
            u64::from(set.count_ones())
        };
        let rate = quotient::rate(&A, bits, items).unwrap();
        assert_eq!(rate, A.ratio((0..outcomes).map(distinct).sum(), outcomes * values), "{bits} {items}");
    }
    let rate = quotient::rate(&Double, 20, 10_000).unwrap();
    assert!((rate / 0.009_491_417_149_575_685 - 1.0).abs() < 1e-13, "{rate}");
    assert!(quotient::rate(&A, 0, 1).is_err() && quotient::rate(&A, 63, 1).is_err());
}
