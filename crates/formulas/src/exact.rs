//! The exact false-positive rate, by the best route for its size and for the arithmetic.

use bloomlab_numbers::{Advice, Arithmetic, Cost, Parameter, TooLarge};

use crate::{Formula, Load, christensen, coverage, inclusion_exclusion, items::Items};

/// The exact rate of a plain filter, its positions drawn as its shape says, by [`Formula::best`].
///
/// An arithmetic that does not [tolerate cancellation](Arithmetic::tolerates_cancellation) gets positive terms only, so
/// it keeps its digits.
/// Accuracy in [`bloomlab_numbers::Double`]: relative error below [`accuracy::EXACT`](crate::accuracy::EXACT) for k ≤ 60
/// and below [`accuracy::EXACT_OF_MANY_HASHES`](crate::accuracy::EXACT_OF_MANY_HASHES) for k ≤ 512, at every m and n, where
/// the rate is above 1e-290.
pub fn rate<A: Arithmetic>(a: &A, load: Load) -> Result<A::Number, TooLarge> {
    cost(a, load).within(Formula::MAX_COST, Advice::smaller(&[Parameter::Hashes]))?;
    Ok(match Formula::best(a, load) {
        Formula::ChristensenRecursion => christensen::by_recursion(a, load),
        Formula::InclusionExclusion => inclusion_exclusion::rate(a, load),
        _ => coverage::rate(a, load),
    })
}

/// The cost of [`rate`]: the steps of the best route, and no more numbers than [`coverage`] holds.
pub fn cost<A: Arithmetic>(a: &A, load: Load) -> Cost {
    Cost { steps: Formula::best(a, load).cost(a, load).steps, numbers: coverage::cost(load).numbers }
}

/// The exact rate of any [`Items`], such as those of a [blocked](crate::blocked) filter: positive terms only unless
/// the arithmetic tolerates cancellation.
///
/// Accuracy in [`bloomlab_numbers::Double`], of blocked filters: relative error below
/// [`accuracy::BLOCKED`](crate::accuracy::BLOCKED) for k ≤ 32 at every size, where the rate is above 1e-290.
pub fn of_items<A: Arithmetic>(a: &A, load: impl Items<A>) -> Result<A::Number, TooLarge> {
    let route = Formula::best_at_any_size(a);
    route.cost(a, load.alike()).within(Formula::MAX_COST, Advice::smaller(&[Parameter::Hashes]))?;
    Ok(match route {
        Formula::InclusionExclusion => inclusion_exclusion::rate(a, load),
        _ => coverage::rate(a, load),
    })
}
