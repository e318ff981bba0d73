//! The exact false-positive rate, by the best route for its size and for the arithmetic.

use bloomlab_numbers::{Arithmetic, Refused};

use crate::{Formula, Load, christensen, coverage, inclusion_exclusion, layout::Layout, steps};

/// The exact rate of a plain filter, its positions drawn as its shape says, by [`Formula::best`].
///
/// An arithmetic that does not [tolerate cancellation](Arithmetic::tolerates_cancellation) gets positive terms only, so
/// it keeps its digits.
/// Accuracy in [`bloomlab_numbers::Double`]: relative error below [`accuracy::EXACT`](crate::accuracy::EXACT) for k ≤ 60
/// and below [`accuracy::EXACT_OF_MANY_HASHES`](crate::accuracy::EXACT_OF_MANY_HASHES) for k ≤ 512, at every m and n, where
/// the rate is above 1e-290.
///
/// # Errors
/// [`Refused`] for a k above some hundreds, on as many bits.
pub fn rate<A: Arithmetic>(a: &A, load: Load) -> Result<A::Number, Refused> {
    let route = Formula::best(a, load);
    steps::check(route.steps(a, load), "hashes", load.hashes())?;
    Ok(match route {
        Formula::ChristensenRecursion => christensen::by_recursion(a, load),
        Formula::InclusionExclusion => inclusion_exclusion::rate(a, load),
        _ => coverage::rate(a, load),
    })
}

/// The exact rate of any [`Layout`], such as those of a [blocked](crate::blocked) filter: positive terms only unless
/// the arithmetic tolerates cancellation.
///
/// Accuracy in [`bloomlab_numbers::Double`], of blocked filters: relative error below
/// [`accuracy::BLOCKED`](crate::accuracy::BLOCKED) for k ≤ 32 at every size, where the rate is above 1e-290.
pub fn of_items<A: Arithmetic>(a: &A, load: impl Layout<A>) -> Result<A::Number, Refused> {
    let route = Formula::best_at_any_size(a);
    steps::check(route.steps(a, load.alike()), "hashes", load.alike().hashes())?;
    Ok(match route {
        Formula::InclusionExclusion => inclusion_exclusion::rate(a, load),
        _ => coverage::rate(a, load),
    })
}
