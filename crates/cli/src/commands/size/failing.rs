//! Numbers of hash functions that surely fail, from one lower bound.
//!
//! For k ≤ j the rate with j hash functions is at least p(k)^(j/k): more positions set more bits, and E\[X^j\] ≥ E\[X^k\]^(j/k). So a
//! lower bound L of p(k) above the target P rules out all j ≤ k ln P/ln L.

use std::cell::Cell;

use bloomlab::exact::{Enclosure, Enclosures, Rational};
use bloomlab::formulas::Load;
use bloomlab::numbers::{Analytic, Arithmetic, Number};

/// The last numbers of hash functions that were ruled out.
#[derive(Debug, Default)]
pub struct Failing(Cell<Option<Range>>);

#[derive(Clone, Copy, Debug)]
struct Range {
    bits: u64,
    /// k.
    first: u64,
    last: u64,
}

impl Failing {
    /// Whether this filter was ruled out.
    pub fn has(&self, load: Load) -> bool {
        self.0
            .get()
            .is_some_and(|range| range.bits == load.bits() && (range.first..=range.last).contains(&load.hashes()))
    }

    /// The k whose rate may rule out this filter and those between: less than that of the filter when the search goes downwards.
    pub fn probe(&self, load: Load) -> u64 {
        match self.0.get() {
            Some(Range { bits, first, last }) if bits == load.bits() && load.hashes() + 1 == first => {
                load.hashes().saturating_sub(last - first).max(1)
            }
            _ => load.hashes(),
        }
    }

    /// Takes note of a filter and a lower bound of its rate.
    pub fn learn(&self, load: Load, lower_bound: &Enclosure, target: &Rational) {
        if !lower_bound.is_above(target) {
            return;
        }
        let (a, k) = (Enclosures::new(64), load.hashes());
        let (ln_rate, ln_target) = (lower_bound.ln(), a.rational(target).ln());
        let reached = (k as f64 * (ln_target.to_f64() / ln_rate.to_f64())) as u64;
        let is_ruled_out = |j: &u64| (ln_target.clone() * a.integer(k)).is_below(&(ln_rate.clone() * a.integer(*j)));
        let last = [reached, reached.saturating_sub(1)].into_iter().find(is_ruled_out).unwrap_or(k).max(k);
        self.0.set(Some(Range { bits: load.bits(), first: k, last }));
    }
}

#[cfg(test)]
mod tests {
    use bloomlab::exact::Rationals;
    use bloomlab::formulas::Formula;

    use super::*;

    #[test]
    fn only_filters_above_the_target_are_ruled_out() {
        let rate = |load| Formula::Exact.algebraic_rate(&Rationals, load).unwrap();
        let a = Enclosures::new(64);
        let mut more = 0;
        for target in [Rational::new(1, 3), Rational::new(1, 50)] {
            for (bits, items) in (2..10).flat_map(|bits| (1..4).map(move |items| (bits, items))) {
                let load = |hashes| Load::new(bits, items, hashes).unwrap();
                for hashes in 1..6 {
                    let failing = Failing::default();
                    failing.learn(load(hashes), &a.rational(&rate(load(hashes))), &target);
                    assert_eq!(failing.has(load(hashes)), rate(load(hashes)) > target);
                    for other in (1..9).filter(|other| *other != hashes && failing.has(load(*other))) {
                        assert!(rate(load(other)) > target, "{bits} bits, {items} items: {hashes} to {other}");
                        more += 1;
                    }
                }
            }
        }
        assert!(more > 100, "{more}");
    }

    #[test]
    fn probes_go_downwards_as_far_as_the_last_bound_reached() {
        let (load, failing) = (|hashes| Load::new(100, 10, hashes).unwrap(), Failing::default());
        assert_eq!(failing.probe(load(9)), 9);
        failing.0.set(Some(Range { bits: 100, first: 10, last: 14 }));
        assert_eq!([load(9), load(8), load(15)].map(|load| failing.probe(load)), [5, 8, 15]);
        assert_eq!(failing.probe(Load::new(99, 10, 9).unwrap()), 9);
    }
}
