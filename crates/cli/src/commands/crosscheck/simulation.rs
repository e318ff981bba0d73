//! The row of a simulation: a mean with its interval, and the distance of the mean from the truth.

use bloomlab::{Certified, Computed, Difference, Estimate, Failure, INTERVAL_CONFIDENCE};

use super::Shown;
use crate::answer::{Field, Row, failed};
use crate::error::failure;
use crate::num::Num;

/// The digits of a simulated number that are shown.
const DIGITS: usize = 6;

impl Shown {
    /// The row of a simulation, with its time in seconds.
    pub(super) fn simulated(
        self,
        mut fields: Row,
        value: &'static str,
        truth: Option<&Certified>,
        (estimate, seconds): (Result<Estimate, Failure>, f64),
    ) -> Row {
        fields.push(("formula", Field::text("simulation")));
        fields.push(("arithmetic", Field::text(format!("{} % interval", 100.0 * INTERVAL_CONFIDENCE))));
        let estimate = match estimate {
            Ok(estimate) => estimate,
            Err(why) => return failed(fields, failure(&why)),
        };
        let num = |value| Num::double(value, DIGITS.min(self.digits.digits)).field();
        let error = Difference::of(truth.map(|truth| Computed::Double(estimate.mean).relative_error(truth)));
        fields.extend([
            (value, num(estimate.mean)),
            ("relative_error", Num::difference(&error, DIGITS, false)),
            ("seconds", Num::rough(seconds).field()),
            ("interval_lower", num(estimate.lower())),
            ("interval_upper", num(estimate.upper())),
        ]);
        fields
    }
}
