//! The fast passes in double precision against the models in exact and multiple precision.

use bloomlab_exact::{Multiprecision, MultiprecisionFloat, Rationals};
use bloomlab_numbers::{Arithmetic, Double, Number, Phases, Sampling};
use bloomlab_recycling::*;

use crate::support::{BOTH, dropping, error, shape, shapes};

#[test]
fn small_sweeps_equal_the_rational_models() {
    for shape in shapes(25, 9) {
        let (mut two, mut before) = (TwoPhaseSweep::new(shape), Rationals.zero());
        for (sigma, point) in (0..).zip(Sweep::new(shape)) {
            let filter = SigmaBounded::new(shape, sigma).unwrap();
            let exact = one_phase(&Rationals, filter);
            assert_eq!(point.sigma, sigma);
            assert!(before <= exact.rate, "rates rise with the threshold");
            assert!(error(point.rate, exact.rate.to_f64()) < 1e-14, "{shape:?} {point:?} {exact:?}");
            assert!(error(point.messages_per_cycle, exact.messages_per_cycle.to_f64()) < 1e-14, "{point:?}");
            if shape.bits() <= 12 {
                let (both, point) = (dropping(&Rationals, filter), two.next().unwrap());
                assert!(error(point.rate, both.rate.to_f64()) < 1e-13, "{filter:?} {point:?} {both:?}");
                assert!(error(point.published_rate, both.published_rate.to_f64()) < 1e-13, "{filter:?}");
                assert!(error(point.messages_per_cycle, both.messages_per_cycle.to_f64()) < 1e-14);
                assert!(exact.rate <= both.rate && both.rate <= both.published_rate, "a second filter only adds");
            }
            before = exact.rate;
        }
        assert_eq!(Sweep::new(shape).count() as u64, shape.bits());
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
            for (state, point) in Visits::new(&a, shape).zip(Sweep::new(shape)) {
                false_positives = false_positives + state.visits.clone() * state.false_positive();
                messages = messages + state.visits;
                let rate = (false_positives.clone() / &messages).to_f64();
                worst = worst.max(error(point.rate, rate));
                worst = worst.max(error(point.messages_per_cycle, messages.to_f64()));
                assert!(worst < 1e-12, "{shape:?} {point:?} {rate} {messages:?}");
            }
        }
        println!("{sampling:?}: worst relative error {worst:.1e}");
    }
}

#[test]
fn message_limits_against_the_models() {
    for sampling in BOTH {
        for (bits, k) in [(20, 3), (37, 1), (60, 4), (9, 9)] {
            let shape = shape(bits, k, sampling);
            let mut before = Rationals.zero();
            for (limit, rates) in (1..).zip(NBoundedSweep::new(shape)) {
                assert_eq!(rates.messages, limit);
                let exact = n_bounded(&Rationals, NBounded::new(shape, limit).unwrap());
                for (ours, truth) in [
                    (rates.exact, &exact.exact),
                    (rates.f_o, &exact.f_o),
                    (rates.f_a, &exact.f_a),
                    (rates.messages_per_cycle, &exact.messages_per_cycle),
                ] {
                    assert!(error(ours, truth.to_f64()) < 1e-13, "{shape:?} {rates:?}");
                }
                assert!(before <= exact.exact && exact.f_o <= exact.f_a);
                assert!(exact.f_a <= exact.exact || sampling == Sampling::WithoutReplacement, "{exact:?}");
                before = exact.exact;
            }
            assert_eq!(NBoundedSweep::new(shape).count() as u64, NBounded::most_messages(shape));
        }
    }
    let shape = shape(3000, 6, Sampling::WithReplacement);
    let rates = NBoundedSweep::new(shape).nth(299).unwrap();
    let full = n_bounded(&Multiprecision::new(128), NBounded::new(shape, 300).unwrap());
    assert!(error(rates.exact, full.exact.to_f64()) < 1e-13, "{rates:?}");
}

/// Hundreds of distinct positions, which leave the range of doubles at either end of a row, and narrow distributions.
#[test]
fn many_hash_functions_are_followed() {
    let a = Multiprecision::new(128);
    let shape = shape(1050, 512, Sampling::WithoutReplacement);
    let rates = NBoundedSweep::new(shape).nth(2).unwrap();
    let exact = n_bounded(&a, NBounded::new(shape, 3).unwrap());
    assert!(error(rates.exact, exact.exact.to_f64()) < accuracy::N_BOUNDED_SWEEP, "{rates:?}");
    let filter = SigmaBounded::new(shape, 800).unwrap();
    let (swept, exact) = (swept_rate(filter, Phases::One), one_phase(&a, filter));
    assert!(error(swept.messages_per_cycle, exact.messages_per_cycle.to_f64()) < accuracy::SWEEP, "{swept:?}");
    let shape = crate::support::shape(1 << 24, 64, Sampling::WithReplacement);
    let swept = NBoundedSweep::new(shape).nth(59).unwrap();
    let model = n_bounded(&Double, NBounded::new(shape, 60).unwrap());
    assert!(error(swept.exact, model.exact) < 1e-12, "{swept:?} {model:?}");
}
