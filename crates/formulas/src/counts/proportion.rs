//! The interval of a proportion that was counted.

use super::binomial;

/// The interval of Clopper and Pearson (1934): the probabilities p under which `count` of `trials` is neither so few nor so many that it has
/// at most α/2. It contains p with probability 1 − α at least.
///
/// Domain: `count` ≤ `trials`, 0 < `alpha` < 1. Relative error about 1e-9.
pub fn proportion_interval(trials: u64, count: u64, alpha: f64) -> (f64, f64) {
    let lower = crossing(|p| binomial::at_least(trials, count, p) > alpha / 2.0);
    let upper = crossing(|p| binomial::at_most(trials, count, p) <= alpha / 2.0);
    (if count == 0 { 0.0 } else { lower }, if count == trials { 1.0 } else { upper })
}

/// The double in 0 … 1 from which on a monotone condition holds.
fn crossing(holds: impl Fn(f64) -> bool) -> f64 {
    let (mut below, mut above) = (0.0, 1.0);
    loop {
        let middle = 0.5 * (below + above);
        if middle <= below || middle >= above {
            return above;
        }
        if holds(middle) { above = middle } else { below = middle }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0 of n: 1 − (α/2)^(1/n), n of n mirrors it; 1 of 2: p² = α/2 reversed.
    #[test]
    fn by_hand() {
        let close = |a: f64, b: f64| assert!((a - b).abs() <= 1e-9 * b, "{a} {b}");
        for trials in [1_u64, 7, 100, 8000] {
            let (lower, upper) = proportion_interval(trials, 0, 0.01);
            let mirrored = proportion_interval(trials, trials, 0.01);
            assert_eq!((lower, mirrored.1), (0.0, 1.0));
            close(upper, -libm::expm1(libm::log(0.005) / trials as f64));
            close(mirrored.0, 1.0 - upper);
        }
        let (lower, upper) = proportion_interval(2, 1, 0.1);
        close(lower, 1.0 - libm::sqrt(0.95));
        close(upper, libm::sqrt(0.95));
    }

    /// The chance that the interval misses p, summed over all counts, is at most α for every p; it is above α/4 somewhere.
    #[test]
    fn misses_no_more_often_than_alpha() {
        let (trials, alpha) = (60, 0.05);
        let intervals: Vec<(f64, f64)> = (0..=trials).map(|count| proportion_interval(trials, count, alpha)).collect();
        let point =
            |count: u64, p: f64| binomial::at_least(trials, count, p) - binomial::at_least(trials, count + 1, p);
        let missed = |p: f64| -> f64 {
            let outside = (0..).zip(&intervals).filter(|(_, (lower, upper))| p < *lower || p > *upper);
            outside.map(|(count, _)| point(count, p)).sum()
        };
        let all: Vec<f64> = (1..200).map(|i| missed(f64::from(i) / 200.0)).collect();
        assert!(all.iter().all(|&missed| missed <= alpha * (1.0 + 1e-9)));
        assert!(all.iter().any(|&missed| missed > alpha / 4.0));
    }
}
