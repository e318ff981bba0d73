//! The arrival of a message whose return is asked about, and the time that a filter holds it.

use bloomlab_numbers::{Arithmetic, Ending, Number, Retention, hypergeometric};

use super::course::Course;

/// The fate of an arriving message with `distinct` distinct positions; all sums to Pr\[D = distinct\].
pub(super) struct Arrival<N> {
    pub(super) distinct: u64,
    /// The distribution of the cycle that stored it, by stage and set bits.
    pub(super) stored: Vec<Vec<N>>,
    /// The probability that it ended a cycle.
    pub(super) ends: N,
}

impl<N: Number> Arrival<N> {
    /// The arrival in the stationary state; `visits` are those of a cycle, `messages_per_cycle` their sum.
    pub(super) fn new<A: Arithmetic<Number = N>>(
        a: &A,
        course: &Course<N>,
        visits: &[Vec<N>],
        messages_per_cycle: &N,
        distinct: u64,
    ) -> Self {
        let (cycle, bits) = (course.cycle, course.cycle.shape().bits());
        let (mut stored, mut ends) = (course.nowhere(a), a.zero());
        for set in 0..=cycle.most_set() {
            let masses = hypergeometric::distribution(a, bits, bits - set, distinct);
            for (stage, visits) in visits.iter().enumerate() {
                let Some(visits) = visits.get(set as usize) else { continue };
                let arrives = visits.clone() * &course.distinct[distinct as usize] / messages_per_cycle;
                for (fresh, p) in masses.iter().enumerate() {
                    let target = match cycle.after(stage, set, fresh as u64) {
                        Some(after) => &mut stored[after][set as usize + fresh],
                        None => &mut ends,
                    };
                    *target = target.clone() + arrives.clone() * p;
                }
            }
        }
        Self { distinct, stored, ends }
    }
}

/// A message that is held, followed message by message: the distribution of the running cycle if the active filter holds it, the
/// distribution if only the frozen one does, and the probability that none does.
pub(super) struct Held<N> {
    active: Vec<Vec<N>>,
    frozen: Vec<Vec<N>>,
    pub(super) cleared: N,
}

impl<N: Number> Held<N> {
    /// A message that has just arrived; `arrivals` has one entry for each number of its distinct positions.
    pub(super) fn new<A: Arithmetic<Number = N>>(
        a: &A,
        course: &Course<N>,
        frozen: Option<Ending>,
        arrivals: &[Arrival<N>],
    ) -> Self {
        let (mut active, mut kept, mut cleared) = (course.nowhere(a), course.nowhere(a), a.zero());
        let (first, retains) = (course.cycle.first_stage(), course.cycle.retention() == Retention::Retaining);
        for arrival in arrivals {
            for (sum, stored) in active.iter_mut().flatten().zip(arrival.stored.iter().flatten()) {
                *sum = sum.clone() + stored;
            }
            let start = course.paths[course.cycle.next_start(arrival.distinct)].start as usize;
            let target = match frozen {
                _ if retains => &mut active[first][start],
                Some(Ending::Keeping) => &mut kept[first][start],
                _ => &mut cleared,
            };
            *target = target.clone() + &arrival.ends;
        }
        Self { active, frozen: kept, cleared }
    }

    pub(super) fn step<A: Arithmetic<Number = N>>(&mut self, a: &A, course: &Course<N>, frozen: Option<Ending>) {
        let (active, active_ends) = course.push(a, &self.active);
        let (mut kept, frozen_ends) = course.push(a, &self.frozen);
        match frozen {
            None => self.cleared = self.cleared.clone() + a.sum(active_ends),
            Some(_) => {
                self.cleared = self.cleared.clone() + a.sum(frozen_ends);
                for (path, mass) in course.paths.iter().zip(active_ends) {
                    let target = &mut kept[course.cycle.first_stage()][path.start as usize];
                    *target = target.clone() + mass;
                }
            }
        }
        (self.active, self.frozen) = (active, kept);
    }
}

impl<N: Number> Course<N> {
    /// No mass anywhere, by stage and set bits.
    pub(super) fn nowhere<A: Arithmetic<Number = N>>(&self, a: &A) -> Vec<Vec<N>> {
        let states = |stage| vec![a.zero(); self.cycle.most_set_in(stage) as usize + 1];
        (0..self.cycle.stages()).map(states).collect()
    }

    /// One new message: the distribution of the cycles that go on, and the mass of those that end, by the start of the next.
    fn push<A: Arithmetic<Number = N>>(&self, a: &A, masses: &[Vec<N>]) -> (Vec<Vec<N>>, Vec<N>) {
        let (mut next, mut ended) = (self.nowhere(a), vec![a.zero(); self.paths.len()]);
        for (stage, masses) in masses.iter().enumerate() {
            for (set, (mass, row)) in masses.iter().zip(&self.rows).enumerate() {
                for (fresh, t) in row.iter().enumerate() {
                    if let Some(after) = self.cycle.after(stage, set as u64, fresh as u64) {
                        let target = &mut next[after][set + fresh];
                        *target = target.clone() + mass.clone() * t;
                    }
                }
            }
        }
        let last = &masses[masses.len() - 1];
        for end in &self.ends {
            let target = &mut ended[self.cycle.next_start(end.distinct)];
            *target = target.clone() + last[end.set as usize].clone() * &end.probability;
        }
        (next, ended)
    }
}
