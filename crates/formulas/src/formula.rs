//! Formulas by name, for programs that let a user choose one.

use bloomlab_numbers::{AnalyticArithmetic, Arithmetic, Refused, Sampling};
use strum::VariantArray;

use crate::{
    Load, approximation, bose, christensen, coverage, exact, inclusion_exclusion, steps,
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

    /// The formula that gives the exact rate in the fewest steps in this arithmetic: from positive terms only, unless the
    /// arithmetic [tolerates cancellation](Arithmetic::tolerates_cancellation).
    pub fn best<A: Arithmetic>(a: &A, load: Load) -> Self {
        let any_size = Self::best_at_any_size(a);
        let recursion = Formula::ChristensenRecursion;
        let is_shorter = || recursion.steps(a, load) < any_size.steps(a, load);
        if recursion.covers(load.sampling()) && is_shorter() { recursion } else { any_size }
    }

    /// The formula that gives the exact rate at any size in the fewest steps.
    pub(crate) fn best_at_any_size<A: Arithmetic>(a: &A) -> Self {
        if a.tolerates_cancellation() { Formula::InclusionExclusion } else { Formula::Coverage }
    }

    /// The steps of [`Formula::rate`] in this arithmetic, about.
    pub fn steps<A: Arithmetic>(self, a: &A, load: Load) -> f64 {
        let (bits, balls) = (load.bits() as f64, load.balls() as f64);
        match self {
            Formula::Exact => Self::best(a, load).steps(a, load),
            // a power, of up to 64 squarings and products
            Formula::Classic | Formula::ClassicLimit | Formula::Bloom1970 => 128.0,
            Formula::ChristensenRecursion => balls * (balls.min(bits) + 1.0),
            // of few bits the two tables are longer than the work
            Formula::ChristensenTable | Formula::ChristensenTableRepaired => balls * (balls.min(bits) + 1.0).max(64.0),
            Formula::ChristensenClosed => bits * bits,
            // a Stirling number of up to m terms for each number of set bits
            Formula::BoseStirling => bits * bits.min(balls + 1.0),
            Formula::InclusionExclusion => inclusion_exclusion::steps(load),
            Formula::Coverage => coverage::steps(load),
        }
    }

    /// The rate that the formula gives.
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
        // the exact rate has its own route to check
        match self {
            Formula::Exact => {}
            Formula::InclusionExclusion | Formula::Coverage => {
                steps::check(self.steps(a, load), "hashes", load.hashes())?;
            }
            _ => steps::check(self.steps(a, load), "bits", load.bits())?,
        }
        Ok(match self {
            Formula::Exact => exact::rate(a, load)?,
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
    /// The load lies outside the formula's domain.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The formula holds with replacement only.
    #[error("{0} has no form without replacement")]
    WithReplacementOnly(Formula),
    /// The formula has an exponential, the arithmetic has none.
    #[error("{0} has an exponential, which rationals lack")]
    Transcendental(Formula),
}

/// A name that no formula has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown formula `{0}`; known are {known}", known = Formula::ALL.iter().map(|formula| formula.name()).collect::<Vec<_>>().join(", "))]
pub struct UnknownFormula(String);

impl UnknownFormula {
    fn named(name: &str) -> Self {
        Self(name.to_owned())
    }
}
