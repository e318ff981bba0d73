//! The smallest size over all numbers of hash functions, for filters without a bound of their own to start from.

use bloomlab_numbers::search::try_least;

/// The least size, and its k, for which `meets(size, k)` holds: it changes once in the size.
///
/// The search sets out from `first` hash functions and goes up to `most` and down to 1, until two in a row are no better.
/// `guess` is a size near the least one; `None` where no size up to `largest` suffices.
pub(super) fn smallest<E>(
    first: u64,
    most: u64,
    largest: u64,
    guess: impl Fn(u64) -> u64,
    meets: impl Fn(u64, u64) -> Result<bool, E>,
) -> Result<Option<(u64, u64)>, E> {
    let find = |near, hashes| try_least(near, 1..=largest, |size| meets(size, hashes));
    let mut best: Option<(u64, u64)> = None;
    for step in [-1, 1] {
        let (mut hashes, mut worse) = (if step < 0 { first } else { first + 1 }, 0);
        while worse < 2 && (1..=most).contains(&hashes) {
            let better = match best {
                None => find(guess(hashes), hashes)?,
                Some((size, _)) if size > 1 && meets(size - 1, hashes)? => find(guess(hashes).min(size - 1), hashes)?,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_hashes_are_found_on_either_side() {
        for best in 1..=9_u64 {
            let needs = |hashes: u64| 10 + hashes.abs_diff(best) * 3;
            let meets = |size, hashes| Ok::<_, ()>(size >= needs(hashes));
            assert_eq!(smallest(5, 20, 1000, |_| 40, meets), Ok(Some((10, best))));
        }
    }

    #[test]
    fn near_guesses_take_few_questions() {
        let needs = |hashes: u64| 1_000_000_000_000_000 + hashes.abs_diff(9) * 1_000_000_000_000;
        let asked = std::cell::Cell::new(0);
        let meets = |size, hashes| {
            asked.set(asked.get() + 1);
            Ok::<_, ()>(size >= needs(hashes))
        };
        assert_eq!(smallest(5, 20, 1 << 60, |hashes| needs(hashes) + 3, meets), Ok(Some((needs(9), 9))));
        assert!(asked.get() < 60, "{asked:?}");
    }
}
