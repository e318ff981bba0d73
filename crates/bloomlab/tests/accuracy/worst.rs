//! The worst error of each claim of accuracy.

use std::collections::BTreeMap;
use std::fmt::Debug;

use bloomlab::crosscheck::Computed;
use bloomlab_exact::{Certified, Enclosure, Enclosures};
use bloomlab_numbers::Number as _;
use serde::{Deserialize, Serialize};

/// Significant digits of the values that doubles are compared with.
const DIGITS: usize = 22;
/// The most bits that they are computed with.
const MOST_BITS: u32 = 16_384;

/// The largest error of one route, as a share of the documented bound there.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    pub claim: String,
    /// Values that were compared.
    pub tested: u64,
    pub relative_error: f64,
    /// The same in units of 2^−52.
    pub epsilons: f64,
    pub bound: f64,
    pub share: f64,
    /// The number of the set, and its parameters.
    pub set: u64,
    pub at: String,
}

/// The errors of some sets.
#[derive(Debug, Default)]
pub struct Ledger {
    set: u64,
    /// Errors above their bounds, and routes that disagree.
    pub failures: Vec<String>,
    /// Routes that were compared with another.
    pub routes: u64,
    worst: BTreeMap<String, Claim>,
}

/// The value of a formula, if it can be certified.
pub fn certified(formula: impl Fn(&Enclosures) -> Enclosure) -> Option<Certified> {
    bloomlab_exact::try_certify(DIGITS, MOST_BITS, |a| Ok::<_, bloomlab_exact::NotCertified>(formula(a))).ok()
}

impl Ledger {
    pub fn of_set(set: u64) -> Self {
        Self { set, ..Self::default() }
    }

    /// Compares a double with the certified value.
    pub fn compare(&mut self, claim: &'static str, at: impl Debug, value: f64, truth: &Certified, bound: f64) {
        let error = Computed::Double(value).relative_error(truth).map(|error| error.to_f64().abs());
        let error = if value.is_finite() { error.unwrap_or(f64::INFINITY) } else { f64::INFINITY };
        let at = format!("{at:?}");
        if error > bound {
            self.failures
                .push(format!("{claim} at {at} (set {}): error {error:.2e}, documented {bound:.2e}", self.set));
        }
        let (claim, share, epsilons) = (claim.to_owned(), error / bound, error / f64::EPSILON);
        let set = self.set;
        self.record(Claim { claim, tested: 1, relative_error: error, epsilons, bound, share, set, at });
    }

    fn record(&mut self, now: Claim) {
        let (name, before) = (now.claim.clone(), self.worst.remove(&now.claim));
        let tested = before.as_ref().map_or(0, |worst| worst.tested) + now.tested;
        // of equal ones the first set, in whatever order they come
        let is_worse = |worst: &Claim| worst.share > now.share || worst.share == now.share && worst.set <= now.set;
        self.worst.insert(name, Claim { tested, ..before.filter(is_worse).unwrap_or(now) });
    }

    /// This ledger and another.
    pub fn joined(mut self, other: Self) -> Self {
        self.failures.extend(other.failures);
        self.routes += other.routes;
        other.worst.into_values().for_each(|claim| self.record(claim));
        self
    }

    /// Every claim that was put to the test, with its worst error.
    pub fn claims(&self) -> impl Iterator<Item = &Claim> {
        self.worst.values()
    }
}

#[test]
fn an_error_above_its_bound_is_found() {
    let truth = certified(|a| bloomlab_formulas::inclusion_exclusion::rate(a, load())).unwrap();
    let failures = |factor: f64| {
        let mut ledger = Ledger::of_set(7);
        ledger.compare("rate", load(), truth.to_f64() * factor, &truth, 1e-12);
        ledger.failures.len()
    };
    assert_eq!([1.0, 1.0 + 9e-13, 1.0 + 1.1e-12, 1.0 - 1.1e-12, 0.0, f64::NAN].map(failures), [0, 0, 1, 1, 1, 1]);
}

#[cfg(test)]
fn load() -> bloomlab_formulas::Load {
    bloomlab_formulas::Load::new(1000, 50, 7).unwrap()
}
