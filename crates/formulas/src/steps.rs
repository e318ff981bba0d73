//! The steps of an evaluation, a multiplication and an addition each: the choice between routes, and the end of a domain.

use bloomlab_numbers::Refused;

/// The most steps of one evaluation: seconds in doubles.
const MOST_STEPS: f64 = 2e9;

/// Refuses `name` = `value` if the evaluation takes more than 2·10^9 steps.
pub(crate) fn check(steps: f64, name: &'static str, value: u64) -> Result<(), Refused> {
    if steps <= MOST_STEPS {
        return Ok(());
    }
    Err(Refused::new(name, value, format!("at most {MOST_STEPS:e} steps, not {steps:.1e}")))
}
