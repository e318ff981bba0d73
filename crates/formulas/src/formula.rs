//! The formulas by name, for programs that let a user choose.

use std::fmt;
use std::str::FromStr;

use bloomlab_numbers::{AnalyticArithmetic, Arithmetic};

use crate::exact::{self, MAX_STEPS, Precision, Route};
use crate::table::{self, LineSeven};
use crate::{Shape, approximation, bose, christensen, coverage, inclusion_exclusion};

/// A formula for the false-positive rate with replacement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    /// [`exact::rate`].
    Exact,
    /// [`approximation::classic`].
    Classic,
    /// [`approximation::classic_limit`].
    ClassicLimit,
    /// [`approximation::bloom_1970`].
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
    pub const ALL: [Formula; 11] = [
        Formula::Exact,
        Formula::Classic,
        Formula::ClassicLimit,
        Formula::Bloom1970,
        Formula::ChristensenRecursion,
        Formula::ChristensenTable,
        Formula::ChristensenTableRepaired,
        Formula::ChristensenClosed,
        Formula::BoseStirling,
        Formula::InclusionExclusion,
        Formula::Coverage,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Formula::Exact => "exact",
            Formula::Classic => "classic",
            Formula::ClassicLimit => "classic-limit",
            Formula::Bloom1970 => "bloom-1970",
            Formula::ChristensenRecursion => "christensen-recursion",
            Formula::ChristensenTable => "christensen-table",
            Formula::ChristensenTableRepaired => "christensen-table-repaired",
            Formula::ChristensenClosed => "christensen-closed",
            Formula::BoseStirling => "bose-stirling",
            Formula::InclusionExclusion => "inclusion-exclusion",
            Formula::Coverage => "coverage",
        }
    }

    /// The arithmetic steps the formula takes, about.
    pub fn steps(self, shape: Shape, precision: Precision) -> u128 {
        let bits = u128::from(shape.bits());
        match self {
            Formula::Exact => Route::best(shape, precision).steps(shape),
            Formula::Classic | Formula::ClassicLimit | Formula::Bloom1970 => 1,
            Formula::ChristensenRecursion | Formula::ChristensenTable | Formula::ChristensenTableRepaired => {
                Route::Recursion.steps(shape)
            }
            Formula::ChristensenClosed => bits * bits,
            Formula::BoseStirling => bits * bits.min(u128::from(shape.balls()) + 1),
            Formula::InclusionExclusion => Route::InclusionExclusion.steps(shape),
            Formula::Coverage => Route::Coverage.steps(shape),
        }
    }

    /// The rate the formula gives.
    ///
    /// # Errors
    /// [`FormulaError`]: out of the formula's domain, or more than 2·10^9 steps.
    pub fn rate<A: AnalyticArithmetic>(
        self,
        a: &A,
        shape: Shape,
        precision: Precision,
    ) -> Result<A::Number, FormulaError> {
        match self {
            Formula::ClassicLimit => Ok(approximation::classic_limit(a, shape)),
            _ => self.algebraic_rate(a, shape, precision),
        }
    }

    /// The rate the formula gives, in an arithmetic without transcendental functions.
    ///
    /// # Errors
    /// As [`Formula::rate`], and [`FormulaError::Transcendental`] for the limit formula.
    pub fn algebraic_rate<A: Arithmetic>(
        self,
        a: &A,
        shape: Shape,
        precision: Precision,
    ) -> Result<A::Number, FormulaError> {
        FormulaError::check_steps(self.steps(shape, precision))?;
        let no_items = FormulaError::OutOfDomain("the table algorithm needs at least one item".to_owned());
        match self {
            Formula::Exact => exact::rate(a, shape, precision),
            Formula::Classic => Ok(approximation::classic(a, shape)),
            Formula::ClassicLimit => Err(FormulaError::Transcendental),
            Formula::Bloom1970 => approximation::bloom_1970(a, shape).ok_or_else(|| {
                let (hashes, bits) = (shape.hashes(), shape.bits());
                FormulaError::OutOfDomain(format!("needs hashes ≤ bits, got --hashes {hashes} with --bits {bits}"))
            }),
            Formula::ChristensenRecursion => Ok(christensen::by_recursion(a, shape)),
            Formula::ChristensenTable => table::rate(a, LineSeven::AsTranscribed, shape).ok_or(no_items),
            Formula::ChristensenTableRepaired => table::rate(a, LineSeven::Repaired, shape).ok_or(no_items),
            Formula::ChristensenClosed => Ok(christensen::closed(a, shape)),
            Formula::BoseStirling => Ok(bose::rate(a, shape)),
            Formula::InclusionExclusion => Ok(inclusion_exclusion::rate(a, shape)),
            Formula::Coverage => Ok(coverage::rate(a, shape)),
        }
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Formula {
    type Err = FormulaError;

    fn from_str(name: &str) -> Result<Self, FormulaError> {
        let found = Formula::ALL.into_iter().find(|formula| formula.name() == name);
        found.ok_or_else(|| FormulaError::UnknownName(name.to_owned()))
    }
}

/// Why a formula gives no number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormulaError {
    /// The sizes lie outside the formula's domain.
    #[error("out of domain: {0}")]
    OutOfDomain(String),
    /// The formula would take too long.
    #[error("too large (needs about {:.1e} arithmetic steps, at most {:.0e} are tried)", *.steps as f64, MAX_STEPS as f64)]
    TooLarge {
        /// Arithmetic steps, about.
        steps: u128,
    },
    /// The formula has an exponential, the arithmetic has none.
    #[error("out of domain: the formula has an exponential, which rationals lack")]
    Transcendental,
    /// No formula has this name.
    #[error("unknown formula `{0}`; known are {known}", known = Formula::ALL.map(Formula::name).join(", "))]
    UnknownName(String),
}

impl FormulaError {
    /// [`FormulaError::TooLarge`] above the limit.
    pub(crate) fn check_steps(steps: u128) -> Result<(), FormulaError> {
        if steps > MAX_STEPS { Err(FormulaError::TooLarge { steps }) } else { Ok(()) }
    }
}
