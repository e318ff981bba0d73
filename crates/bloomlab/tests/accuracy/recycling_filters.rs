//! Recycling filters small enough to be followed state by state in enclosures.

use bloomlab::numbers::Double;
use bloomlab::occupancy::{Sampling, Shape};
use bloomlab_recycling::{
    NBounded, Retaining, Route, SigmaBounded, TwoPhase, accuracy, n_bounded, n_bounded_rate, one_phase, one_phase_rate,
    retaining, retaining_rate, transitions, two_phase, two_phase_rate,
};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

use crate::random;
use crate::worst::{Ledger, certified};

/// The most bits of a filter, as a power of two.
const MOST_BITS: f64 = 8.0;
const MOST_HASHES: u64 = 16;
/// The least probability of a transition whose neighbours are not subnormal.
const LEAST: f64 = f64::MIN_POSITIVE * 1e16;

pub fn check(ledger: &mut Ledger, random: &mut ChaCha8Rng) {
    let (bits, hashes) = (1 + random::size(random, MOST_BITS), random::hashes(random, MOST_HASHES));
    let is_with = random.random_bool(0.6);
    let sampling = if is_with { Sampling::WithReplacement } else { Sampling::WithoutReplacement };
    let Ok(shape) = Shape::new(bits, hashes, sampling) else { return };
    let sigma = random.random_range(0..bits);
    let Ok(filter) = SigmaBounded::new(shape, sigma) else { return };
    check_one_phase(ledger, filter);
    if is_with
        && let (Ok(value), Some(truth)) =
            (bloomlab::recycling::rate(bits, hashes, sigma), certified(|a| one_phase(a, filter).rate))
    {
        ledger.compare("bloomlab::recycling::rate", filter, value, &truth, 1e-10);
    }
    if let Ok(filters) = TwoPhase::new(2 * bits, hashes, sampling, sigma)
        && let (Ok((value, route)), Some(truth)) =
            (two_phase_rate(filters), certified(|a| two_phase(a, filters).rate))
    {
        let bound = if route == Route::Sweep { accuracy::TWO_PHASE_SWEEP } else { accuracy::SETTLED };
        ledger.compare("recycling, two phases", filters, value.rate, &truth, bound);
    }
    if let Ok(filter) = Retaining::new(filter)
        && let (Ok((value, _)), Some(truth)) = (retaining_rate(filter), certified(|a| retaining(a, filter).rate))
    {
        ledger.compare("recycling, retaining", filter, value.rate, &truth, accuracy::RETAINING);
    }
    if let Ok(filter) = NBounded::new(shape, sigma / hashes + 1) {
        check_n_bounded(ledger, filter);
    }
    let row = transitions(&Double, shape, sigma);
    for (entry, value) in row.into_iter().enumerate() {
        let truth = certified(|a| transitions(a, shape, sigma)[entry].clone());
        if let Some(truth) = truth.filter(|truth| truth.to_f64() > LEAST) {
            let at = (filter, entry);
            ledger.compare("recycling, transitions", at, value, &truth, accuracy::transitions(hashes));
        }
    }
}

fn check_one_phase(ledger: &mut Ledger, filter: SigmaBounded) {
    let Ok((value, route)) = one_phase_rate(filter) else { return };
    let bound = if route == Route::Sweep { accuracy::SWEEP } else { accuracy::SETTLED };
    let truths = [certified(|a| one_phase(a, filter).rate), certified(|a| one_phase(a, filter).messages_per_cycle)];
    for (value, truth) in [value.rate, value.messages_per_cycle].into_iter().zip(truths) {
        if let Some(truth) = truth {
            ledger.compare("recycling, one phase", filter, value, &truth, bound);
        }
    }
}

fn check_n_bounded(ledger: &mut Ledger, filter: NBounded) {
    let Ok((rates, _)) = n_bounded_rate(filter) else { return };
    if let Some(truth) = certified(|a| n_bounded(a, filter).exact) {
        ledger.compare("recycling, N-bounded", filter, rates.exact, &truth, accuracy::N_BOUNDED_SWEEP);
    }
    let truths = [certified(|a| n_bounded(a, filter).f_o), certified(|a| n_bounded(a, filter).f_a)];
    for (value, truth) in [rates.f_o, rates.f_a].into_iter().zip(truths) {
        if let Some(truth) = truth {
            ledger.compare("recycling, N-bounded bounds", filter, value, &truth, accuracy::N_BOUNDED_BOUNDS);
        }
    }
}
