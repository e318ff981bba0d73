//! What was compared, what disagreed, and how near each claim of accuracy came to its bound.

use std::collections::BTreeMap;
use std::fmt;

use bloomlab_exact::{Certified, Enclosure, Rational};

/// Every claim of accuracy that the crates document; the whole grid puts each to the test.
pub const CLAIMS: [&str; 23] = [
    "numbers: all_miss",
    "numbers: some_hit",
    "numbers: never",
    "formulas: exact",
    "formulas: coverage",
    "formulas: recursion",
    "formulas: approximation",
    "formulas: blocked",
    "formulas: occupancy recursion",
    "recycling: transitions",
    "recycling: sweep",
    "recycling: two-phase sweep",
    "recycling: n-bounded sweep",
    "recycling: closed form",
    "recycling: n-bounded bounds",
    "recycling: state by state",
    "deletable: deletability",
    "deletable: rate",
    "deletable: rate after deletions",
    "deletable: region rate after deletions",
    "deletable: alternating rate",
    "deletable: poisson rate",
    "deletable: poisson deletability",
];

/// The largest error of a claim, in units of its bound.
#[derive(Clone, Debug)]
struct Worst {
    tested: u64,
    share: f64,
    error: f64,
    bound: f64,
    at: String,
}

/// The results of some parameter sets.
#[derive(Debug, Default)]
pub struct Ledger {
    /// Parameter sets.
    pub sets: u64,
    /// Comparisons of two values.
    pub comparisons: u64,
    /// What disagreed.
    pub failures: Vec<String>,
    worst: BTreeMap<&'static str, Worst>,
}

impl Ledger {
    /// Two enclosures of the same quantity have a number in common.
    pub fn certified(&mut self, what: &str, at: &dyn fmt::Debug, one: &Enclosure, other: &Enclosure) {
        self.comparisons += 1;
        if !one.overlaps(other) {
            let show = |value: &Enclosure| format!("[{}, {}]", value.lower_decimal(25), value.upper_decimal(25));
            self.failures.push(format!("{what} at {at:?}: {} and {}", show(one), show(other)));
        }
    }

    /// Two rationals for the same quantity are equal.
    pub fn rational(&mut self, what: &str, at: &dyn fmt::Debug, one: &Rational, other: &Rational) {
        self.comparisons += 1;
        if one != other {
            self.failures.push(format!("{what} at {at:?}: {} and {}", one.decimal(25), other.decimal(25)));
        }
    }

    /// A double is as near to the truth as its documentation claims.
    pub fn claim(&mut self, claim: &'static str, at: &dyn fmt::Debug, value: f64, truth: &Certified, bound: f64) {
        let error = bloomlab_evaluation::Computed::Double(value).relative_error(truth);
        let error = error.map_or(f64::INFINITY, |error| libm::exp10(error.log10_magnitude()));
        self.error(claim, at, error, bound);
    }

    /// A relative error is not above the bound that is claimed.
    pub fn error(&mut self, claim: &'static str, at: &dyn fmt::Debug, error: f64, bound: f64) {
        self.comparisons += 1;
        if !CLAIMS.contains(&claim) {
            self.failures.push(format!("{claim} is no claim"));
        }
        if error.is_nan() || error > bound {
            self.failures.push(format!("{claim} at {at:?}: relative error {error:.2e}, claimed {bound:.2e}"));
        }
        let now = Worst { tested: 1, share: error / bound, error, bound, at: format!("{at:?}") };
        self.record(claim, now);
    }

    fn record(&mut self, claim: &'static str, now: Worst) {
        let tested = self.worst.get(claim).map_or(0, |worst| worst.tested) + now.tested;
        let larger = self.worst.remove(claim).filter(|worst| worst.share >= now.share).unwrap_or(now);
        self.worst.insert(claim, Worst { tested, ..larger });
    }

    /// The claims that were put to the test.
    pub fn claims(&self) -> usize {
        self.worst.len()
    }

    /// This ledger and another.
    pub fn joined(mut self, other: Self) -> Self {
        self.sets += other.sets;
        self.comparisons += other.comparisons;
        self.failures.extend(other.failures);
        for (claim, worst) in other.worst {
            self.record(claim, worst);
        }
        self
    }
}

impl fmt::Display for Ledger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} parameter sets, {} comparisons, {} failures",
            self.sets,
            self.comparisons,
            self.failures.len()
        )?;
        writeln!(f, "{:<40} {:>7} {:>9} {:>9} {:>6}  at", "claim", "tested", "error", "claimed", "share")?;
        for (claim, worst) in &self.worst {
            let Worst { tested, share, error, bound, at } = worst;
            writeln!(f, "{claim:<40} {tested:>7} {error:>9.1e} {bound:>9.1e} {share:>6.2}  {at}")?;
        }
        for failure in self.failures.iter().take(50) {
            writeln!(f, "FAILED {failure}")?;
        }
        Ok(())
    }
}
