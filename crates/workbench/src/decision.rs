//! What a figure's table decides of a claim.

use serde::Serialize;

use crate::measures::{Extreme, Share};
use crate::scope::{Scope, short};
use crate::{AnyError, Range, Verdict};

/// The verdict on one claim, and what it follows from. Place and statement stand in the paper's `claims.toml`.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The claim's id in `claims.toml`.
    pub id: &'static str,
    /// What the value is, where `claims.toml` does not say it.
    pub measured: Option<String>,
    /// The number that was measured.
    pub value: Option<f64>,
    /// What follows; `None` until one of the methods that decide.
    pub verdict: Option<Verdict>,
    /// The part of its scope in which the claim holds, or the correction with which it does.
    pub condition: Option<String>,
    /// Numbers, the counterexample, or why nothing can be tested.
    pub remark: Option<String>,
    /// Every word of degree with its number.
    pub threshold: Option<String>,
    /// Where it holds, if one quantity decides.
    pub range: Option<Range>,
    /// The values on which it was tested.
    pub(crate) scope: Option<Scope>,
}

/// The share of 99 % intervals that contain what they estimate, from which a simulation counts as agreeing.
const CONTAINED: f64 = 0.9;

/// What stands in the place of an id where the claim is the title of its figure.
pub(crate) const TITLE: &str = "title";

impl Decision {
    /// The claim that the figure's title is, of which nothing is decided yet. It must hold.
    pub fn title() -> Self {
        Self::new(TITLE)
    }

