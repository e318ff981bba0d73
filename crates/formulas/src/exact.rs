//! The exact false-positive rate by the best route for the size.

use bloomlab_numbers::Arithmetic;

use crate::{DistinctShape, FormulaError, Shape, christensen, coverage, inclusion_exclusion};

/// How an arithmetic stands cancellation, which decides the route.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Precision {
    /// A fixed number of digits: only routes with positive terms will do.
    Fixed,
    /// Exact rationals, or enclosures whose precision is raised until they are narrow: the cheapest route will do.
    Adaptive,
}

/// The routes [`rate`] chooses from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Route {
    /// [`christensen::by_recursion`].
    Recursion,
    /// [`coverage::rate`].
    Coverage,
    /// [`inclusion_exclusion::rate`].
    InclusionExclusion,
}

/// The most arithmetic steps a formula may take: minutes in multiprecision, seconds in f64.
pub(crate) const MAX_STEPS: u128 = 2_000_000_000;

impl Route {
    /// The arithmetic steps the route takes, about.
    pub fn steps(self, shape: Shape) -> u128 {
        let balls = u128::from(shape.balls());
        let targets = u128::from(shape.hashes().min(shape.bits())) + 1;
        let distinct = u128::from(shape.hashes()).saturating_mul(targets);
        match self {
            Route::Recursion => balls.saturating_mul(balls.min(u128::from(shape.bits())) + 1),
            Route::Coverage => {
                let doublings = u128::from(u64::BITS - shape.balls().leading_zeros());
                (targets.saturating_pow(3) / 6 + 1).saturating_mul(doublings).saturating_add(distinct)
            }
            Route::InclusionExclusion => targets.saturating_mul(targets).saturating_add(distinct),
        }
    }

    /// The cheapest route that the precision allows.
    pub fn best(shape: Shape, precision: Precision) -> Self {
        let routes: &[Route] = match precision {
            Precision::Fixed => &[Route::Coverage, Route::Recursion],
            Precision::Adaptive => &[Route::InclusionExclusion, Route::Recursion],
        };
        *routes.iter().min_by_key(|route| route.steps(shape)).unwrap_or(&Route::Coverage)
    }
}

/// The exact rate with replacement, by [`Route::best`].
///
/// Accuracy in [`bloomlab_numbers::Double`]: relative error below [`accuracy::EXACT`](crate::accuracy::EXACT) for k ≤ 60 at every m
/// and n, where the rate itself is above 1e-290.
///
/// # Errors
/// [`FormulaError::TooLarge`] when even the cheapest route takes more than 2·10^9 steps.
pub fn rate<A: Arithmetic>(a: &A, shape: Shape, precision: Precision) -> Result<A::Number, FormulaError> {
    let route = Route::best(shape, precision);
    FormulaError::check_steps(route.steps(shape))?;
    Ok(match route {
        Route::Recursion => christensen::by_recursion(a, shape),
        Route::Coverage => coverage::rate(a, shape),
        Route::InclusionExclusion => inclusion_exclusion::rate(a, shape),
    })
}

/// The exact rate without replacement. Accuracy as for [`rate`].
///
/// # Errors
/// [`FormulaError::TooLarge`] when even the cheapest route takes more than 2·10^9 steps.
pub fn rate_without_replacement<A: Arithmetic>(
    a: &A,
    shape: DistinctShape,
    precision: Precision,
) -> Result<A::Number, FormulaError> {
    let draws = u128::from(shape.shape().hashes()).saturating_pow(2);
    match precision {
        Precision::Fixed => {
            let per_doubling = draws.saturating_mul(u128::from(shape.shape().hashes()) / 6 + 1);
            FormulaError::check_steps(per_doubling.saturating_mul(64))?;
            Ok(coverage::rate_without_replacement(a, shape))
        }
        Precision::Adaptive => {
            FormulaError::check_steps(draws)?;
            Ok(inclusion_exclusion::rate_without_replacement(a, shape))
        }
    }
}
