//! The fast passes in double precision against the models in exact and multiple precision.
use bloomlab_exact::{Multiprecision, MultiprecisionFloat, Rationals};
use bloomlab_numbers::{Arithmetic, Double, Number, Sampling};
use bloomlab_recycling::*;

use crate::support::{BOTH, dropping, filter, shape};

/// |ours/truth − 1|, 0 where both are 0.
fn error(ours: f64, truth: f64) -> f64 {
    if ours == truth { 0.0 } else { (ours / truth - 1.0).abs() }
}

#[test]
fn small_sweeps_equal_the_rational_models() {
    for sampling in BOTH {
        for bits in 1..=25 {
            for k in (1..=9).filter(|&k| sampling == Sampling::WithReplacement || k <= bits) {
                let shape = shape(bits, k, sampling);
                let (mut one, mut two) = (Sweep::new(shape), TwoPhaseSweep::new(shape));
                for sigma in 0..bits {
                    let exact = one_phase(&Rationals, SigmaBounded::new(shape, sigma).unwrap());
                    let point = one.next().unwrap();
                    assert_eq!(point.sigma, sigma);
                    assert!(error(point.rate, exact.rate.to_f64()) < 1e-14, "{shape:?} {point:?} {exact:?}");
                    assert!(error(point.messages_per_cycle, exact.messages_per_cycle.to_f64()) < 1e-14, "{point:?}");
                    if bits <= 12 {
                        let filters = TwoPhase::new(2 * bits, k, sampling, sigma).unwrap();
                        let exact = dropping(&Rationals, filters);
                        let point = two.next().unwrap();
                        assert!(error(point.rate, exact.rate.to_f64()) < 1e-13, "{filters:?} {point:?} {exact:?}");
                        assert!(error(point.published_rate, exact.published_rate.to_f64()) < 1e-13, "{filters:?}");
                        assert!(error(point.messages_per_cycle, exact.messages_per_cycle.to_f64()) < 1e-14);
                    }
                }
                assert_eq!(one.next(), None);
            }
        }
    }
}

#[test]
fn every_threshold_of_ten_thousand_bits_against_mpfr() {
    let a = Multiprecision::new(160);
    for sampling in BOTH {
        let mut worst: f64 = 0.0;
        for k in 1..=16 {
            let shape = shape(10_000, k, sampling);
            let (mut messages, mut false_positives): (MultiprecisionFloat, _) = (a.zero(), a.zero());
            let mut points = Sweep::new(shape);
            for state in Visits::new(&a, shape) {
                false_positives = false_positives + state.visits.clone() * state.false_positive();
                messages = messages + state.visits;
                let point = points.next().unwrap();
                let rate = (false_positives.clone() / &messages).to_f64();
                worst = worst.max(error(point.rate, rate));
                worst = worst.max(error(point.messages_per_cycle, messages.to_f64()));
                assert!(worst < 1e-12, "{shape:?} {point:?} {rate} {messages:?}");
            }
            assert_eq!(points.next(), None);
        }
        println!("{sampling:?}: worst relative error {worst:.1e}");
    }
}

#[test]
fn message_limits_against_the_models() {
    for sampling in BOTH {
        for (bits, k) in [(20, 3), (37, 1), (60, 4), (9, 9)] {
            let shape = shape(bits, k, sampling);
            let mut limit = 0;
            for rates in NBoundedSweep::new(shape) {
                limit += 1;
                assert_eq!(rates.messages, limit);
                let exact = n_bounded(&Rationals, NBounded::new(shape, limit).unwrap());
                for (ours, truth) in [
                    (rates.exact, exact.exact),
                    (rates.f_o, exact.f_o),
                    (rates.f_a, exact.f_a),
                    (rates.messages_per_cycle, exact.messages_per_cycle),
                ] {
                    assert!(error(ours, truth.to_f64()) < 1e-13, "{shape:?} {rates:?}");
                }
            }
            assert_eq!(limit, NBounded::most_messages(shape));
        }
    }
    let rates = NBoundedSweep::new(shape(3000, 6, Sampling::WithReplacement)).nth(299).unwrap();
    let full =
        n_bounded(&Multiprecision::new(128), NBounded::new(shape(3000, 6, Sampling::WithReplacement), 300).unwrap());
    assert!(error(rates.exact, full.exact.to_f64()) < 1e-13, "{rates:?}");
}

/// With hundreds of distinct positions the probabilities at either end of a row are below the range of doubles.
#[test]
fn hundreds_of_distinct_positions_do_not_underflow() {
    let a = Multiprecision::new(128);
    let shape = shape(1050, 512, Sampling::WithoutReplacement);
    let rates = NBoundedSweep::new(shape).nth(2).unwrap();
    let exact = n_bounded(&a, NBounded::new(shape, 3).unwrap());
    assert!(error(rates.exact, exact.exact.to_f64()) < accuracy::N_BOUNDED_SWEEP, "{rates:?}");
    let filter = SigmaBounded::new(shape, 800).unwrap();
    let (swept, exact) = (swept_rate(filter, bloomlab_numbers::Phases::One), one_phase(&a, filter));
    assert!(error(swept.messages_per_cycle, exact.messages_per_cycle.to_f64()) < accuracy::SWEEP, "{swept:?}");
}

#[test]
fn published_routes_agree_in_double_precision() {
    for sampling in BOTH {
        let filter = filter(1000, 6, sampling, 606);
        let point = Sweep::new(filter.shape()).nth(606).unwrap();
        let published = published_one_phase(&Double, filter);
        assert!(error(published.rate, point.rate) < 1e-12);
        assert!(error(published.messages_per_cycle, point.messages_per_cycle) < 1e-12);
        let linear = published_retaining_by_linear_solve(&Double, Retaining::new(filter).unwrap());
        let rate: f64 =
            (0..).zip(&linear).map(|(set, p)| p * false_positive_probability(&Double, filter.shape(), set)).sum();
        let rule = published_retaining(&Double, Retaining::new(filter).unwrap());
        assert!(error(rate, rule.rate) < 1e-12);
        let exact = retaining(&Double, Retaining::new(filter).unwrap());
        println!("{sampling:?}: product rule off by {:.1e}", error(rule.rate, exact.rate));
    }
}
