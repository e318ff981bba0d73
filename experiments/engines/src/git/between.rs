//! The spread of the rates of git's filters of one size differ, simulated: what intervals over queries leave out.

use bloomlab_tables::{CONFIDENCE, Interval, Result, Streams, student_quantile};
use rand::Rng;

use super::HASHES;

const SEED: u64 = 28;
/// Filters, and paths that each is asked for.
const FILTERS: u64 = 20_000;
const ASKED: u64 = 100;

/// The standard deviation of the rate of one filter of some paths: of the number s of q answers that are wrong, E[s(s − 1)]/(q(q − 1)) is
/// the mean square of the rate.
pub(super) fn deviation(paths: u64, bits: u64) -> Result<f64> {
    let mut random = Streams::new("engines, git between filters", SEED).generator(&(paths, bits), 0)?;
    let mut positions = move || {
        let word = random.next_u64();
        let (start, step) = (word as u32, (word >> 32) as u32);
        (0..HASHES as u32).map(move |i| u64::from(start.wrapping_add(i.wrapping_mul(step))) % bits)
    };
    let (mut sum, mut pairs) = (0.0, 0.0);
    for _ in 0..FILTERS {
        let mut set = vec![false; bits as usize];
        for _ in 0..paths {
            positions().for_each(|position| set[position as usize] = true);
        }
        let wrong = (0..ASKED).filter(|_| positions().all(|position| set[position as usize])).count() as f64;
        sum += wrong;
        pairs += wrong * (wrong - 1.0);
    }
    let (filters, asked) = (FILTERS as f64, ASKED as f64);
    let mean = sum / filters / asked;
    Ok(libm::sqrt((pairs / filters / (asked * (asked - 1.0)) - mean * mean).max(0.0)))
}

/// The interval of a measured rate over queries and over filters whose rates have a deviation: the two variances add up.
pub(super) fn over_filters(rate: Interval, queries: u64, deviation: f64, filters: u64) -> Result<Interval> {
    let quantile = student_quantile(queries - 1, CONFIDENCE)?;
    let between = quantile * deviation / libm::sqrt(filters as f64);
    let width = |end: f64| libm::hypot(end - rate.value, between);
    let (lower, upper) = ((rate.value - width(rate.lower)).max(0.0), (rate.value + width(rate.upper)).min(1.0));
    Ok(Interval { value: rate.value, lower, upper })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_of_one_path_differ_as_all_pairs_of_hashes_modulo_sixteen() {
        let walk = |a: u64, d: u64| (0..HASHES).fold(0_u32, |set, i| set | 1 << ((a + i * d) % 16));
        let items: Vec<u32> = (0..16).flat_map(|a| (0..16).map(move |d| walk(a, d))).collect();
        let rate = |item: &u32| items.iter().filter(|query| *query & item == **query).count() as f64 / 256.0;
        let mean = items.iter().map(rate).sum::<f64>() / 256.0;
        let square = items.iter().map(|item| rate(item) * rate(item)).sum::<f64>() / 256.0;
        let found = deviation(1, 16).unwrap() / (square - mean * mean).sqrt();
        // 20,000 filters: a standard error of about a per cent
        assert!((found - 1.0).abs() < 0.05, "{found}");
    }

    #[test]
    fn variances_add_up() {
        let rate = Interval { value: 0.5, lower: 0.47, upper: 0.53 };
        let both = over_filters(rate, 1_000_000, 0.04 / 2.575_83 * 10.0, 100).unwrap();
        assert!((both.upper - 0.55).abs() < 1e-6 && (both.lower - 0.45).abs() < 1e-6, "{both:?}");
    }
}
