//! Recycling filters: the routes to their average rate, and the sweeps and what answers for any size in double precision.

use bloomlab_crosscheck::recycling_routes;
use bloomlab_evaluation::{ArithmeticKind, Computed, Failure, Quantity, RecyclingValue, evaluate, reference};
use bloomlab_exact::{Certified, Enclosures};
use bloomlab_numbers::{Arithmetic as _, Bound, Budget, Double, Ending, Phases, Retention, Sampling, Shape};
use bloomlab_recycling::{
    Cycle, NBounded, NBoundedSweep, RecyclingMeasure, Retaining, Route, SigmaBounded, Sweep, TwoPhaseSweep, Variant,
    accuracy, n_bounded_rate, sigma_bounded_rate, swept_rate, transitions, worst_case_rate,
};

use crate::Set;
use crate::ledger::Ledger;

const BITS: [u64; 8] = [2, 5, 8, 20, 64, 100, 256, 1000];
const HASHES: [u64; 6] = [1, 2, 3, 5, 8, 16];
/// σ/M in percent.
const THRESHOLDS: [u64; 6] = [0, 10, 30, 50, 75, 99];
/// Filters too large to be followed state by state.
const LARGE: [u64; 3] = [1 << 18, 1 << 20, 3_000_000];

const SECONDS: f64 = 0.03;
/// The certified value that doubles are compared with may take longer.
const TRUTH_SECONDS: f64 = 0.2;
const DIGITS: usize = 10;

pub fn sets() -> Vec<Set> {
    let mut sets: Vec<Set> = Vec::new();
    for sampling in [Sampling::WithReplacement, Sampling::WithoutReplacement] {
        for hashes in HASHES {
            for bits in BITS {
                let Ok(shape) = Shape::new(bits, hashes, sampling) else { continue };
                for sigma in THRESHOLDS.map(|percent| bits * percent / 100) {
                    if let Ok(filter) = SigmaBounded::new(shape, sigma) {
                        sets.push(Box::new(move |ledger: &mut Ledger| check(ledger, filter)));
                    }
                }
            }
            for bits in LARGE {
                for percent in [20, 50, 70] {
                    let Ok(shape) = Shape::new(bits, hashes, sampling) else { continue };
                    let Ok(filter) = SigmaBounded::new(shape, bits / 100 * percent) else { continue };
                    sets.push(Box::new(move |ledger: &mut Ledger| check_large(ledger, filter)));
                }
            }
        }
    }
    sets
}

fn check(ledger: &mut Ledger, filter: SigmaBounded) {
    let (shape, sigma) = (filter.shape(), filter.sigma());
    let one = check_routes(ledger, Variant::one_phase(filter.into()));
    let at = sigma as usize;
    if let (Some(truth), Some(point)) = (one, Sweep::new(shape).nth(at)) {
        ledger.claim("recycling: sweep", &filter, point.rate, &truth, accuracy::SWEEP);
        if let Ok(truth) =
            certified(RecyclingValue(Variant::one_phase(filter.into()), RecyclingMeasure::MessagesPerCycle))
        {
            ledger.claim("recycling: sweep", &("messages", filter), point.messages_per_cycle, &truth, accuracy::SWEEP);
        }
    }
    let two = Variant::two_phases(filter.into(), Ending::Dropping);
    let two = certified(RecyclingValue(two, RecyclingMeasure::Rate));
    if let (Ok(truth), Some(point)) = (two, TwoPhaseSweep::new(shape).nth(at)) {
        ledger.claim("recycling: two-phase sweep", &filter, point.rate, &truth, accuracy::TWO_PHASE_SWEEP);
    }
    if let Ok(filter) = Retaining::new(filter) {
        check_retaining(ledger, filter);
    }
    if let Ok(filter) = NBounded::new(shape, sigma / shape.hashes() + 1) {
        let truth = certified(RecyclingValue(Variant::one_phase(filter.into()), RecyclingMeasure::Rate));
        let swept = NBoundedSweep::new(shape).find(|rates| rates.messages == filter.messages());
        if let (Ok(truth), Some(rates)) = (truth, swept) {
            ledger.claim("recycling: n-bounded sweep", &filter, rates.exact, &truth, accuracy::N_BOUNDED_SWEEP);
        }
        check_bounds(ledger, filter);
    }
    check_transitions(ledger, shape, sigma);
}

