//! Formulas by name, for programs that let a user choose one.

use bloomlab_numbers::{Advice, AnalyticArithmetic, Arithmetic, Cost, OutOfDomain, Parameter, Refused, Sampling};
use strum::VariantArray;

use crate::{
    Load, approximation, bose, christensen, coverage, exact, inclusion_exclusion,
    table::{self, LineSeven},
};

/// A formula for the false-positive rate of a filter.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    strum::Display,
    strum::EnumString,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownFormula, parse_err_fn = UnknownFormula::named)]
#[non_exhaustive]
pub enum Formula {
    /// [`exact::rate`].
    Exact,
    /// [`approximation::classic`].
    Classic,
    /// [`approximation::classic_limit`].
    ClassicLimit,
    /// [`approximation::bloom_1970`].
    #[strum(serialize = "bloom-1970")]
    Bloom1970,
    /// [`christensen::by_recursion`].
    ChristensenRecursion,
    /// [`table::rate`] as published, with the line 7 that the transcription has.
    ChristensenTable,
    /// [`table::rate`] with line 7 repaired.
    ChristensenTableRepaired,
    /// [`christensen::closed`].
    ChristensenClosed,
    /// [`bose::rate`].
    BoseStirling,
    /// [`inclusion_exclusion::rate`].
    InclusionExclusion,
    /// [`coverage::rate`].
    Coverage,
}

impl Formula {
    /// Every formula.
    pub const ALL: &[Formula] = Formula::VARIANTS;

    /// The most that one evaluation may take in any arithmetic.
    ///
    /// 20 s in double precision rather than [`ANSWER_SECONDS`](bloomlab_numbers::ANSWER_SECONDS), and minutes in wider
    /// arithmetic: a program waits longer than a person does.
    pub const MAX_COST: Cost = Cost::of_seconds(20.0).holding(1e8);

    /// The name of the formula, in lower case with hyphens.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns true if the formula gives the exact rate: all but the approximations and Figure 1 as published.
    pub fn is_exact(self) -> bool {
        !self.is_approximation() && self != Formula::ChristensenTable
    }

    /// Returns true if the formula is one of [`approximation`], which are functions of m, n and k alone.
    pub fn is_approximation(self) -> bool {
        matches!(self, Formula::Classic | Formula::ClassicLimit | Formula::Bloom1970)
    }

    /// Returns true if the formula answers for positions drawn this way. Published formulas for the exact rate hold with
    /// replacement only.
    pub fn covers(self, sampling: Sampling) -> bool {
        sampling == Sampling::WithReplacement
            || self.is_approximation()
            || matches!(self, Formula::Exact | Formula::InclusionExclusion | Formula::Coverage)
    }

    /// The cheapest formula that gives the exact rate in this arithmetic: from positive terms only, unless the
    /// arithmetic [tolerates cancellation](Arithmetic::tolerates_cancellation).
    pub fn best<A: Arithmetic>(a: &A, load: Load) -> Self {
        let any_size = Self::best_at_any_size(a);
        let recursion = Formula::ChristensenRecursion;
        let is_shorter = || recursion.cost(a, load).steps < any_size.cost(a, load).steps;
        if recursion.covers(load.sampling()) && is_shorter() { recursion } else { any_size }
    }

    /// The formula that gives the exact rate at any size in the fewest steps.
    pub(crate) fn best_at_any_size<A: Arithmetic>(a: &A) -> Self {
        if a.tolerates_cancellation() { Formula::InclusionExclusion } else { Formula::Coverage }
    }

    /// The cost of [`Formula::rate`] in this arithmetic.
    pub fn cost<A: Arithmetic>(self, a: &A, load: Load) -> Cost {
        match self {
            Formula::Exact => exact::cost(a, load),
            Formula::Classic | Formula::ClassicLimit | Formula::Bloom1970 => approximation::COST,
            Formula::ChristensenRecursion => christensen::recursion_cost(load),
            Formula::ChristensenTable | Formula::ChristensenTableRepaired => table::cost(load),
            Formula::ChristensenClosed => christensen::closed_cost(load),
            Formula::BoseStirling => bose::cost(load),
            Formula::InclusionExclusion => inclusion_exclusion::cost(load),
            Formula::Coverage => coverage::cost(load),
        }
    }

    /// The rate that the formula gives.
    ///
    /// # Errors
    /// [`FormulaError`]: outside the formula's domain, or more than [`Formula::MAX_COST`].
    pub fn rate<A: AnalyticArithmetic>(self, a: &A, load: Load) -> Result<A::Number, FormulaError> {
        match self {
            Formula::ClassicLimit => Ok(approximation::classic_limit(a, load)),
            _ => self.algebraic_rate(a, load),
        }
    }

    /// The rate that the formula gives in an arithmetic without transcendental functions.
    pub fn algebraic_rate<A: Arithmetic>(self, a: &A, load: Load) -> Result<A::Number, FormulaError> {
        if !self.covers(load.sampling()) {
            return Err(FormulaError::WithReplacementOnly(self));
        }
        self.cost(a, load)
            .within(Formula::MAX_COST, Advice::smaller(&[Parameter::Bits, Parameter::Items, Parameter::Hashes]))
            .map_err(Refused::from)?;
        Ok(match self {
            Formula::Exact => exact::rate(a, load).map_err(Refused::from)?,
            Formula::Classic => approximation::classic(a, load),
            Formula::ClassicLimit => return Err(FormulaError::Transcendental(self)),
            Formula::Bloom1970 => approximation::bloom_1970(a, load)?,
            Formula::ChristensenRecursion => christensen::by_recursion(a, load),
            Formula::ChristensenTable => table::rate(a, LineSeven::AsTranscribed, load)?,
            Formula::ChristensenTableRepaired => table::rate(a, LineSeven::Repaired, load)?,
            Formula::ChristensenClosed => christensen::closed(a, load),
            Formula::BoseStirling => bose::rate(a, load),
            Formula::InclusionExclusion => inclusion_exclusion::rate(a, load),
            Formula::Coverage => coverage::rate(a, load),
        })
    }
}

/// The reason why a formula gives no rate.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FormulaError {
    /// The load lies outside the formula's domain, or takes too long.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The formula holds with replacement only.
    #[error("out of domain: {0} has no form without replacement")]
    WithReplacementOnly(Formula),
    /// The formula has an exponential, the arithmetic has none.
    #[error("out of domain: {0} has an exponential, which rationals lack")]
    Transcendental(Formula),
}

impl From<OutOfDomain> for FormulaError {
    fn from(error: OutOfDomain) -> Self {
        Refused::from(error).into()
    }
}

/// A name that no formula has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown formula `{0}`; known are {known}", known = names().join(", "))]
pub struct UnknownFormula(String);

impl UnknownFormula {
    fn named(name: &str) -> Self {
        Self(name.to_owned())
    }
}

fn names() -> Vec<&'static str> {
    Formula::ALL.iter().map(|formula| formula.name()).collect()
}
