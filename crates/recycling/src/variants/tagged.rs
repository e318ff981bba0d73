//! One message followed through the filters, its positions carried along.

use bloomlab_numbers::{Arithmetic, Number};
use bloomlab_occupancy::{Ending, Retention, hypergeometric};

use super::arrival::Arrival;
use super::course::{Course, End};

/// What a new message does to the positions that another one misses in the active filter.
pub(super) struct Moves<N> {
    /// By set bits and missing positions.
    from: Vec<Vec<Vec<Move<N>>>>,
}

/// A message that sets `fresh` bits, `found` of them among the missing positions.
struct Move<N> {
    fresh: usize,
    found: usize,
    probability: N,
}

impl<N: Number> Moves<N> {
    pub(super) fn new<A: Arithmetic<Number = N>>(a: &A, course: &Course<N>) -> Self {
        let (bits, most) = (course.cycle.shape().bits(), course.distinct.len() as u64 - 1);
        let moves = |set: u64, missing: u64| {
            let mut moves = Vec::new();
            for (fresh, t) in course.rows[set as usize].iter().enumerate().take((bits - set) as usize + 1) {
                let law = hypergeometric::law(a, bits - set, missing, fresh as u64);
                for (found, p) in law.into_iter().enumerate().take(missing as usize + 1) {
                    moves.push(Move { fresh, found, probability: p * t });
                }
            }
            moves
        };
        let from = |set| (0..=most.min(bits - set)).map(|missing| moves(set, missing)).collect();
        Self { from: (0..=course.cycle.most_set()).map(from).collect() }
    }
}

/// A message of d = `distinct` distinct positions.
pub(super) struct Tagged<N> {
    distinct: usize,
    /// By stage, then by [`Tagged::state`].
    law: Vec<Vec<N>>,
    /// How a cycle ends, by set bits and missing positions: the first state of the next, with its probability.
    resets: Vec<Vec<Resets<N>>>,
}

/// First states of a cycle, each with its probability.
type Resets<N> = Vec<(usize, N)>;

impl<N: Number> Tagged<N> {
    pub(super) fn new<A: Arithmetic<Number = N>>(
        a: &A,
        course: &Course<N>,
        frozen: Option<Ending>,
        arrival: &Arrival<N>,
    ) -> Self {
        let distinct = arrival.distinct as usize;
        let states = 2 * (distinct + 1);
        let law = arrival.stored.iter().map(|stored| vec![a.zero(); stored.len() * states]).collect();
        let mut tagged = Self { distinct, law, resets: Vec::new() };
        for (stage, stored) in arrival.stored.iter().enumerate() {
            for (set, mass) in stored.iter().enumerate() {
                let state = tagged.state(set, 0, false);
                tagged.law[stage][state] = mass.clone();
            }
        }
        let cycle = course.cycle;
        let start = course.paths[cycle.next_start(arrival.distinct)].start as usize;
        let missing = if cycle.retention() == Retention::Retaining { 0 } else { distinct };
        let state = tagged.state(start, missing, frozen == Some(Ending::Keeping));
        let target = &mut tagged.law[cycle.first_stage()][state];
        *target = target.clone() + &arrival.ends;
        tagged.resets = tagged.resets(a, course, frozen);
        tagged
    }

    /// The number of a state: bits set in the active filter, positions missing there, whether the frozen filter has all.
    fn state(&self, set: usize, missing: usize, has_all: bool) -> usize {
        (set * (self.distinct + 1) + missing) * 2 + usize::from(has_all)
    }

    fn resets<A: Arithmetic<Number = N>>(&self, a: &A, course: &Course<N>, frozen: Option<Ending>) -> Vec<Vec<Resets<N>>> {
        let bits = course.cycle.shape().bits();
        let mut resets: Vec<Vec<Resets<N>>> = vec![Vec::new(); course.rows.len()];
        for ends in course.ends.chunk_by(|one, next| one.set == next.set) {
            let set = ends[0].set;
            let most = (self.distinct as u64).min(bits - set) as usize;
            resets[set as usize] = (0..=most).map(|missing| self.resets_from(a, course, frozen, ends, missing)).collect();
        }
        resets
    }

    /// How a cycle ends where the active filter misses `missing` of the positions; `ends` are those of its set bits.
    fn resets_from<A: Arithmetic<Number = N>>(
        &self,
        a: &A,
        course: &Course<N>,
        frozen: Option<Ending>,
        ends: &[End<N>],
        missing: usize,
    ) -> Resets<N> {
        let mut resets: Resets<N> = Vec::new();
        let bits = course.cycle.shape().bits();
        for end in ends {
            let tagged_set = (self.distinct - missing) as u64;
            if tagged_set > end.set {
                continue; // no such state
            }
            let start = course.paths[course.cycle.next_start(end.distinct)].start as usize;
            let found = hypergeometric::law(a, bits - end.set, missing as u64, end.fresh);
            let again = hypergeometric::law(a, end.set, tagged_set, end.distinct - end.fresh);
            for (found, p) in found.into_iter().enumerate().take(missing + 1) {
                let has_all = match frozen {
                    None => false,
                    Some(Ending::Dropping) => missing == 0,
                    Some(Ending::Keeping) => missing == found,
                };
                let p = p * &end.probability;
                for (again, q) in again.iter().enumerate().take(tagged_set as usize + 1) {
                    let left = match course.cycle.retention() {
                        Retention::NonRetaining => self.distinct,
                        Retention::Retaining => self.distinct - found - again,
                    };
                    let (state, p) = (self.state(start, left, has_all), p.clone() * q);
                    match resets.iter_mut().find(|(known, _)| *known == state) {
                        Some((_, sum)) => *sum = sum.clone() + p,
                        None => resets.push((state, p)),
                    }
                }
            }
        }
        resets
    }

    /// One new message.
    pub(super) fn step<A: Arithmetic<Number = N>>(&mut self, a: &A, course: &Course<N>, moves: &Moves<N>) {
        let mut next: Vec<Vec<N>> = self.law.iter().map(|law| vec![a.zero(); law.len()]).collect();
        let (bits, last) = (course.cycle.shape().bits() as usize, self.law.len() - 1);
        for (stage, law) in self.law.iter().enumerate() {
            for set in 0..law.len() / (2 * (self.distinct + 1)) {
                for missing in self.distinct.saturating_sub(set)..=self.distinct.min(bits - set) {
                    for has_all in [false, true] {
                        let mass = &law[self.state(set, missing, has_all)];
                        for step in &moves.from[set][missing] {
                            if let Some(after) = course.cycle.after(stage, set as u64, step.fresh as u64) {
                                let target = &mut next[after][self.state(set + step.fresh, missing - step.found, has_all)];
                                *target = target.clone() + mass.clone() * &step.probability;
                            }
                        }
                        if stage == last && let Some(resets) = self.resets[set].get(missing) {
                            for (state, p) in resets {
                                let target = &mut next[course.cycle.first_stage()][*state];
                                *target = target.clone() + mass.clone() * p;
                            }
                        }
                    }
                }
            }
        }
        self.law = next;
    }

    /// The probability that the message is taken for new.
    pub(super) fn denied<A: Arithmetic<Number = N>>(&self, a: &A) -> N {
        let states = 2 * (self.distinct + 1);
        let denied = self.law.iter().flat_map(|law| law.chunks(states)).flat_map(|by_missing| &by_missing[2..]);
        // the frozen filter has all positions in every second state
        a.sum(denied.step_by(2))
    }
}
