//! Whatever a question is made of, it has an answer or an [`Error`], soon.

use bloomlab::{
    Comparison, Deletable, DeletableKind, Error, Filter, HashingScheme, Library, Observation, Occupancy, RateTest,
};
use proptest::prelude::*;

/// Numbers at every edge.
fn any_size() -> impl Strategy<Value = u64> {
    prop_oneof![
        4 => 0_u64..70,
        2 => 0_u64..5000,
        2 => (0_u32..64, -2_i64..3).prop_map(|(shift, beside)| (1_u64 << shift).saturating_add_signed(beside)),
        1 => any::<u64>(),
    ]
}

fn any_rate() -> impl Strategy<Value = f64> {
    prop_oneof![
        6 => 0.0_f64..1.0,
        3 => (1..330).prop_map(|exponent: i32| libm::exp10(f64::from(-exponent))),
        1 => any::<f64>(),
        1 => prop::sample::select(vec![0.0, -0.0, 1.0, f64::NAN, f64::INFINITY, f64::MIN_POSITIVE, 0.999_999]),
    ]
}

fn any_kind() -> impl Strategy<Value = DeletableKind> {
    prop_oneof![
        Just(DeletableKind::Dfp),
        Just(DeletableKind::TBF),
        Just(DeletableKind::TBF_PACKED),
        Just(DeletableKind::Qbf),
        Just(DeletableKind::Counting),
        any_size().prop_map(|region_bits| DeletableKind::Dlbf { region_bits }),
        (0_u32..40).prop_map(|fingerprint_bits| DeletableKind::FingerprintCounting { fingerprint_bits }),
    ]
}

fn is_probability(value: Result<f64, Error>) -> bool {
    value.map_or(true, |value| (0.0..=1.0 + 1e-9).contains(&value))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 400, ..Default::default() })]

    #[test]
    fn deletable_filters_have_an_answer_or_an_error(
        kind in any_kind(), bits in any_size(), hashes in any_size(), items in any_size(), deleted in any_size(),
    ) {
        let hashes = if hashes < 70 { hashes % 8 } else { hashes };
        if let Ok(filter) = Deletable::new(kind, bits, hashes).and_then(|filter| filter.deleting(deleted).holding(items)) {
            prop_assert!(filter.cells() > 0);
            if let Ok(numbers) = filter.numbers() {
                let all = [numbers.deletability, numbers.rate, numbers.rate_after_deletions];
                let published = numbers.published_deletability;
                prop_assert!(all.into_iter().chain(published).all(|value| is_probability(Ok(value))), "{filter:?}");
            }
        }
    }

    #[test]
    fn balls_in_bins_have_an_answer_or_an_error(balls in any_size(), bins in any_size(), occupied in any_size()) {
        let Ok(occupancy) = Occupancy::new(balls, bins) else { return Ok(()) };
        let (mean, variance) = (occupancy.mean(), occupancy.variance());
        prop_assert!(mean >= 0.0 && mean <= balls.min(bins) as f64 * (1.0 + 1e-12), "{mean}");
        prop_assert!(variance >= 0.0 && variance <= bins as f64 / 4.0, "{variance}");
        if balls.saturating_mul(bins.min(balls)) < 1_000_000 {
            prop_assert!(is_probability(occupancy.probability(occupied)));
            prop_assert!(occupancy.around_mode().is_ok());
        }
    }

    #[test]
    fn libraries_have_an_answer_or_an_error(number in 0_usize..40, items in any_size(), target in any_rate()) {
        let all = Library::all();
        let library = all[number % all.len()];
        if let Ok(filter) = library.filter_for(items, target) {
            prop_assert!(filter.bits > 0 && is_probability(Ok(filter.rate)), "{library} {filter:?}");
        }
    }
}

