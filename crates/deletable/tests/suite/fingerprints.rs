//! Cuckoo and quotient filters: enumeration through real tables, reference values, tables filled to failure.

use bloomlab_deletable::cuckoo::{self, CuckooLoad};
use bloomlab_deletable::quotient::{self, QuotientLoad};
use bloomlab_exact::{Rational, Rationals};
use bloomlab_filters::{CuckooFilter, Source};
use bloomlab_numbers::{Arithmetic, Double};

const A: Rationals = Rationals;

fn table(buckets: u64, slots: u64, fingerprints: u64, seed: u64) -> CuckooFilter {
    CuckooFilter::new(buckets, slots, fingerprints, Source::Ideal, seed).unwrap()
}

/// Every outcome of n items and a query sent through the structure.
fn enumerated(buckets: u64, fingerprints: u64, items: u32, seed: u64) -> Rational {
    let each = buckets * fingerprints;
    let place = |code: u64| (code % buckets, 1 + code / buckets);
    // enough for all of them in one bucket
    let slots = u64::from(items.max(1));
    let mut found = 0;
    for code in 0..each.pow(items) {
        let mut filter = table(buckets, slots, fingerprints, seed);
        for i in 0..items {
            let (bucket, fingerprint) = place(code / each.pow(i) % each);
            filter.insert_at(bucket, fingerprint).unwrap();
        }
        found += (0..each).map(place).filter(|&(bucket, print)| filter.contains_at(bucket, print)).count() as u64;
    }
    A.ratio(found, each.pow(items + 1))
}

#[test]
fn cuckoo_rates_are_the_enumeration_through_the_table() {
    let mut shares = std::collections::BTreeSet::new();
    for seed in 0..12 {
        for (buckets, fingerprints, items) in [(4, 3, 0), (4, 3, 1), (4, 3, 2), (2, 2, 3), (1, 3, 2), (8, 1, 2)] {
            let self_paired = table(buckets, 2, fingerprints, seed).self_paired();
            let load = CuckooLoad::new(buckets, fingerprints, self_paired, items).unwrap();
            let brute = enumerated(buckets, fingerprints, items as u32, seed);
            assert_eq!(cuckoo::rate(&A, load), brute, "{load:?} {seed}");
            shares.insert((buckets, self_paired));
        }
    }
    assert!(shares.contains(&(4, 0)) && shares.contains(&(4, 1)), "{shares:?}");
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
    assert_eq!(cuckoo::survivor_lost(&A, load(0, 9), 2), Rational::new(11, 36));
    assert!(CuckooLoad::new(3, 3, 0, 1).is_err() && CuckooLoad::new(1, 3, 2, 1).is_err());
    assert!(CuckooLoad::new(4, 0, 0, 1).is_err() && CuckooLoad::new(1 << 40, 1 << 30, 0, 1).is_err());
}

/// Filled to the first failure, b = 4: the load is the stated one, the rate the formula's for the items stored, within 5
/// standard deviations of 200,000 absent items (plus the spread of the filter's own), seeds 1 … 8.
#[test]
fn a_table_filled_to_failure_has_the_rate_of_its_items() {
    let absent = 200_000_u64;
    let mut found = 0_u64;
    let mut expected = 0.0;
    let mut loads = Vec::new();
    for seed in 1..=8 {
        let mut filter = table(1 << 12, 4, 255, seed);
        let mut number = 0_u64;
        while filter.insert(&number.to_le_bytes()).is_ok() {
            number += 1;
        }
        assert_eq!(filter.len(), number);
        assert!((0..number).all(|item| filter.contains(&item.to_le_bytes())), "a failed insertion lost an item");
        loads.push(filter.load());
        let load = CuckooLoad::new(1 << 12, 255, filter.self_paired(), number).unwrap();
        expected += absent as f64 * cuckoo::rate(&Double, load);
        let asked = (0..absent).map(|i| (u64::MAX - i).to_le_bytes());
        found += asked.filter(|other| filter.contains(other)).count() as u64;
    }
    assert!(loads.iter().all(|load| (0.94..0.985).contains(load)), "{loads:?}");
    // the occupied pairs of a filter vary far less than the queries
    assert!((found as f64 - expected).abs() < 5.0 * (1.2 * expected).sqrt(), "{found} {expected}");
}

