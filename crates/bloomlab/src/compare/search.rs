//! The smallest size over all numbers of hash functions, for filters without a bound of their own to start from.

use bloomlab_numbers::search::try_least;

/// The least size for which `rate(size, k)` is at most `target`, its k, and the rate: it falls with the size.
///
/// The search sets out from `first` hash functions and goes up to `most` and down to 1, until two in a row are no better.
/// `usual` is a size of the right order for each k; `None` if no size up to `largest` suffices.
pub(super) fn smallest<E>(
    target: f64,
    (first, most): (u64, u64),
    largest: u64,
    usual: impl Fn(u64) -> u64,
    rate: impl Fn(u64, u64) -> Result<f64, E>,
) -> Result<Option<(u64, u64, f64)>, E> {
    if largest == 0 {
        return Ok(None);
    }
    let meets = |size, hashes| Ok(rate(size, hashes)? <= target);
    let find = |hashes, largest| {
        let near = near(usual(hashes).clamp(1, largest), largest, hashes, target, |size| rate(size, hashes).ok());
        try_least(near, 1..=largest, |size| meets(size, hashes))
    };
    let mut best: Option<(u64, u64)> = None;
    for step in [-1, 1] {
        let (mut hashes, mut worse) = (if step < 0 { first } else { first + 1 }, 0);
        while worse < 2 && (1..=most).contains(&hashes) {
            let better = match best {
                None => find(hashes, largest)?,
                Some((size, _)) if size > 1 && meets(size - 1, hashes)? => find(hashes, size - 1)?,
                Some(_) => None,
            };
            worse = if better.is_some() { 0 } else { worse + 1 };
            best = better.map(|size| (size, hashes)).or(best);
            let Some(next) = hashes.checked_add_signed(step) else { break };
            hashes = next;
        }
    }
    best.map(|(size, hashes)| Ok((size, hashes, rate(size, hashes)?))).transpose()
}

/// A size near the least one that keeps the target, from the `usual` one: some secants in logarithms, in which the rate falls about
/// linearly.
fn near(usual: u64, most: u64, hashes: u64, target: f64, rate: impl Fn(u64) -> Option<f64>) -> u64 {
    let size = |x: f64| (libm::exp(x) as u64).clamp(1, most);
    let excess = |x: f64| rate(size(x)).map(|rate| libm::log(rate / target)).filter(|excess| excess.is_finite());
    let mut x = libm::log(usual as f64);
    let Some(mut here) = excess(x) else { return usual };
    // of half-full cells: −k ln 2
    let mut slope = -0.7 * hashes as f64;
    for _ in 0..6 {
        let next = (x - here / slope).clamp(0.0, libm::log(most as f64));
        let Some(there) = excess(next).filter(|there| *there != here) else { break };
        slope = (there - here) / (next - x);
        (x, here) = (next, there);
        // nearer than that the difference of two is noise
        if slope >= 0.0 || here.abs() < 1e-12 {
            break;
        }
    }
    size(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The best k is found on either side of the first, and in few steps.
    #[test]
    fn the_smallest_is_found_in_few_steps() {
        for (scale, best) in (1..=9).map(|best| (10.0, best)).chain([(1e15, 9)]) {
            let needs = |hashes: u64| scale * (1.0 + hashes.abs_diff(best) as f64 / 8.0);
            let asked = std::cell::Cell::new(0);
            let rate = |size: u64, hashes: u64| {
                asked.set(asked.get() + 1);
                Ok::<_, ()>(libm::pow(needs(hashes) / size as f64, hashes as f64))
            };
            let found = smallest(1.0, (5, 20), 1 << 60, |hashes| needs(hashes) as u64 / 4, rate);
            assert_eq!(found, Ok(Some((scale as u64, best, 1.0))));
            assert!(asked.get() < 120, "{asked:?}");
        }
    }
}
