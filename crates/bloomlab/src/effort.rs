//! What a cross-check may take.

use bloomlab_evaluation::{Failure, Unanswered};
use bloomlab_occupancy::{Advice, Budget, OutOfDomain, Parameter, Resource};

/// The time that each evaluation of a cross-check may take, by estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[must_use]
pub struct Effort {
    seconds: f64,
}

impl Effort {
    /// The longest limit that can be asked for: a day.
    pub const MAX_SECONDS: f64 = 86_400.0;

    /// How many evaluations of the full length one question may take, where it has no limit of its own.
    pub(crate) const PARTS: f64 = 10.0;

    /// At most `seconds` seconds for each evaluation.
    ///
    /// # Errors
    /// [`OutOfDomain`] unless 0 < seconds ≤ 86400.
    pub fn seconds(seconds: f64) -> Result<Self, OutOfDomain> {
        if seconds > 0.0 && seconds <= Self::MAX_SECONDS {
            return Ok(Self { seconds });
        }
        Err(OutOfDomain::new(Parameter::Seconds, seconds, "a number of seconds above 0, at most 86400"))
    }

    /// All evaluations together may take `parts` times as long as one.
    pub fn budget(self, parts: f64) -> Budget {
        Budget::of_seconds(parts * self.seconds).by_parts(self.seconds)
    }

    /// A failure with the limit to try, where it is the limit that is missed.
    pub fn unanswered(self, failure: Failure) -> Unanswered {
        let needed = match failure.too_large() {
            Some(why) if why.resource == Resource::Seconds => {
                // that of all together is not below that of a second each
                let of = if why.most > 1.5 * self.seconds { self.seconds.max(1.0) } else { self.seconds };
                Some(two_digits_above(of * why.needed / why.most))
            }
            _ => None,
        };
        let advice = needed.filter(|seconds| *seconds <= Self::MAX_SECONDS);
        let unanswered = Unanswered::from(failure);
        match advice {
            Some(seconds) => unanswered.advising(Advice::Set(Parameter::Seconds, seconds.into())),
            None => unanswered,
        }
    }
}

/// A number of two significant digits, at most a tenth above `value`.
fn two_digits_above(value: f64) -> f64 {
    format!("{:.1e}", 1.05 * value).parse().unwrap_or(value)
}
