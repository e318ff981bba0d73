//! Filters that are cleared when they are full enough, and fill again.
//!
//! Three questions have a function of their own here: [`rate`], [`plan`] and [`forgetting`]. The models behind them, for one and
//! two phases, with and without replacement, σ-bounded, N-bounded and retaining, are those of `bloomlab-recycling`.

use bloomlab_numbers::Double;
use bloomlab_occupancy::{OutOfDomain, Parameter, Phases, Refused, Sampling, Shape};
pub use bloomlab_recycling::*;

/// The average of a filter of `bits` bits (m) under `hashes` hash functions (k) that is cleared when a message would set
/// more than `sigma` bits (σ): its false-positive rate, and the expected new messages per cycle.
///
/// Dozier, Salamatian, Rubenstein, f_σ¹, corrected. Relative error below 1e-10 at every size.
///
/// # Errors
/// [`Refused`]: a parameter out of its domain (σ < m), or a filter too large to sweep and to extrapolate.
///
/// ```
/// let average = bloomlab::recycling::rate(1000, 6, 606)?;
/// assert!((average.messages_per_cycle - 155.946).abs() < 1e-3);
/// # Ok::<(), bloomlab::Refused>(())
/// ```
pub fn rate(bits: u64, hashes: u64, sigma: u64) -> Result<AtSigma, Refused> {
    let filter = SigmaBounded::new(Shape::new(bits, hashes, Sampling::WithReplacement)?, sigma)?;
    Ok(one_phase_rate(filter)?.0)
}

/// The σ-bounded filter of `bits` bits that takes most messages at an average false-positive rate of at most `target`.
///
/// # Errors
/// [`Refused`]: a parameter out of its domain, or a search that is too large.
///
/// ```
/// let plan = bloomlab::recycling::plan(1000, 0.01)?;
/// assert_eq!(plan.hashes, 6);
/// # Ok::<(), bloomlab::Refused>(())
/// ```
pub fn plan(bits: u64, target: f64) -> Result<Plan, Refused> {
    let target = Target::new(target)?;
    plan_sigma_bounded(bits, Sampling::WithReplacement, Phases::One, target, None, &mut Budget::default())
}

/// The probability that a σ-bounded filter takes a message for new that arrived `distance` new messages before.
///
/// # Errors
/// [`Refused`]: a parameter out of its domain, or a cycle too long to follow.
///
/// ```
/// let forgotten = bloomlab::recycling::forgetting(1000, 6, 606, 100)?;
/// assert!(forgotten > 0.5 && forgotten < 0.7);
/// # Ok::<(), bloomlab::Refused>(())
/// ```
pub fn forgetting(bits: u64, hashes: u64, sigma: u64, distance: u64) -> Result<f64, Refused> {
    let filter = SigmaBounded::new(Shape::new(bits, hashes, Sampling::WithReplacement)?, sigma)?;
    forgetting_cost(filter, distance).within(MAX_COST, "a smaller distance would do")?;
    let refused = || OutOfDomain::new(Parameter::Distance, distance, "distance ≥ 0");
    let last = forgetting_one_phase(&Double, filter, distance).pop().ok_or_else(refused)?;
    Ok(last.false_negative_rate)
}
