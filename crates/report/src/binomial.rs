//! The rule for "the simulation agrees": how many of n intervals of 99 % may miss.

/// The probability that an interval misses.
const MISS: f64 = 0.01;
/// A number of misses with a smaller probability than this contradicts the model.
const LEAST: f64 = 0.001;

/// The most misses among so many intervals that chance explains.
pub fn most_misses(intervals: f64) -> u64 {
    let mut term = libm::exp(intervals * libm::log1p(-MISS));
    let (mut misses, mut at_least_next) = (0, 1.0 - term);
    // the probability of more misses than these
    while at_least_next >= LEAST {
        term *= (intervals - misses as f64) / (misses + 1) as f64 * MISS / (1.0 - MISS);
        at_least_next -= term;
        misses += 1;
    }
    misses
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misses_are_judged_by_the_binomial() {
        // one of ten with 0.0956, two with 0.0043, three with 0.0001
        let cases = [(0.0, 0), (1.0, 1), (2.0, 1), (5.0, 1), (6.0, 2), (10.0, 2), (100.0, 5), (1000.0, 21)];
        for (intervals, misses) in cases {
            assert_eq!(most_misses(intervals), misses, "{intervals}");
        }
    }
}
