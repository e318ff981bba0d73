//! Properties of every filter, on random ones.

use bloomlab_exact::Enclosures;
use bloomlab_numbers::{Double, Number, Phases, Sampling, Shape};
use bloomlab_recycling::*;

use crate::support::dropping;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn filters() -> impl Strategy<Value = SigmaBounded> {
    (1..400_u64, 1..20_u64, any::<bool>(), any::<prop::sample::Index>()).prop_filter_map(
        "as many bits as distinct sampling",
        |(bits, k, with, sigma)| {
            let sampling = if with { Sampling::WithReplacement } else { Sampling::WithoutReplacement };
            let shape = Shape::new(bits, k, sampling).ok()?;
            SigmaBounded::new(shape, sigma.index(bits as usize) as u64).ok()
        },
    )
}

fn close(ours: f64, truth: f64) -> bool {
    ours == truth || (ours / truth - 1.0).abs() < 1e-13
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, rng_seed: RngSeed::Fixed(3), ..ProptestConfig::default() })]

    #[test]
    fn all_routes_agree(filter in filters()) {
        let enclosed = one_phase(&Enclosures::new(256), filter);
        prop_assert!(enclosed.rate.relative_width() < 1e-50);
        let (rate, messages) = (enclosed.rate.to_f64(), enclosed.messages_per_cycle.to_f64());
        let generic = one_phase(&Double, filter);
        prop_assert!(close(generic.rate, rate) && close(generic.messages_per_cycle, messages));
        let swept = Sweep::new(filter.shape()).nth(filter.sigma() as usize).unwrap();
        prop_assert!(close(swept.rate, rate) && close(swept.messages_per_cycle, messages));
        let (any_size, route) = sigma_bounded_rate(filter, Phases::One).unwrap();
        prop_assert_eq!(route, Route::Sweep);
        prop_assert_eq!(any_size, swept);
    }

    #[test]
    fn a_second_filter_only_adds_false_positives(filter in filters()) {
        let shape = filter.shape();
        let filters = TwoPhase::new(2 * shape.bits(), shape.hashes(), shape.sampling(), filter.sigma()).unwrap();
        let (one, two) = (one_phase(&Double, filter), dropping(&Double, filters));
        prop_assert!(two.rate >= one.rate * (1.0 - 1e-13));
        prop_assert!(two.published_rate >= two.rate * (1.0 - 1e-13));
        let swept = TwoPhaseSweep::new(shape).nth(filter.sigma() as usize).unwrap();
        prop_assert!((swept.rate - two.rate).abs() <= 1e-12 * two.rate);
        prop_assert!((swept.published_rate - two.published_rate).abs() <= 1e-12 * two.rate);
    }

    #[test]
    fn n_bounded_bounds_are_ordered(filter in filters(), index in any::<prop::sample::Index>()) {
        let shape = filter.shape();
        let messages = 1 + index.index(NBounded::most_messages(shape) as usize) as u64;
        let rates = NBoundedSweep::new(shape).nth(messages as usize - 1).unwrap();
        prop_assert!(rates.f_o <= rates.f_a * (1.0 + 1e-13));
        if shape.sampling() == Sampling::WithReplacement {
            prop_assert!(rates.f_a <= rates.exact * (1.0 + 1e-13), "{:?}", rates);
        }
    }
}
