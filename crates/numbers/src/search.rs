//! The one search: growth from a guess to where the answer changes, then bisection.

use std::convert::Infallible;
use std::ops::RangeInclusive;

/// The least value in `domain` that `meets` a condition, which changes at most once: from the nearest to `guess`, upwards or downwards in
/// steps that double, then by bisection. `None` if no value meets it.
pub fn least(guess: u64, domain: RangeInclusive<u64>, mut meets: impl FnMut(u64) -> bool) -> Option<u64> {
    let Ok(found) = try_least(guess, domain, |value| Ok::<_, Infallible>(meets(value)));
    found
}

/// [`least`] for a condition that may have no answer.
pub fn try_least<E>(
    guess: u64,
    domain: RangeInclusive<u64>,
    mut meets: impl FnMut(u64) -> Result<bool, E>,
) -> Result<Option<u64>, E> {
    if domain.is_empty() {
        return Ok(None);
    }
    let (first, last) = domain.into_inner();
    let start = guess.clamp(first, last);
    let (mut fails, mut holds, mut step) = (start, start, 1_u64);
    if meets(start)? {
        loop {
            if holds == first {
                return Ok(Some(first));
            }
            fails = holds.saturating_sub(step).max(first);
            if !meets(fails)? {
                break;
            }
            (holds, step) = (fails, step.saturating_mul(2));
        }
    } else {
        loop {
            if fails == last {
                return Ok(None);
            }
            holds = fails.saturating_add(step).min(last);
            if meets(holds)? {
                break;
            }
            (fails, step) = (holds, step.saturating_mul(2));
        }
    }
    while holds - fails > 1 {
        let middle = fails + (holds - fails) / 2;
        if meets(middle)? { holds = middle } else { fails = middle }
    }
    Ok(Some(holds))
}
