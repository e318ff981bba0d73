//! The rule for "the simulation agrees": how many of n intervals of 99 % may miss.

/// The probability that an interval misses.
const MISS: f64 = 0.01;
/// A number of misses with a smaller probability than this contradicts the model.
const LEAST: f64 = 0.001;
/// The most intervals that a table has.
const MOST: u64 = 20_000;

/// The most misses among so many intervals that chance explains, as an expression of SQL in their number.
pub fn most_missing(intervals: &str) -> String {
    let (mut cases, mut most) = (String::new(), 0);
    for n in 1..=MOST {
        let mut next = most;
        while tail(n, next + 1) >= LEAST {
            next += 1;
        }
        if next > most {
            cases += &format!(" when {intervals} < {n} then {most}");
            most = next;
        }
    }
    format!("case{cases} else {most} end")
}

/// The probability of at least `misses` among n.
fn tail(n: u64, misses: u64) -> f64 {
    let (mut term, mut below) = (libm::exp(n as f64 * libm::log1p(-MISS)), 0.0);
    for i in 0..misses {
        below += term;
        term *= (n - i.min(n)) as f64 / (i + 1) as f64 * MISS / (1.0 - MISS);
    }
    1.0 - below
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misses_are_judged_by_the_binomial() {
        assert!((tail(1, 1) - 0.01).abs() < 1e-15);
        assert!((tail(2, 2) - 1e-4).abs() < 1e-15);
        // one of ten: 0.0956; two: 0.0043; three: 0.0001
        let rule = most_missing("n");
        assert!(rule.starts_with("case when n < 1 then 0 when n < 6 then 1"), "{rule}");
    }
}
