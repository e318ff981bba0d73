//! The row of a simulation: a mean with its interval, and the distance of the mean from the truth.

use std::time::Instant;

use bloomlab::crosscheck::{Computed, Failure, INTERVAL_CONFIDENCE};
use bloomlab::exact::Certified;
use bloomlab_simulation::Estimate;

use super::Effort;
use crate::answer::{Cell, Row};
use crate::num::Num;

/// The digits of a simulated number that are shown.
const DIGITS: usize = 6;

impl Effort {
    /// Runs a simulation and shows it beside the other routes.
    pub(super) fn simulated(
        self,
        mut fields: Vec<(&'static str, Cell)>,
        value: &'static str,
        truth: Option<&Certified>,
        simulate: impl FnOnce() -> Result<Estimate, Failure>,
    ) -> Row {
        fields.push(("formula", Cell::Text("simulation".to_owned())));
        fields.push(("arithmetic", Cell::Text(format!("{} % interval", 100.0 * INTERVAL_CONFIDENCE))));
        let start = Instant::now();
        let estimate = match simulate() {
            Ok(estimate) => estimate,
            Err(failure) => return Row::failed(fields, self.advised(&failure)),
        };
        let seconds = start.elapsed().as_secs_f64();
        let num = |value| Cell::Num(Num::double(value, DIGITS.min(self.digits.get())));
        let error = truth.map_or(Cell::Unknown, |truth| match Computed::Double(estimate.mean).relative_error(truth) {
            Some(error) => Cell::Brief(Num::difference(&error, DIGITS, false)),
            None => Cell::Undefined,
        });
        fields.extend([
            (value, num(estimate.mean)),
            ("relative_error", error),
            ("seconds", Cell::Measured(seconds)),
            ("interval_lower", num(estimate.lower())),
            ("interval_upper", num(estimate.upper())),
        ]);
        Row::new(fields)
    }
}
