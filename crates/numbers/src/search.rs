//! Bisection, and growth to where it can begin, in one place.

use std::ops::RangeInclusive;

/// The least value in (`fails`, `holds`] for which `condition` holds, where it fails at `fails`, holds at `holds`, and
/// changes once between them. Neither end is tried.
pub fn try_first<E>(
    mut fails: u64,
    mut holds: u64,
    mut condition: impl FnMut(u64) -> Result<bool, E>,
) -> Result<u64, E> {
    while holds - fails > 1 {
        let middle = fails + (holds - fails) / 2;
        if condition(middle)? {
            holds = middle;
        } else {
            fails = middle;
        }
    }
    Ok(holds)
}

/// [`try_first`] for a condition that always has an answer.
pub fn first(fails: u64, holds: u64, mut condition: impl FnMut(u64) -> bool) -> u64 {
    let Ok(found) = try_first(fails, holds, |value| Ok::<_, std::convert::Infallible>(condition(value)));
    found
}

/// The last value in [`holds`, `fails`) for which `condition` holds, where it holds at `holds`, fails at `fails`, and
/// changes once between them. Neither end is tried.
pub fn last(holds: u64, fails: u64, mut condition: impl FnMut(u64) -> bool) -> u64 {
    first(holds, fails, |value| !condition(value)) - 1
}

/// The least value in (`fails`, `most`] for which `condition` holds, where it fails at `fails` and changes at most once:
/// in steps that double up to a value for which it holds, then by bisection. `None` where it fails at `most`.
pub fn try_first_above<E>(
    mut fails: u64,
    most: u64,
    mut condition: impl FnMut(u64) -> Result<bool, E>,
) -> Result<Option<u64>, E> {
    let mut step = 1_u64;
    while fails < most {
        let candidate = fails.saturating_add(step).min(most);
        if condition(candidate)? {
            return try_first(fails, candidate, condition).map(Some);
        }
        fails = candidate;
        step = step.saturating_mul(2);
    }
    Ok(None)
}

/// [`try_first_above`] for a condition that always has an answer.
pub fn first_above(fails: u64, most: u64, mut condition: impl FnMut(u64) -> bool) -> Option<u64> {
    let Ok(found) = try_first_above(fails, most, |value| Ok::<_, std::convert::Infallible>(condition(value)));
    found
}

/// The least value in [`least`, `holds`] for which `condition` holds, where it holds at `holds` and changes at most once: in steps
/// that double down to a value for which it fails, then by bisection. `holds` is not tried.
pub fn try_first_below<E>(
    mut holds: u64,
    least: u64,
    mut condition: impl FnMut(u64) -> Result<bool, E>,
) -> Result<u64, E> {
    let mut step = 1_u64;
    while holds > least {
        let candidate = holds.saturating_sub(step).max(least);
        if !condition(candidate)? {
            return try_first(candidate, holds, condition);
        }
        holds = candidate;
        step = step.saturating_mul(2);
    }
    Ok(holds)
}

/// The least value in `domain` for which `condition` holds, where it changes at most once: from the nearest to `guess`, upwards or
/// downwards in steps that double, then by bisection. `None` where it holds nowhere.
pub fn try_first_around<E>(
    guess: u64,
    domain: RangeInclusive<u64>,
    mut condition: impl FnMut(u64) -> Result<bool, E>,
) -> Result<Option<u64>, E> {
    if domain.is_empty() {
        return Ok(None);
    }
    let (least, most) = domain.into_inner();
    let guess = guess.clamp(least, most);
    if condition(guess)? {
        return try_first_below(guess, least, condition).map(Some);
    }
    try_first_above(guess, most, condition)
}
