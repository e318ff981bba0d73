//! The row of a simulation: a mean with its interval, and the distance of the mean from the truth.

use bloomlab::{Certified, Computed, Estimate, Failure, INTERVAL_CONFIDENCE};

use super::{Named, Shown};
use crate::answer::{Field, Row};
use crate::error::failure;
use crate::num::Num;

/// The digits of a simulated number that are shown.
const DIGITS: usize = 6;

impl Shown {
    /// The row of a simulation, with its time in seconds.
    pub(super) fn simulated(
        self,
        mut fields: Named,
        value: &'static str,
        truth: Option<&Certified>,
        (estimate, seconds): (Result<Estimate, Failure>, f64),
    ) -> Row {
        fields.push(("formula", Field::Text("simulation".to_owned())));
        fields.push(("arithmetic", Field::Text(format!("{} % interval", 100.0 * INTERVAL_CONFIDENCE))));
        let estimate = match estimate {
            Ok(estimate) => estimate,
            Err(why) => return Row::failed(fields, failure(&why)),
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
