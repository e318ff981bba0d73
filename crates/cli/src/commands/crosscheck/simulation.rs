//! The row of a simulation: a mean with its interval, and the distance of the mean from the truth.

use std::time::Instant;

use bloomlab::{Certified, Computed, Estimate, Failure, INTERVAL_CONFIDENCE, SimulationFailure};

use super::Effort;
use crate::answer::{Field, Row};
use crate::num::Num;

/// The digits of a simulated number that are shown.
const DIGITS: usize = 6;

impl Effort {
    /// Runs a simulation and shows it beside the other routes.
    pub(super) fn simulated(
        self,
        fields: Vec<(&'static str, Field)>,
        value: &'static str,
        truth: Option<&Certified>,
        simulate: impl FnOnce() -> Result<Estimate, SimulationFailure>,
    ) -> Row {
        let start = Instant::now();
        let estimate = simulate();
        self.estimated(fields, value, truth, (estimate, start.elapsed().as_secs_f64()))
    }

    /// Shows a simulation, with its time in seconds, beside the other routes.
    pub(super) fn estimated(
        self,
        mut fields: Vec<(&'static str, Field)>,
        value: &'static str,
        truth: Option<&Certified>,
        (estimate, seconds): (Result<Estimate, SimulationFailure>, f64),
    ) -> Row {
        fields.push(("formula", Field::Text("simulation".to_owned())));
        fields.push(("arithmetic", Field::Text(format!("{} % interval", 100.0 * INTERVAL_CONFIDENCE))));
        let estimate = match estimate {
            Ok(estimate) => estimate,
            Err(SimulationFailure::Evaluation(failure)) => return Row::failed(fields, self.advised(&failure)),
            Err(SimulationFailure::TooLarge(why)) => return Row::failed(fields, self.advised(&Failure::TooLarge(why))),
            Err(failure) => return Row::failed(fields, failure),
        };
        let num = |value| Field::Num(Num::double(value, DIGITS.min(self.digits.get())));
        let error = truth.map_or(Field::Unknown, |truth| match Computed::Double(estimate.mean).relative_error(truth) {
            Some(error) => Field::Brief(Num::difference(&error, DIGITS, false)),
            None => Field::Undefined,
        });
        fields.extend([
            (value, num(estimate.mean)),
            ("relative_error", error),
            ("seconds", Field::Measured(seconds)),
            ("interval_lower", num(estimate.lower())),
            ("interval_upper", num(estimate.upper())),
        ]);
        Row::new(fields)
    }
}
