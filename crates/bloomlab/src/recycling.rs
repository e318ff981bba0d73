//! Filters that are cleared when they are full enough, and fill again.
//!
//! Four questions have a function of their own here: [`rate`], [`messages_per_cycle`], [`plan`] and [`forgetting`]. They are
//! about one filter with replacement, recycled by its set bits. The models of all the others are here too:
//!
//! * filters: [`SigmaBounded`], [`TwoPhase`], [`Retaining`], [`NBounded`];
//! * their averages in double precision at any size, with the [`Route`] that found them: [`one_phase_rate`],
//!   [`two_phase_rate`], [`retaining_rate`], [`n_bounded_rate`], [`capacity`];
//! * the same averages in any arithmetic, one filter at a time: [`one_phase`], [`two_phase`], [`retaining`], [`n_bounded`];
//! * plans, which share a [`Budget`]: [`plan_sigma_bounded`], [`plan_n_bounded`], [`plan_worst_case`];
//! * every kind there is, with what becomes of the message that ends a cycle: [`Variant`] of a [`Cycle`],
//!   [`variant_average`], [`variant_forgetting`];
//! * forgetting: [`forgetting_one_phase`], [`forgetting_two_phase`]; of messages that return after random distances
//!   ([`ReuseLaw`]): [`ForgettingCurve`].
//!
//! The Markov chains and the sweeps behind them are those of the crate `bloomlab-recycling`.

use bloomlab_numbers::Double;
pub use bloomlab_recycling::{
    AtSigma, Average, Budget, Cycle, Forgetting, ForgettingCurve, MAX_COST, MAX_HASHES, NBounded, NBoundedRates, Plan,
    Retaining, ReuseLaw, Route, SigmaBounded, Target, TwoPhase, TwoPhaseAverage, Variant, capacity, forgetting_cost,
    forgetting_one_phase, forgetting_two_phase, n_bounded, n_bounded_rate, one_phase, one_phase_rate, plan_n_bounded,
    plan_sigma_bounded, plan_worst_case, retaining, retaining_rate, two_phase, two_phase_rate, variant_average,
    variant_forgetting, worst_case_rate,
};

use crate::{Error, OutOfDomain, Phases, Sampling, Shape};

/// The average false-positive rate of a filter of `bits` bits (m) under `hashes` hash functions (k) that is cleared when a
/// message would set more than `sigma` bits (σ).
///
/// Dozier, Salamatian, Rubenstein, f_σ¹, corrected. Relative error below 1e-10 at every size.
///
/// # Errors
/// [`Error::OutOfDomain`] unless 1 ≤ m ≤ 2^63 − 1, 1 ≤ k ≤ 1024 and σ < m; [`Error::TooLarge`] for a filter too large to
/// sweep and to extrapolate.
///
/// ```
/// let rate = bloomlab::recycling::rate(1000, 6, 606)?;
/// assert!((rate - 0.00999538).abs() < 1e-8);
/// # Ok::<(), bloomlab::Error>(())
/// ```
pub fn rate(bits: u64, hashes: u64, sigma: u64) -> Result<f64, Error> {
    Ok(average(bits, hashes, sigma)?.rate)
}

/// The expected number of new messages that the same filter takes between two clearings.
///
/// # Errors
/// As [`rate`].
///
/// ```
/// let messages = bloomlab::recycling::messages_per_cycle(1000, 6, 606)?;
/// assert!((messages - 155.946).abs() < 1e-3);
/// # Ok::<(), bloomlab::Error>(())
/// ```
pub fn messages_per_cycle(bits: u64, hashes: u64, sigma: u64) -> Result<f64, Error> {
    Ok(average(bits, hashes, sigma)?.messages_per_cycle)
}

fn average(bits: u64, hashes: u64, sigma: u64) -> Result<AtSigma, Error> {
    Ok(one_phase_rate(filter(bits, hashes, sigma)?)?.0)
}

fn filter(bits: u64, hashes: u64, sigma: u64) -> Result<SigmaBounded, OutOfDomain> {
    SigmaBounded::new(Shape::new(bits, hashes, Sampling::WithReplacement)?, sigma)
}

/// The filter of `bits` bits that takes the most messages per cycle at an average false-positive rate of at most
/// `target`: its hash functions and its threshold σ.
///
/// # Errors
/// [`Error::OutOfDomain`] unless 1 ≤ bits ≤ 2^63 − 1 and 0 < target < 1; [`Error::TooLarge`] for a search that is too large.
///
/// ```
/// let plan = bloomlab::recycling::plan(1000, 0.01)?;
/// assert_eq!(plan.hashes, 6);
/// # Ok::<(), bloomlab::Error>(())
/// ```
pub fn plan(bits: u64, target: f64) -> Result<Plan, Error> {
    let target = Target::new(target)?;
    let budget = &mut Budget::default();
    Ok(plan_sigma_bounded(bits, Sampling::WithReplacement, Phases::One, target, None, budget)?)
}

/// The probability that the filter of [`rate`] takes a message for new that arrived `distance` new messages before.
///
/// # Errors
/// As [`rate`]; [`Error::TooLarge`] for a cycle too long to follow.
///
/// ```
/// let forgotten = bloomlab::recycling::forgetting(1000, 6, 606, 100)?;
/// assert!(forgotten > 0.5 && forgotten < 0.7);
/// # Ok::<(), bloomlab::Error>(())
/// ```
pub fn forgetting(bits: u64, hashes: u64, sigma: u64, distance: u64) -> Result<f64, Error> {
    let filter = filter(bits, hashes, sigma)?;
    forgetting_cost(filter, distance).within(bloomlab_recycling::MAX_COST, "try a smaller distance")?;
    // one for each distance from 0 on
    let rates = forgetting_one_phase(&Double, filter, distance);
    Ok(rates[distance as usize].false_negative_rate)
}
