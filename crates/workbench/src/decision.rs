//! What a figure's table decides of a claim.

use crate::Verdict;

/// The verdict on one claim, and what it follows from. Place and statement stand in the paper's `claims.toml`.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The claim's id in `claims.toml`.
    pub id: &'static str,
    /// What the value is, where `claims.toml` does not say it.
    pub measured: Option<String>,
    /// The number that was measured.
    pub value: Option<f64>,
    /// What follows.
    pub verdict: Verdict,
    /// The condition under which the claim holds, or why it does not or cannot be tested.
    pub condition: Option<String>,
}

impl Decision {
    /// Nothing is measured yet: not testable, until [`Decision::decide`] or [`Decision::decide_if`].
    pub fn new(id: &'static str) -> Self {
        Self { id, measured: None, value: None, verdict: Verdict::NotTestable, condition: None }
    }

    /// The number that was measured; `claims.toml` says what it is.
    #[must_use]
    pub fn measured(self, value: f64) -> Self {
        Self { value: Some(value), ..self }
    }

    /// The number that was measured, and what it is, where that depends on the table.
    #[must_use]
    pub fn measured_as(self, what: impl Into<String>, value: f64) -> Self {
        Self { measured: Some(what.into()), value: Some(value), ..self }
    }

    /// The verdict on a claim that is true or false.
    #[must_use]
    pub fn decide(self, holds: bool) -> Self {
        Self { verdict: if holds { Verdict::Holds } else { Verdict::DoesNotHold }, ..self }
    }

    /// The verdict on a claim that may be true under a condition only.
    #[must_use]
    pub fn decide_if(self, holds: bool, holds_under_condition: bool, condition: impl Into<String>) -> Self {
        match (holds, holds_under_condition) {
            (false, true) => Self { verdict: Verdict::HoldsOnlyIf, condition: Some(condition.into()), ..self },
            _ => self.decide(holds),
        }
    }

    /// What else a reader should know: why it does not hold, or why it cannot be tested. A condition takes precedence.
    #[must_use]
    pub fn because(self, why: impl Into<String>) -> Self {
        Self { condition: self.condition.or(Some(why.into())), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_follow_from_what_is_measured() {
        let decision = || Decision::new("A").measured(0.5);
        assert_eq!(decision().decide(true).verdict, Verdict::Holds);
        assert_eq!(decision().decide(false).verdict, Verdict::DoesNotHold);
        let conditional = |holds, under| decision().decide_if(holds, under, "n > 1");
        assert_eq!((conditional(true, true).verdict, conditional(true, true).condition), (Verdict::Holds, None));
        assert_eq!(conditional(false, true).verdict, Verdict::HoldsOnlyIf);
        assert_eq!(conditional(false, true).because("else").condition.as_deref(), Some("n > 1"));
        assert_eq!(conditional(false, false).verdict, Verdict::DoesNotHold);
    }
}