fn any_scheme() -> impl Strategy<Value = HashingScheme> {
    (prop::sample::select(HashingScheme::ALL.to_vec()), any_size()).prop_map(|(scheme, bits)| scheme.of_bits(bits))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 500, ..Default::default() })]

    #[test]
    fn observed_bits_have_an_answer_or_an_error(
        scheme in any_scheme(), bits in any_size(), hashes in 0_u64..40, set in any_size(), level in any_rate(), distinct: bool,
        raw in prop::collection::vec(any::<u8>(), 0..40), is_raw: bool,
    ) {
        let found = || {
            let filter = Filter::new(bits, hashes)?;
            let filter = if distinct { filter.without_replacement()? } else { filter.under(scheme)? };
            // walks are sampled, which takes a second
            let is_raw = is_raw && !scheme.is_summed_over_sets();
            let observation = if is_raw { Observation::of_bytes(filter, &raw)? } else { Observation::of_bits_set(filter, set)? };
            let level = if level < 0.5 { 1.0 - level } else { level };
            observation.at_level(level)?.found()
        };
        if let Ok(found) = found() {
            prop_assert!(found.items_upper.is_none_or(|most| found.items_lower <= most), "{found:?}");
            prop_assert!(found.rate.is_none_or(|rate| is_probability(Ok(rate))), "{found:?}");
            prop_assert!(found.items.is_none_or(|items| items >= 0.0 && items.is_finite()), "{found:?}");
            prop_assert!(found.rate_bounds.is_none_or(|(lower, upper)| lower <= upper && upper <= 1.0), "{found:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 500, ..Default::default() })]

    #[test]
    fn tests_of_rates_have_an_answer_or_an_error(
        bits in any_size(), hashes in 0_u64..40, items in any_size(), queries in any_size(), alpha in any_rate(),
        ratio in prop::option::of(any_rate()), power in prop::option::of(any_rate()), distinct: bool, two_sided: bool,
        each: bool, filters in any_size(), scheme in any_scheme(),
    ) {
        let tested = || {
            let filter = Filter::new(bits, hashes)?;
            let filter = if distinct { filter.without_replacement()? } else { filter.under(scheme)? };
            let filters = if each { queries } else { filters.min(queries) };
            let mut test = RateTest::of(filter.holding(items)?, queries)?.spread_over(filters.max(1))?;
            if alpha < 0.9 {
                test = test.at_level(alpha)?;
            }
            if let Some(ratio) = ratio {
                test = test.against(1.0 + 5.0 * ratio)?;
            }
            if let Some(power) = power {
                test = test.with_power(power)?;
            }
            if two_sided { test.two_sided().bounds() } else { test.bounds() }
        };
        if let Ok(bounds) = tested() {
            prop_assert!(is_probability(Ok(bounds.alpha)) && is_probability(Ok(bounds.binomial_alpha)), "{bounds:?}");
            prop_assert!(bounds.alpha <= alpha.max(RateTest::USUAL_ALPHA) && bounds.upper <= queries, "{bounds:?}");
            prop_assert!(bounds.lower.is_none_or(|lower| lower <= bounds.upper), "{bounds:?}");
            prop_assert!(bounds.power.is_none_or(|power| is_probability(Ok(power))), "{bounds:?}");
            prop_assert!(bounds.standard_deviation >= 0.0 && bounds.expected >= 0.0, "{bounds:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 12, ..Default::default() })]

    #[test]
    fn comparisons_have_an_answer_or_an_error(items in any_size(), window in 0_u64..600, target in any_rate()) {
        let Ok(comparison) = Comparison::at_most(target) else { return Ok(()) };
        if let Ok(rows) = comparison.of_items(items) {
            prop_assert!(rows.iter().all(|row| row.rate <= target && row.bits_per_item > 0.0));
        }
        if let Ok(rows) = comparison.of_window(window) {
            prop_assert!(rows.iter().all(|row| row.rate <= target && row.bits_per_message > 0.0));
        }
    }
}

#[cfg(feature = "exact")]
proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 60, ..Default::default() })]

    #[test]
    fn certified_balls_in_bins_have_an_answer_or_an_error(balls in any_size(), bins in any_size(), occupied in any_size()) {
        let Ok(occupancy) = Occupancy::new(balls, bins) else { return Ok(()) };
        if let Ok(probability) = occupancy.certified_probability(occupied, 5) {
            prop_assert!(is_probability(Ok(probability.to_f64())));
        }
        if let Ok(variance) = occupancy.certified_variance(15) {
            let (variance, double) = (variance.to_f64(), occupancy.variance());
            prop_assert!(variance < 1e-290 || (double / variance - 1.0).abs() < 1e-12, "{double} {variance}");
        }
    }

    #[test]
    fn certified_deletable_filters_have_an_answer_or_an_error(
        kind in any_kind(), bits in 0_u64..200, hashes in 0_u64..4, items in 0_u64..12, deleted in 0_u64..6,
    ) {
        if let Ok(filter) = Deletable::new(kind, bits, hashes).and_then(|filter| filter.deleting(deleted).holding(items)) {
            if let (Ok(numbers), Ok(doubles)) = (filter.certified(10), filter.numbers()) {
                let rate = doubles.rate_after_deletions;
                let certified = numbers.rate_after_deletions.to_f64();
                // after deletions the sum of a DlBF cancels, within its documented error
                let cancels = matches!(kind, DeletableKind::Dlbf { .. }) && deleted > 0;
                let p = bloomlab_deletable::Parameters::new(kind, bits, items, deleted, hashes).unwrap();
                let documented = bloomlab_deletable::accuracy::region_rate_after_deletions(&p, certified);
                let error = (rate - certified).abs();
                let is_near = error <= 1e-9 * certified || cancels && error / certified <= documented;
                prop_assert!(is_near, "{filter:?}: {rate} {certified}");
            }
        }
    }
}
