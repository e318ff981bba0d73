//! The steps of an evaluation, a multiplication and an addition each: the choice between routes, and the end of a domain.

use bloomlab_numbers::{OutOfDomain, Parameter};

/// The most steps of one evaluation: seconds in doubles.
const MOST_STEPS: f64 = 2e9;

/// Refuses `parameter` = `value` if the evaluation takes more than 2·10^9 steps.
pub(crate) fn check(steps: f64, parameter: Parameter, value: u64) -> Result<(), OutOfDomain> {
    if steps <= MOST_STEPS {
        return Ok(());
    }
    Err(OutOfDomain::new(parameter, value, format!("at most {MOST_STEPS:e} steps, not {steps:.1e}")))
}
