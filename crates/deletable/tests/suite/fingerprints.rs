//! Cuckoo and quotient filters: every outcome of tiny ones, and reference values.

use bloomlab_deletable::cuckoo::{self, CuckooLoad};
use bloomlab_deletable::quotient::{self, QuotientLoad};
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

#[test]
fn cuckoo_rates_are_the_enumeration() {
    let all: [(u64, &[u64]); 7] =
        [(4, &[1, 2, 3]), (4, &[0, 3, 3]), (4, &[0, 0]), (2, &[1, 1]), (2, &[0, 1]), (1, &[0, 0, 0]), (8, &[5])];
    for (buckets, pairs) in all {
        let self_paired = pairs.iter().filter(|&&pair| pair == 0).count() as u64;
        for items in 0..=3 {
            let load = CuckooLoad::new(buckets, pairs.len() as u64, self_paired, items).unwrap();
            assert_eq!(cuckoo::rate(&A, load), enumerated(buckets, pairs, items as u32), "{load:?}");
        }
    }
}

/// Every function h of two fingerprints into four buckets, each as likely as any other.
#[test]
fn cuckoo_rates_of_random_pairs_are_the_mean_over_all_functions() {
    for items in 0..=3 {
        let functions = (0..16).map(|code| enumerated(4, &[code % 4, code / 4], items));
        let load = CuckooLoad::new(4, 2, 0, items.into()).unwrap();
        assert_eq!(cuckoo::rate_of_random_pairs(&A, load), A.sum(functions) / A.integer(16), "{items}");
    }
}

#[test]
fn cuckoo_reference_values() {
    let load = |self_paired, items| CuckooLoad::new(4, 3, self_paired, items).unwrap();
    assert_eq!(cuckoo::rate(&A, load(0, 2)), Rational::new(11, 36));
    assert_eq!(cuckoo::rate(&A, load(1, 2)), Rational::new(37, 144));
    assert_eq!(cuckoo::rate(&A, load(0, 3)), Rational::new(91, 216));
    let large = CuckooLoad::new(1024, 255, 0, 3891).unwrap();
    let near = |value: f64, reference: f64| assert!((value / reference - 1.0).abs() < 1e-13, "{value} {reference}");
    near(cuckoo::rate(&Double, large), 0.029_362_788_257_305_552);
    near(cuckoo::rate_of_random_pairs(&Double, large), 0.029_348_557_750_774_43);
    assert!(CuckooLoad::new(3, 3, 0, 1).is_err() && CuckooLoad::new(1, 3, 2, 1).is_err());
    assert!(CuckooLoad::new(4, 0, 0, 1).is_err() && CuckooLoad::new(1 << 40, 1 << 30, 0, 1).is_err());
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
        let rate = quotient::rate(&A, QuotientLoad::new(bits, items).unwrap());
        assert_eq!(rate, A.ratio((0..outcomes).map(distinct).sum(), outcomes * values), "{bits} {items}");
    }
    let rate = quotient::rate(&Double, QuotientLoad::new(20, 10_000).unwrap());
    assert!((rate / 0.009_491_417_149_575_685 - 1.0).abs() < 1e-13, "{rate}");
    assert!(QuotientLoad::new(0, 1).is_err() && QuotientLoad::new(63, 1).is_err());
}