    /// Nothing is decided yet.
    pub fn new(id: &'static str) -> Self {
        Self {
            id,
            measured: None,
            value: None,
            verdict: None,
            condition: None,
            remark: None,
            threshold: None,
            range: None,
            scope: None,
        }
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

    /// The rows on which the claim was tested, where they are not all rows of the table. Its scope is computed from them.
    ///
    /// # Errors
    /// No rows: then nothing was tested.
    pub fn tested_on<R: Serialize>(self, rows: impl IntoIterator<Item = R>) -> Result<Self, AnyError> {
        let id = self.id;
        let scope = Scope::of(rows).map_err(|error| format!("claim {id}: {error}"))?;
        Ok(Self { scope: Some(scope), ..self })
    }

    /// The verdict on a claim that is true or false; `otherwise` is why, or the counterexample, when it is false.
    #[must_use]
    pub fn decide(self, holds: bool, otherwise: impl Into<String>) -> Self {
        if holds { self.with(Verdict::Holds) } else { self.fails(otherwise) }
    }

    /// The verdict on a claim that a largest value is at most a bound; `name` names the row where it is not.
    #[must_use]
    pub fn at_most<R>(self, largest: Extreme<R>, bound: f64, name: impl Fn(&R) -> String) -> Self {
        let (value, otherwise) = (largest.value, format!("{} at {}", short(largest.value), name(&largest.row)));
        self.valued(value).decide(value <= bound, otherwise)
    }

    /// The verdict on a claim that a smallest value is at least a bound; `name` names the row where it is not.
    #[must_use]
    pub fn at_least<R>(self, smallest: Extreme<R>, bound: f64, name: impl Fn(&R) -> String) -> Self {
        let (value, otherwise) = (smallest.value, format!("{} at {}", short(smallest.value), name(&smallest.row)));
        self.valued(value).decide(value >= bound, otherwise)
    }

    /// The verdict on a claim that at least this share of some rows have a property, all of them with a share of 1; `name`
    /// names the first that lacks it.
    #[must_use]
    pub fn in_share<R>(self, share: Share<R>, least: f64, name: impl Fn(&R) -> String) -> Self {
        let otherwise = share.lacking.as_ref().map(|row| format!("not at {}", name(row))).unwrap_or_default();
        self.valued(share.value()).decide(share.value() >= least, otherwise)
    }

    /// The verdict on a claim that simulations agree: at least nine of ten 99 % intervals contain what they estimate.
    #[must_use]
    pub fn in_intervals<R>(self, contained: Share<R>) -> Self {
        let share = format!("{:.0} % of the intervals contain it", 100.0 * contained.value());
        self.valued(contained.value())
            .threshold(format!("at least {:.0} % of the 99 % intervals contain it", 100.0 * CONTAINED))
            .decide(contained.value() >= CONTAINED, share)
    }

    /// With a value, unless it has one already: then the measured number is another one than what decides.
    fn valued(self, value: f64) -> Self {
        Self { value: self.value.or(Some(value)), ..self }
    }

    /// The verdict on a claim that may be true in a part of its scope only, which the condition names.
    #[must_use]
    pub fn decide_if(
        self,
        holds: bool,
        holds_under_condition: bool,
        condition: impl Into<String>,
        otherwise: impl Into<String>,
    ) -> Self {
        match (holds, holds_under_condition) {
            (true, _) => self.with(Verdict::Holds),
            (false, true) => Self { condition: Some(condition.into()), ..self.with(Verdict::HoldsOnlyIf) },
            (false, false) => self.fails(otherwise),
        }
    }

    /// The verdict on a claim that holds for some values of one quantity: those of the range, and of no others. Without a
    /// range, or with an empty one, it does not hold.
    #[must_use]
    pub fn decide_within(self, range: Option<Range>, otherwise: impl Into<String>) -> Self {
        let (holds, some) = range.as_ref().map_or((false, false), |r| (r.is_everywhere(), r.holds.is_some()));
        let condition = range.as_ref().map(Range::to_string).unwrap_or_default();
        Self { range, ..self }.decide_if(holds, some, condition, otherwise)
    }

    /// The verdict on a claim with an error of writing: true as it stands, or with the correction, or not at all.
    #[must_use]
    pub fn decide_corrected(
        self,
        holds: bool,
        holds_as_corrected: bool,
        correction: impl Into<String>,
        otherwise: impl Into<String>,
    ) -> Self {
        match (holds, holds_as_corrected) {
            (true, _) => self.with(Verdict::Holds),
            (false, true) => Self { condition: Some(correction.into()), ..self.with(Verdict::HoldsAsCorrected) },
            (false, false) => self.fails(otherwise),
        }
    }

    /// The claim defines something, or follows from a definition, and so could not have failed.
    #[must_use]
    pub fn by_definition(self, why: impl Into<String>) -> Self {
        self.with(Verdict::ByDefinition).remark(why)
    }

    /// Nothing that could be measured would decide the claim.
    #[must_use]
    pub fn not_testable(self, why: impl Into<String>) -> Self {
        self.with(Verdict::NotTestable).remark(why)
    }

    /// What else a reader should know. Remarks add up.
    #[must_use]
    pub fn remark(self, text: impl Into<String>) -> Self {
        let text = text.into();
        let remark = match self.remark {
            Some(earlier) => format!("{earlier}; {text}"),
            None => text,
        };
        Self { remark: Some(remark), ..self }
    }

    /// Every word of degree in the claim with its number, from the constant that decides.
    #[must_use]
    pub fn threshold(self, text: impl Into<String>) -> Self {
        Self { threshold: Some(text.into()), ..self }
    }

    /// The values of the one quantity on which the verdict depends, where another method decides.
    #[must_use]
    pub fn range(self, range: Option<Range>) -> Self {
        Self { range, ..self }
    }

    /// What it was tested on, unless it says so itself.
    pub(crate) fn or_scope(self, scope: &Scope) -> Self {
        Self { scope: self.scope.or_else(|| Some(scope.clone())), ..self }
    }

    /// What it was tested on, with the parameters that no column holds.
    pub(crate) fn at(self, parameters: &Scope) -> Self {
        Self { scope: self.scope.map(|scope| scope.or(parameters)), ..self }
    }

    fn with(self, verdict: Verdict) -> Self {
        Self { verdict: Some(verdict), ..self }
    }

    /// The reason comes before all other remarks.
    fn fails(self, why: impl Into<String>) -> Self {
        let others = self.remark.clone();
        let decision = Self { remark: None, ..self.with(Verdict::DoesNotHold) }.remark(why);
        others.into_iter().fold(decision, Self::remark)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decision() -> Decision {
        Decision::new("A").measured(0.5).remark("more")
    }

    #[test]
    fn what_does_not_hold_says_why() {
        let (holds, fails) = (decision().decide(true, "why"), decision().decide(false, "why"));
        assert_eq!((holds.verdict, holds.remark.as_deref()), (Some(Verdict::Holds), Some("more")));
        assert_eq!((fails.verdict, fails.remark.as_deref()), (Some(Verdict::DoesNotHold), Some("why; more")));
        let neither = decision().decide_if(false, false, "n > 1", "why");
        assert_eq!((neither.verdict, neither.condition.as_deref()), (Some(Verdict::DoesNotHold), None));
        assert_eq!(neither.remark.as_deref(), Some("why; more"));
    }

    #[test]
    fn a_condition_stands_where_it_is_needed() {
        let conditional = |holds| decision().decide_if(holds, true, "n > 1", "why");
        assert_eq!((conditional(true).verdict, conditional(true).condition), (Some(Verdict::Holds), None));
        assert_eq!(conditional(false).verdict, Some(Verdict::HoldsOnlyIf));
        assert_eq!(conditional(false).condition.as_deref(), Some("n > 1"));
        let corrected = |holds, corrected| decision().decide_corrected(holds, corrected, "j for i", "why");
        assert_eq!(corrected(true, true).verdict, Some(Verdict::Holds));
        assert_eq!(corrected(false, true).verdict, Some(Verdict::HoldsAsCorrected));
        assert_eq!(corrected(false, true).condition.as_deref(), Some("j for i"));
        assert_eq!(corrected(false, false).verdict, Some(Verdict::DoesNotHold));
    }

    #[test]
    fn a_range_is_its_condition() {
        let within = |good: [bool; 3]| {
            let points = good.into_iter().enumerate().map(|(i, good)| (i as f64, good));
            decision().decide_within(Range::found("k", points), "why")
        };
        assert_eq!(within([true, true, true]).verdict, Some(Verdict::Holds));
        assert_eq!(
            within([true, true, false]).condition.as_deref(),
            Some("k from 0 (the edge of the grid) to 1, which no other values test")
        );
        assert_eq!(within([true, false, true]).verdict, Some(Verdict::DoesNotHold));
        assert_eq!(within([false, false, false]).verdict, Some(Verdict::DoesNotHold));
    }
}
