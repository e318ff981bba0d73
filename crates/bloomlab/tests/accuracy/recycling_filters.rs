//! Recycling filters small enough to be followed state by state in enclosures.

use bloomlab::Recycled;
use bloomlab_exact::{Certified, Enclosure, Enclosures};
use bloomlab_numbers::{Bound, Double, Ending, Phases, Retention, Sampling, Shape};
use bloomlab_recycling::{
    Cycle, NBounded, Route, SigmaBounded, Variant, accuracy, n_bounded, n_bounded_rate, one_phase, sigma_bounded_rate,
    transitions,
};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

use crate::random;
use crate::routes;
use crate::worst::Ledger;

/// The most bits of a filter, as a power of two.
const MOST_BITS: f64 = 7.0;
const MOST_HASHES: u64 = 16;
/// The bits of the values that doubles are compared with: all are sums of positive terms, which lose few.
const TRUTH_BITS: u32 = 192;
/// The least probability of a transition whose neighbours are not subnormal.
const LEAST: f64 = f64::MIN_POSITIVE * 1e16;

pub fn check(ledger: &mut Ledger, random: &mut ChaCha8Rng) {
    let (bits, hashes) = (1 + random::size(random, MOST_BITS), random::hashes(random, MOST_HASHES));
    let sampling = if random.random_bool(0.6) { Sampling::WithReplacement } else { Sampling::WithoutReplacement };
    let Ok(shape) = Shape::new(bits, hashes, sampling) else { return };
    let sigma = random.random_range(0..bits);
    let Ok(filter) = SigmaBounded::new(shape, sigma) else { return };
    check_one_phase(ledger, filter);
    routes::check_recycling(ledger, filter);
    let a = Enclosures::new(TRUTH_BITS);
    if let Ok((value, route)) = sigma_bounded_rate(filter, Phases::Two) {
        let bound = if route == Route::Sweep { accuracy::TWO_PHASE_SWEEP } else { accuracy::SETTLED };
        let two_phases = Variant::two_phases(filter.into(), Ending::Dropping);
        ledger.compare("recycling, two phases", filter, value.rate, &truth(two_phases.averages(&a).rate), bound);
    }
    if let Ok(cycle) = Cycle::new(shape, Bound::Sigma(sigma), Retention::Retaining)
        && let Ok(value) = Variant::one_phase(cycle).averages_in_double()
    {
        let truth = truth(Variant::one_phase(cycle).averages(&a).rate);
        ledger.compare("recycling, retaining", filter, value.rate, &truth, accuracy::STATE_BY_STATE);
    }
    if let Ok(filter) = NBounded::new(shape, sigma / hashes + 1) {
        check_n_bounded(ledger, filter);
    }
    let truths = transitions(&a, shape, sigma).into_iter().map(truth);
    for (entry, (truth, value)) in truths.zip(transitions(&Double, shape, sigma)).enumerate() {
        if truth.to_f64() > LEAST {
            let at = (filter, entry);
            ledger.compare("recycling, transitions", at, value, &truth, accuracy::transitions(hashes));
        }
    }
}

fn truth(enclosure: Enclosure) -> Certified {
    Certified { enclosure, bits: TRUTH_BITS }
}

fn check_one_phase(ledger: &mut Ledger, filter: SigmaBounded) {
    let Ok((value, route)) = sigma_bounded_rate(filter, Phases::One) else { return };
    let bound = if route == Route::Sweep { accuracy::SWEEP } else { accuracy::SETTLED };
    let average = one_phase(&Enclosures::new(TRUTH_BITS), filter);
    let (rate, messages) = (truth(average.rate), truth(average.messages_per_cycle));
    ledger.compare("recycling, one phase", filter, value.rate, &rate, bound);
    ledger.compare("recycling, messages per cycle", filter, value.messages_per_cycle, &messages, bound);
    let shape = filter.shape();
    if shape.sampling() == Sampling::WithReplacement
        && let Ok(Ok(value)) = Recycled::new(shape.bits(), shape.hashes())
            .and_then(|recycled| recycled.at_sigma(filter.sigma()))
            .map(|recycled| recycled.averages())
    {
        ledger.compare("bloomlab::recycling::rate", filter, value.rate, &rate, 1e-10);
    }
}

fn check_n_bounded(ledger: &mut Ledger, filter: NBounded) {
    let Ok(rates) = n_bounded_rate(filter) else { return };
    let truths = n_bounded(&Enclosures::new(TRUTH_BITS), filter);
    ledger.compare("recycling, N-bounded", filter, rates.exact, &truth(truths.exact), accuracy::N_BOUNDED_SWEEP);
    for (value, enclosure) in [(rates.f_o, truths.f_o), (rates.f_a, truths.f_a)] {
        let truth = truth(enclosure);
        ledger.compare("recycling, N-bounded bounds", filter, value, &truth, accuracy::N_BOUNDED_BOUNDS);
    }
}
