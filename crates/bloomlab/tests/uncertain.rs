//! Items that are not known: sizes against exhaustive search, and limits.

use bloomlab::{Error, Filter, HashingScheme, Size, Sizing, UncertainItems, UncertainSizing};

/// E p(N) by a loop over the numbers of items, with rates of [`Filter`].
fn mean(bits: u64, hashes: u64, least: u64, most: u64, scheme: HashingScheme) -> f64 {
    let filter = Filter::new(bits, hashes).unwrap().under(scheme).unwrap();
    let all = (least..=most).map(|items| filter.holding(items).unwrap().rate().unwrap());
    all.sum::<f64>() / (most - least + 1) as f64
}

/// Every number of bits and of hash functions, one by one.
#[test]
fn the_smallest_in_the_mean_is_that_of_an_exhaustive_search() {
    for (least, most, target) in [(0, 4, 0.1), (1, 9, 0.01), (5, 5, 0.003), (3, 20, 0.05), (10, 12, 0.4)] {
        for scheme in [HashingScheme::Independent, HashingScheme::Partitioned, HashingScheme::Blocked(8)] {
            let unit = scheme.block_bits().unwrap_or(1);
            let keeps = |bits: u64| {
                let rates = (1..=24_u64.min(if scheme == HashingScheme::Partitioned { bits } else { 24 }))
                    .map(|hashes| mean(bits, hashes, least, most, scheme));
                rates.fold(1.0, f64::min)
            };
            let bits = (1..).map(|units| units * unit).find(|bits| keeps(*bits) <= target).unwrap();
            let sizing = UncertainSizing::of(UncertainItems::between(least, most).unwrap(), target).unwrap();
            let found = sizing.under(scheme).unwrap().in_the_mean().unwrap();
            assert_eq!(found.bits, bits, "{least} {most} {target} {scheme}");
            assert!((found.mean_rate / keeps(bits) - 1.0).abs() < 1e-9, "{least} {most} {target} {scheme}");
            assert!((found.mean_rate / mean(bits, found.hashes, least, most, scheme) - 1.0).abs() < 1e-11);
        }
    }
}

#[test]
fn one_number_is_a_range_of_one() {
    for scheme in [HashingScheme::Independent, HashingScheme::SplitBlock(32), HashingScheme::Partitioned] {
        let items = UncertainItems::between(1000, 1000).unwrap();
        let sizing = UncertainSizing::of(items, 0.01).unwrap().under(scheme).unwrap();
        let Size { bits, hashes, .. } =
            Sizing::of(1000).unwrap().at_most(0.01).unwrap().under(scheme).unwrap().smallest().unwrap();
        for found in [sizing.in_the_mean().unwrap(), sizing.at_worst().unwrap(), sizing.with_confidence(0.5).unwrap()] {
            assert_eq!((found.bits, found.hashes), (bits, hashes), "{scheme}");
            assert!((found.mean_rate / found.rate - 1.0).abs() < 1e-9 && found.worst_rate.is_some());
        }
    }
}

/// The mean lies between the rates of the ends; more confidence takes more bits; a wider distribution of the same median too.
#[test]
fn sizes_are_in_order() {
    let sizing = |sigma: f64| UncertainSizing::of(UncertainItems::log_normal(1e6, sigma).unwrap(), 0.01).unwrap();
    let bits: Vec<u64> = [0.5, 0.9, 0.99].map(|share| sizing(0.5).with_confidence(share).unwrap().bits).into();
    assert!(bits.windows(2).all(|pair| pair[0] < pair[1]), "{bits:?}");
    let means: Vec<u64> = [0.1, 0.5, 1.0].map(|sigma| sizing(sigma).in_the_mean().unwrap().bits).into();
    assert!(means.windows(2).all(|pair| pair[0] < pair[1]), "{means:?}");
    let narrow = sizing(1e-6).in_the_mean().unwrap();
    let known = Sizing::of(1_000_000).unwrap().at_most(0.01).unwrap().smallest().unwrap();
    assert!(narrow.bits.abs_diff(known.bits) < known.bits / 1_000_000 + 2 && narrow.worst_rate.is_none());
}

/// Walks: every number of items by itself, also where doubles lose the digits of their sums.
#[cfg(feature = "exact")]
#[test]
fn means_under_walks_are_direct_sums() {
    for (scheme, bits, hashes, least, most) in [
        (HashingScheme::Double, 1024, 7, 80, 120),
        (HashingScheme::DoubleNonzero, 8191, 10, 0, 90),
        (HashingScheme::DoubleOdd, 512, 3, 4, 300),
        (HashingScheme::BlockedDouble(64), 4096, 6, 1, 40),
        (HashingScheme::Enhanced, 60, 4, 5, 9),
        (HashingScheme::KmPartition, 700, 7, 50, 60),
    ] {
        let filter = Filter::new(bits, hashes).unwrap().under(scheme).unwrap();
        let found = filter.holding_uncertain(UncertainItems::between(least, most).unwrap()).unwrap();
        let direct = mean(bits, hashes, least, most, scheme);
        assert!((found.mean / direct - 1.0).abs() < 1e-9, "{scheme}: {} {direct}", found.mean);
        assert_eq!(found.worst, Some(filter.holding(most).unwrap().rate().unwrap()));
    }
}

