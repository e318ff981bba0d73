//! The course of a cycle from each start: how often it passes through each state, and how it ends.

use std::ops::RangeInclusive;

use bloomlab_numbers::{Arithmetic, Bound, Number, Retention, Sampling, Shape, distinct, hypergeometric};

use super::cycle::Cycle;
use crate::elimination::stationary_by_elimination;
use crate::transitions::rows;

pub(super) struct Course<N> {
    pub(super) cycle: Cycle,
    /// Pr\[D = d\].
    pub(super) distinct: Vec<N>,
    /// τ(a, a + x), by a and x.
    pub(super) rows: Vec<Vec<N>>,
    /// One for each start.
    pub(super) paths: Vec<Path<N>>,
    pub(super) ends: Vec<End<N>>,
}

/// The cycles of one start.
pub(super) struct Path<N> {
    /// s: the bits that they start with.
    pub(super) start: u64,
    /// α_s: their share of all cycles.
    pub(super) weight: N,
    /// h_a: expected new messages that find a bits set, by stage and a.
    pub(super) visits: Vec<Vec<N>>,
}

/// A message that ends a cycle in its last stage.
pub(super) struct End<N> {
    /// a: the bits that it finds set.
    pub(super) set: u64,
    /// d: its distinct positions.
    pub(super) distinct: u64,
    /// x: those of them that fall on clear bits.
    pub(super) fresh: u64,
    /// Pr\[d and x | a\].
    pub(super) probability: N,
}

impl<N: Number> Course<N> {
    pub(super) fn new<A: Arithmetic<Number = N>>(a: &A, cycle: Cycle) -> Self {
        let rows = rows(a, cycle.shape(), cycle.most_set());
        let distinct = distinct::positions(a, cycle.shape());
        let ends = ends(a, cycle, &distinct);
        let starts = cycle.starts();
        let visits: Vec<_> = starts.iter().map(|&start| visits(a, cycle, &rows, start)).collect();
        let mut handover = vec![vec![a.zero(); starts.len()]; starts.len()];
        for (row, visits) in handover.iter_mut().zip(&visits) {
            for end in &ends {
                let target = &mut row[cycle.next_start(end.distinct)];
                *target = target.clone() + visits[cycle.stages() - 1][end.set as usize].clone() * &end.probability;
            }
        }
        let weights = stationary_by_elimination(a, handover);
        let path = |((start, weight), visits)| Path { start, weight, visits };
        let paths = starts.into_iter().zip(weights).zip(visits).map(path).collect();
        Self { cycle, distinct, rows, paths, ends }
    }

    pub(super) fn visits<A: Arithmetic<Number = N>>(&self, a: &A) -> Vec<Vec<N>> {
        let mean = |stage: usize, set: usize| {
            a.sum(self.paths.iter().map(|path| path.visits[stage][set].clone() * &path.weight))
        };
        (0..self.cycle.stages())
            .map(|stage| (0..self.paths[0].visits[stage].len()).map(|set| mean(stage, set)).collect())
            .collect()
    }
}

impl<N: Number> Path<N> {
    /// L_s: expected messages per cycle of this start.
    pub(super) fn messages<A: Arithmetic<Number = N>>(&self, a: &A) -> N {
        a.sum(self.visits.iter().flatten())
    }
}

impl Cycle {
    /// The start, by its number, of the cycle after a message of `distinct` distinct positions ended one.
    pub(super) fn next_start(&self, distinct: u64) -> usize {
        match (self.retention(), self.shape().sampling()) {
            (Retention::NonRetaining, _) | (_, Sampling::WithoutReplacement) => 0,
            (Retention::Retaining, Sampling::WithReplacement) => distinct as usize - 1,
        }
    }
}

pub(super) fn distinct_numbers(shape: Shape) -> RangeInclusive<u64> {
    match shape.sampling() {
        Sampling::WithReplacement => 1..=shape.hashes().min(shape.bits()),
        Sampling::WithoutReplacement => shape.hashes()..=shape.hashes(),
    }
}

/// The visits of a cycle from `start` to each state: those owed by the states before, over the chance to leave.
pub(crate) fn visits<A: Arithmetic>(a: &A, cycle: Cycle, rows: &[Vec<A::Number>], start: u64) -> Vec<Vec<A::Number>> {
    let states = |stage| vec![a.zero(); cycle.most_set_in(stage) as usize + 1];
    let mut visits: Vec<Vec<A::Number>> = (0..cycle.stages()).map(states).collect();
    visits[cycle.first_stage()][start as usize] = a.one();
    for stage in 0..cycle.stages() {
        for set in 0..visits[stage].len() {
            let here = visits[stage][set].clone() / a.sum(&rows[set][1..]);
            for (fresh, t) in rows[set].iter().enumerate().skip(1) {
                if let Some(next) = cycle.after(stage, set as u64, fresh as u64) {
                    let target = &mut visits[next][set + fresh];
                    *target = target.clone() + here.clone() * t;
                }
            }
            visits[stage][set] = here;
        }
    }
    visits
}

fn ends<A: Arithmetic>(a: &A, cycle: Cycle, distinct: &[A::Number]) -> Vec<End<A::Number>> {
    let shape = cycle.shape();
    let first = match cycle.bound() {
        Bound::Sigma(sigma) => (sigma + 1).saturating_sub(shape.hashes()),
        Bound::Messages(_) => 0,
    };
    let mut ends = Vec::new();
    for set in first..=cycle.most_set() {
        let clear = shape.bits() - set;
        for d in distinct_numbers(shape) {
            let masses = hypergeometric::distribution(a, shape.bits(), clear, d);
            for fresh in d.saturating_sub(set)..=d.min(clear) {
                if cycle.after(cycle.stages() - 1, set, fresh).is_none() {
                    let probability = masses[fresh as usize].clone() * &distinct[d as usize];
                    ends.push(End { set, distinct: d, fresh, probability });
                }
            }
        }
    }
    ends
}