fn certified(value: impl Quantity) -> Result<Certified, Failure> {
    reference(&value, &[ArithmeticKind::F64], DIGITS, &Budget::of_parts(TRUTH_SECONDS))
}

/// The routes in any arithmetic; what they agree on.
fn check_routes(ledger: &mut Ledger, filter: Variant) -> Option<Certified> {
    let rate = RecyclingValue(filter, RecyclingMeasure::Rate);
    let truth = certified(rate).ok();
    let rational = evaluate(&rate, ArithmeticKind::Rational, DIGITS, &Budget::of_parts(SECONDS)).ok();
    for route in recycling_routes(filter).into_iter().filter(|route| route.exact) {
        let value = evaluate(&route.quantity, ArithmeticKind::Certified, DIGITS, &Budget::of_parts(SECONDS));
        if let (Some(truth), Ok(Computed::Enclosure(value))) = (&truth, value) {
            ledger.certified(route.name, &filter, &value, &truth.enclosure);
        }
        let value = evaluate(&route.quantity, ArithmeticKind::Rational, DIGITS, &Budget::of_parts(SECONDS));
        if let (Some(Computed::Rational(rational)), Ok(Computed::Rational(value))) = (&rational, value) {
            ledger.rational(route.name, &filter, &value, rational);
        }
    }
    truth
}

/// Without replacement the papers' rule for the retained message is exact.
fn check_retaining(ledger: &mut Ledger, filter: Retaining) {
    let base = filter.non_retaining();
    let cycle = Cycle::new(base.shape(), Bound::Sigma(base.sigma()), Retention::Retaining);
    let Ok(variant) = cycle.map(Variant::one_phase) else { return };
    let value = |measure| certified(RecyclingValue(variant, measure));
    if let (Ok(truth), Ok(averages)) = (value(RecyclingMeasure::Rate), variant.averages_in_double()) {
        ledger.claim("recycling: state by state", &filter, averages.rate, &truth, accuracy::STATE_BY_STATE);
    }
    if base.shape().sampling() == Sampling::WithReplacement {
        return;
    }
    let (exact, published) = (value(RecyclingMeasure::Rate), value(RecyclingMeasure::PublishedRate));
    if let (Ok(exact), Ok(published)) = (exact, published) {
        ledger.certified("retaining", &filter, &published.enclosure, &exact.enclosure);
    }
}

fn check_transitions(ledger: &mut Ledger, shape: Shape, set: u64) {
    let bits = 256;
    let truths = transitions(&Enclosures::new(bits), shape, set);
    for (entry, (truth, value)) in truths.into_iter().zip(transitions(&Double, shape, set)).enumerate() {
        let truth = Certified { enclosure: truth, bits };
        if truth.to_f64() > f64::MIN_POSITIVE * 1e16 {
            let bound = accuracy::transitions(shape.hashes());
            ledger.claim("recycling: transitions", &(shape, set, entry), value, &truth, bound);
        }
    }
}

/// f_o and f_a against their sums, term by term in enclosures.
fn check_bounds(ledger: &mut Ledger, filter: NBounded) {
    let Ok(rates) = n_bounded_rate(filter) else { return };
    let (a, bits) = (Enclosures::new(128), 128);
    let (mut f_o, mut stored) = (a.zero(), a.zero());
    for i in 0..filter.messages() {
        let f = worst_case_rate(&a, filter.shape(), i);
        stored = stored + f.clone() / (a.one() - &f);
        f_o = f_o + f;
    }
    let n = a.integer(filter.messages());
    let f_a = stored.clone() / (n.clone() + stored);
    for (value, enclosure) in [(rates.f_o, f_o / n), (rates.f_a, f_a)] {
        let truth = Certified { enclosure, bits };
        ledger.claim("recycling: n-bounded bounds", &filter, value, &truth, accuracy::N_BOUNDED_BOUNDS);
    }
}

/// Against the sweep, whose own error is far below.
fn check_large(ledger: &mut Ledger, filter: SigmaBounded) {
    for phases in [Phases::One, Phases::Two] {
        if let Ok((value, Route::Settled)) = sigma_bounded_rate(filter, phases) {
            let swept = swept_rate(filter, phases);
            for (value, truth) in [(value.rate, swept.rate), (value.messages_per_cycle, swept.messages_per_cycle)] {
                let error = (value / truth - 1.0).abs();
                ledger.error("recycling: closed form", &(phases, filter), error, accuracy::SETTLED);
            }
        }
    }
}