/// Walks in lines, whose rate falls with every block: the smallest, and with the mean that was asked for.
#[test]
fn sizes_under_walks_keep_the_target() {
    let items = UncertainItems::between(500, 1500).unwrap();
    for (scheme, is_least) in [(HashingScheme::BlockedDouble(64), true), (HashingScheme::Double, false)] {
        let sizing = UncertainSizing::of(items, 0.02).unwrap().under(scheme).unwrap();
        let (found, worst) = (sizing.in_the_mean().unwrap(), sizing.at_worst().unwrap());
        assert!(found.bits < worst.bits && found.mean_rate <= 0.02 && found.worst_rate > Some(0.02), "{found:?}");
        assert!((found.mean_rate / mean(found.bits, found.hashes, 500, 1500, scheme) - 1.0).abs() < 1e-8);
        assert!(!is_least || mean(found.bits - 64, found.hashes, 500, 1500, scheme) > 0.02);
    }
}

/// A range over three decades at a tiny target: between filters that are nearly full.
#[test]
fn a_wide_range_has_a_size() {
    let items = UncertainItems::between(1000, 1_000_000).unwrap();
    let found = UncertainSizing::of(items, 1e-20).unwrap().in_the_mean().unwrap();
    let keeps = |bits: u64| Filter::new(bits, found.hashes).unwrap().holding_uncertain(items).unwrap().mean <= 1e-20;
    assert!(keeps(found.bits) && !keeps(found.bits - found.bits / 100_000), "{found:?}");
}

/// Log-normal numbers of items of a filter of blocks, one by one.
#[test]
fn a_log_normal_mean_is_its_sum() {
    let (median, sigma) = (300.0_f64, 0.4);
    let filter = Filter::new(8192, 6).unwrap().under(HashingScheme::Blocked(512)).unwrap();
    let above = |x: f64| if x <= 0.0 { 1.0 } else { 0.5 * libm::erfc((x / median).ln() / sigma / 2_f64.sqrt()) };
    let share = |items: u64| above(items as f64 - 0.5) - above(items as f64 + 0.5);
    let sum: f64 = (0..20_000).map(|items| share(items) * filter.holding(items).unwrap().rate().unwrap()).sum();
    let found = filter.holding_uncertain(UncertainItems::log_normal(median, sigma).unwrap()).unwrap();
    assert!((found.mean / sum - 1.0).abs() < 1e-9, "{} {sum}", found.mean);
    assert!(found.worst.is_none());
}

/// Rationals, one number of items after the other.
#[cfg(feature = "exact")]
#[test]
fn a_mean_is_the_sum_of_rationals() {
    use bloomlab::{ArithmeticKind, Computed, Formula};
    for (bits, hashes, least, most) in [(64, 3, 2, 30), (16, 5, 0, 9), (1024, 7, 250, 290)] {
        let filter = Filter::new(bits, hashes).unwrap();
        let mut sum = 0.0;
        for items in least..=most {
            let asked = filter.holding(items).unwrap();
            let rows = asked.by_formulas(&[Formula::Exact], Some(ArithmeticKind::Rational), 17).unwrap();
            let rate = rows[0].rate.as_ref().unwrap();
            assert!(matches!(rate.value, Computed::Rational(_)));
            sum += rate.value.to_f64();
        }
        let found = filter.holding_uncertain(UncertainItems::between(least, most).unwrap()).unwrap();
        let mean = sum / (most - least + 1) as f64;
        assert!((found.mean / mean - 1.0).abs() < 1e-12, "{bits} {hashes}: {} {mean}", found.mean);
    }
}

#[test]
fn what_is_not_computed_is_refused() {
    let items = UncertainItems::log_normal(1e6, 0.5).unwrap();
    let sizing = UncertainSizing::of(items, 0.01).unwrap();
    assert!(matches!(sizing.at_worst(), Err(Error::Incompatible { .. })));
    assert!(matches!(sizing.clone().under(HashingScheme::Enhanced), Err(Error::Incompatible { .. })));
    assert!(matches!(sizing.with_confidence(1.0), Err(Error::OutOfDomain(_))));
    assert!(matches!(UncertainSizing::of(items, 0.0), Err(Error::OutOfDomain(_))));
    let hashed = Filter::new(1024, 7).unwrap().hash_bits(32).unwrap();
    assert!(matches!(hashed.holding_uncertain(items), Err(Error::Incompatible { .. })));
    let huge = UncertainItems::between(1, 1 << 62).unwrap();
    assert!(UncertainSizing::of(huge, 1e-9).unwrap().in_the_mean().is_err());
    let wide = UncertainItems::log_normal(1e6, 2.3).unwrap();
    let blocks = UncertainSizing::of(wide, 1e-12).unwrap().under(HashingScheme::Blocked(512)).unwrap();
    assert!(matches!(blocks.in_the_mean(), Err(Error::TooLarge(_))));
}
