//! The smallest size over all numbers of hash functions, for filters without a bound of their own to start from.

use bloomlab_occupancy::search::{try_first, try_first_above};

/// The least size, and its k, for which `meets(size, k)` holds: it changes once in the size.
///
/// The search sets out from `first` hash functions and goes up to `most` and down to 1, until two in a row are no better.
/// `guess` is a size near the least one; `None` where no size up to `largest` will do.
pub(crate) fn smallest<E>(
    first: u64,
    most: u64,
    largest: u64,
    guess: impl Fn(u64) -> u64,
    meets: impl Fn(u64, u64) -> Result<bool, E>,
) -> Result<Option<(u64, u64)>, E> {
    let mut best: Option<(u64, u64)> = None;
    for step in [-1, 1] {
        let (mut hashes, mut worse) = (if step < 0 { first } else { first + 1 }, 0);
        while worse < 2 && (1..=most).contains(&hashes) {
            let at = |size| meets(size, hashes);
            let better = match best {
                None => least(guess(hashes), largest, at)?,
                Some((size, _)) if size > 1 && at(size - 1)? => least(size - 1, largest, at)?,
                Some(_) => None,
            };
            worse = if better.is_some() { 0 } else { worse + 1 };
            best = better.map(|size| (size, hashes)).or(best);
            let Some(next) = hashes.checked_add_signed(step) else { break };
            hashes = next;
        }
    }
    Ok(best)
}

/// The least value for which `meets` holds, in steps that grow from a guess on, then by bisection.
pub(crate) fn least<E>(guess: u64, largest: u64, meets: impl Fn(u64) -> Result<bool, E>) -> Result<Option<u64>, E> {
    let guess = guess.clamp(1, largest);
    if !meets(guess)? {
        return try_first_above(guess, largest, meets);
    }
    let (mut holds, mut step) = (guess, guess / 256 + 1);
    while holds > 1 {
        let lower = holds.saturating_sub(step).max(1);
        if !meets(lower)? {
            return try_first(lower, holds, meets).map(Some);
        }
        (holds, step) = (lower, step.saturating_mul(2));
    }
    Ok(Some(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_is_found_from_every_guess() {
        for change in [1, 2, 7, 100, 1000] {
            for guess in [1, 6, 99, 100, 101, 999] {
                let found = least(guess, 1000, |value| Ok::<_, ()>(value >= change));
                assert_eq!(found, Ok(Some(change)), "{change} {guess}");
            }
        }
        assert_eq!(least(5, 10, |value| Ok::<_, ()>(value > 10)), Ok(None));
    }

    #[test]
    fn the_best_hashes_are_found_on_either_side() {
        for best in 1..=9_u64 {
            let needs = |hashes: u64| 10 + hashes.abs_diff(best) * 3;
            let meets = |size, hashes| Ok::<_, ()>(size >= needs(hashes));
            assert_eq!(smallest(5, 20, 1000, |_| 40, meets), Ok(Some((10, best))));
        }
    }
}
