//! The smallest size over all numbers of hash functions, for filters without a bound of their own to start from.

use bloomlab_occupancy::search::try_first_around;

/// The least size, and its k, for which `meets(size, k)` holds: it changes once in the size.
///
/// The search sets out from `first` hash functions and goes up to `most` and down to 1, until two in a row are no better.
/// `guess` is a size near the least one; `None` where no size up to `largest` suffices.
pub(crate) fn smallest<E>(
    first: u64,
    most: u64,
    largest: u64,
    guess: impl Fn(u64) -> u64,
    meets: impl Fn(u64, u64) -> Result<bool, E>,
) -> Result<Option<(u64, u64)>, E> {
    let find = |near, hashes| least(near, largest, |size| meets(size, hashes));
    smallest_by(first, most, guess, find, &meets)
}

/// [`smallest`] for rates that take long: the least size, and its k, with `rate(size, k)` at most `target`.
pub(crate) fn smallest_at<E>(
    first: u64,
    most: u64,
    largest: u64,
    guess: impl Fn(u64) -> u64,
    target: f64,
    rate: impl Fn(u64, u64) -> Result<f64, E>,
) -> Result<Option<(u64, u64)>, E> {
    let find = |near, hashes| least_at(near, largest, target, |size| rate(size, hashes));
    smallest_by(first, most, guess, find, |size, hashes| Ok(rate(size, hashes)? <= target))
}

fn smallest_by<E>(
    first: u64,
    most: u64,
    guess: impl Fn(u64) -> u64,
    find: impl Fn(u64, u64) -> Result<Option<u64>, E>,
    meets: impl Fn(u64, u64) -> Result<bool, E>,
) -> Result<Option<(u64, u64)>, E> {
    let mut best: Option<(u64, u64)> = None;
    for step in [-1, 1] {
        let (mut hashes, mut worse) = (if step < 0 { first } else { first + 1 }, 0);
        while worse < 2 && (1..=most).contains(&hashes) {
            let better = match best {
                None => find(guess(hashes), hashes)?,
                Some((size, _)) if size > 1 && meets(size - 1, hashes)? => find(size - 1, hashes)?,
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

/// The least value for which `meets` holds, from a guess on; `None` where none up to `largest` does.
pub(crate) fn least<E>(guess: u64, largest: u64, meets: impl Fn(u64) -> Result<bool, E>) -> Result<Option<u64>, E> {
    try_first_around(guess, 1..=largest, meets)
}

/// The nearest size on one side of the answer, with the logarithm of its rate over the target.
type Nearest = Option<(u64, f64)>;

/// The least size with a rate of at most `target`, which falls as the size grows: from a guess on in growing steps, then by
/// interpolation of the logarithm of the rate (Illinois), with a bisection in every fourth step. A dozen rates where bisection
/// takes one or two for each binary digit of the size.
pub(crate) fn least_at<E>(
    guess: u64,
    largest: u64,
    target: f64,
    rate: impl Fn(u64) -> Result<f64, E>,
) -> Result<Option<u64>, E> {
    if largest == 0 {
        return Ok(None);
    }
    let mut at = guess.clamp(1, largest);
    let mut step = at / 256 + 1;
    let (mut fails, mut holds): (Nearest, Nearest) = (None, None);
    for turn in 0_u64.. {
        let rate = rate(at)?;
        let excess = libm::log(rate / target);
        let (this, other) = if rate <= target { (&mut holds, &mut fails) } else { (&mut fails, &mut holds) };
        // an end that stays where it is counts half
        if let (Some(_), Some((_, excess))) = (&this, other) {
            *excess /= 2.0;
        }
        *this = Some((at, excess));
        at = match (fails, holds) {
            (Some((low, _)), Some((high, _))) if high - low <= 1 => return Ok(Some(high)),
            (None, Some((1, _))) => return Ok(Some(1)),
            (Some((low, _)), None) if low == largest => return Ok(None),
            (Some((low, above)), Some((high, below))) => {
                let share = above / (above - below);
                let is_share = share > 0.0 && share < 1.0 && turn % 4 < 3;
                let width = (high - low) as f64;
                let part = (width * if is_share { share } else { 0.5 }) as u64;
                (low + part).clamp(low + 1, high - 1)
            }
            (None, Some((high, _))) => high.saturating_sub(step).max(1),
            (Some((low, _)), None) => low.saturating_add(step).min(largest),
            (None, None) => return Ok(None),
        };
        step = step.saturating_mul(2);
    }
    Ok(None)
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
        assert_eq!(least(5, 0, |_| Ok::<_, ()>(true)), Ok(None));
    }

    #[test]
    fn a_rate_leads_to_its_size() {
        for change in [1, 2, 7, 100, 99_991, (1 << 45) + 3, (1 << 60) + 1] {
            for guess in [1, change / 3, change - change / 50, change, change + change / 50, 3 * change] {
                let rates = std::cell::Cell::new(0);
                let rate = |size: u64| {
                    rates.set(rates.get() + 1);
                    // the square of an overload, whose logarithm bends
                    let overload = (u128::from(change) << 20) as f64 / (u128::from(size) << 20) as f64;
                    Ok::<_, ()>(if size >= change {
                        0.01 * overload * overload
                    } else {
                        f64::max(0.011, 0.01 * overload)
                    })
                };
                assert_eq!(least_at(guess.max(1), 1 << 62, 0.01, rate), Ok(Some(change)), "{change} {guess}");
                assert!(rates.get() <= 300, "{change} {guess}: {}", rates.get());
            }
        }
        let smooth = |size: u64| Ok::<_, ()>(libm::exp(-(size as f64) / 1e12));
        let rates = std::cell::Cell::new(0);
        let counted = |size| {
            rates.set(rates.get() + 1);
            smooth(size)
        };
        let found = least_at(9 << 40, 1 << 62, 1e-5, counted).unwrap().unwrap();
        assert!(smooth(found).unwrap() <= 1e-5 && smooth(found - 1).unwrap() > 1e-5);
        assert!(rates.get() <= 20, "{}", rates.get());
        assert_eq!(least_at(5, 10, 0.5, |_| Ok::<_, ()>(f64::INFINITY)), Ok(None));
        assert_eq!(least_at(5, 0, 0.5, |_| Ok::<_, ()>(0.0)), Ok(None));
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