/// Load at the first failure, f = 12 and 4096 buckets, mean of 8, as stated to a hundredth.
#[test]
fn loads_at_the_first_failure() {
    for (slots, stated) in [(1, 0.524), (2, 0.884), (4, 0.969), (8, 0.991)] {
        let load = |seed| {
            let mut filter = table(1 << 12, slots, (1 << 12) - 1, seed);
            (0_u64..).find(|number| filter.insert(&number.to_le_bytes()).is_err());
            filter.load()
        };
        let mean = (1..=8).map(load).sum::<f64>() / 8.0;
        assert!((mean - stated).abs() < 0.02, "{slots}: {mean} {stated}");
    }
}

#[test]
fn deletions_keep_what_stays_and_copies_are_counted() {
    let mut filter = table(64, 4, 255, 9);
    let items: Vec<[u8; 8]> = (0_u64..200).map(u64::to_le_bytes).collect();
    items.iter().for_each(|item| filter.insert(item).unwrap());
    assert!(items[..100].iter().all(|item| filter.remove(item)));
    assert!(items[100..].iter().all(|item| filter.contains(item)) && filter.len() == 100);
    // a pair of buckets holds 2b copies and no more
    let mut filter = table(64, 2, 255, 1);
    let copies = (0..10).take_while(|_| filter.insert(&items[0]).is_ok()).count();
    assert!(copies == 4 || copies == 2 && filter.len() == 2, "{copies}");
    assert!((0..copies).all(|_| filter.remove(&items[0])) && !filter.remove(&items[0]) && filter.is_empty());
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

/// The crate qfilter keeps the set: rate and lost survivors, given the fingerprints drawn. q + r = 16, n = 3000, 65,536
/// queries enumerate every fingerprint, so the found share is exactly that of the distinct ones; its mean over 40 filters
/// is within 5 standard errors of the model (seeds 1 … 40).
#[test]
fn a_quotient_filter_of_another_author_is_the_set_of_its_fingerprints() {
    let (bits, items, deleted) = (16_u8, 3000_u64, 1000_usize);
    let print = |seed: u64, number: u64| spread(seed << 32 | number) >> 48;
    let (mut rates, mut losses) = (Vec::new(), Vec::new());
    for seed in 1..=40 {
        let prints: Vec<u64> = (0..items).map(|number| print(seed, number)).collect();
        let mut copies = qfilter::Filter::with_fingerprint_size(items, bits).unwrap();
        let mut once = qfilter::Filter::with_fingerprint_size(items, bits).unwrap();
        for &print in &prints {
            copies.insert_fingerprint(true, print).unwrap();
            once.insert_fingerprint(false, print).unwrap();
        }
        let found = (0..1 << bits).filter(|&print| copies.contains_fingerprint(print)).count();
        rates.push(found as f64 / f64::from(1_u32 << bits));
        for &print in &prints[..deleted] {
            assert!(copies.remove_fingerprint(print));
            once.remove_fingerprint(print);
        }
        let staying = &prints[deleted..];
        assert!(staying.iter().all(|&print| copies.contains_fingerprint(print)));
        losses.push(
            staying.iter().filter(|&&print| !once.contains_fingerprint(print)).count() as f64 / staying.len() as f64,
        );
    }
    let load = QuotientLoad::new(bits.into(), items).unwrap();
    let within = |values: &[f64], expected: f64| {
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0);
        assert!((mean - expected).abs() < 5.0 * (variance / n).sqrt(), "{mean} {expected}");
    };
    within(&rates, quotient::rate(&Double, load));
    within(&losses, quotient::survivor_lost(&Double, load, deleted as u64));
}

/// SplitMix64's output function.
fn spread(value: u64) -> u64 {
    let z = value.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
