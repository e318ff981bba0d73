//! One message followed through the filters, its positions carried along.

use bloomlab_numbers::{Arithmetic, Ending, Number, Retention, hypergeometric};

use super::course::{Course, End};
use super::held::Arrival;

/// A new message and the positions that another one misses in the active filter: probabilities by (missing positions, bits that the message
/// sets), by positions it finds, and by set bits.
pub(super) struct Moves<N> {
    probabilities: Vec<Vec<Vec<N>>>,
    /// The numbers of bits that the message can set.
    width: usize,
}

impl<N: Number> Moves<N> {
    pub(super) fn new<A: Arithmetic<Number = N>>(a: &A, course: &Course<N>) -> Self {
        let (bits, most) = (course.cycle.shape().bits(), course.distinct.len());
        let (width, sets) = (course.rows[0].len(), course.rows.len());
        let found = |at: usize| (at % width).min(at / width) + 1;
        let mut probabilities: Vec<_> = (0..most * width).map(|at| vec![vec![a.zero(); sets]; found(at)]).collect();
        for (set, row) in course.rows.iter().enumerate() {
            let clear = bits - set as u64;
            for missing in 0..most.min(clear as usize + 1) {
                for (fresh, t) in row.iter().enumerate().take(clear as usize + 1) {
                    let found = hypergeometric::distribution(a, clear, missing as u64, fresh as u64);
                    for (by_set, p) in probabilities[missing * width + fresh].iter_mut().zip(found) {
                        by_set[set] = p * t;
                    }
                }
            }
        }
        Self { probabilities, width }
    }
}

/// A message of d = `distinct` distinct positions.
pub(super) struct Tagged<N> {
    distinct: usize,
    /// By stage, by [`Tagged::class`], by set bits.
    masses: Vec<Vec<Vec<N>>>,
    /// The ends of a cycle, by set bits and missing positions.
    resets: Vec<Vec<Vec<Reset<N>>>>,
}

struct Reset<N> {
    class: usize,
    set: usize,
    probability: N,
}

impl<N: Number> Tagged<N> {
    pub(super) fn new<A: Arithmetic<Number = N>>(
        a: &A,
        course: &Course<N>,
        frozen: Option<Ending>,
        arrival: &Arrival<N>,
    ) -> Self {
        let (cycle, distinct) = (course.cycle, arrival.distinct as usize);
        let classes = (distinct + 1) * if frozen.is_some() { 2 } else { 1 };
        let masses = arrival.stored.iter().map(|stored| vec![vec![a.zero(); stored.len()]; classes]).collect();
        let mut tagged = Self { distinct, masses, resets: Vec::new() };
        let nothing_missing = tagged.class(false, 0);
        for (masses, stored) in tagged.masses.iter_mut().zip(&arrival.stored) {
            masses[nothing_missing].clone_from(stored);
        }
        let start = course.paths[cycle.next_start(arrival.distinct)].start as usize;
        let missing = if cycle.retention() == Retention::Retaining { 0 } else { distinct };
        let class = tagged.class(frozen == Some(Ending::Keeping), missing);
        let target = &mut tagged.masses[cycle.first_stage()][class][start];
        *target = target.clone() + &arrival.ends;
        tagged.resets = tagged.resets(a, course, frozen);
        tagged
    }

    /// The number of a class of states: whether the frozen filter has all positions, and how many are missing in the active one.
    fn class(&self, has_all: bool, missing: usize) -> usize {
        usize::from(has_all) * (self.distinct + 1) + missing
    }

    fn resets<A: Arithmetic<Number = N>>(
        &self,
        a: &A,
        course: &Course<N>,
        frozen: Option<Ending>,
    ) -> Vec<Vec<Vec<Reset<N>>>> {
        let mut resets: Vec<Vec<_>> = course.rows.iter().map(|_| Vec::new()).collect();
        for ends in course.ends.chunk_by(|one, next| one.set == next.set) {
            let set = ends[0].set as usize;
            let most = self.distinct.min(course.cycle.shape().bits() as usize - set);
            resets[set] = (0..=most).map(|missing| self.resets_from(a, course, frozen, ends, missing)).collect();
        }
        resets
    }

    /// The ends of a cycle where the active filter misses `missing` of the positions; `ends` are those of its set bits.
    fn resets_from<A: Arithmetic<Number = N>>(
        &self,
        a: &A,
        course: &Course<N>,
        frozen: Option<Ending>,
        ends: &[End<N>],
        missing: usize,
    ) -> Vec<Reset<N>> {
        let mut resets: Vec<Reset<N>> = Vec::new();
        let (bits, tagged_set) = (course.cycle.shape().bits(), (self.distinct - missing) as u64);
        // with fewer bits set there is no such state
        for end in ends.iter().filter(|end| end.set >= tagged_set) {
            let set = course.paths[course.cycle.next_start(end.distinct)].start as usize;
            let found = hypergeometric::distribution(a, bits - end.set, missing as u64, end.fresh);
            let again = hypergeometric::distribution(a, end.set, tagged_set, end.distinct - end.fresh);
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
                    let (class, probability) = (self.class(has_all, left), p.clone() * q);
                    match resets.iter_mut().find(|reset| (reset.class, reset.set) == (class, set)) {
                        Some(reset) => reset.probability = reset.probability.clone() + probability,
                        None => resets.push(Reset { class, set, probability }),
                    }
                }
            }
        }
        resets
    }

    pub(super) fn step<A: Arithmetic<Number = N>>(&mut self, a: &A, course: &Course<N>, moves: &Moves<N>) {
        let empty = |classes: &Vec<Vec<N>>| classes.iter().map(|masses| vec![a.zero(); masses.len()]).collect();
        let mut next: Vec<Vec<Vec<N>>> = self.masses.iter().map(empty).collect();
        for (stage, classes) in self.masses.iter().enumerate() {
            for (class, masses) in classes.iter().enumerate() {
                let missing = class % (self.distinct + 1);
                for fresh in 0..moves.width {
                    let Some(after) = course.cycle.stage_after(stage, fresh) else { continue };
                    for (found, probabilities) in moves.probabilities[missing * moves.width + fresh].iter().enumerate()
                    {
                        // more bits than the bound are cut off: they end the cycle
                        let targets = next[after][class - found].iter_mut().skip(fresh);
                        for ((target, mass), p) in targets.zip(masses).zip(probabilities) {
                            *target = target.clone() + mass.clone() * p;
                        }
                    }
                }
            }
        }
        let last = self.masses.len() - 1;
        for (class, masses) in self.masses[last].iter().enumerate() {
            for (mass, resets) in masses.iter().zip(&self.resets) {
                for reset in resets.get(class % (self.distinct + 1)).into_iter().flatten() {
                    let target = &mut next[course.cycle.first_stage()][reset.class][reset.set];
                    *target = target.clone() + mass.clone() * &reset.probability;
                }
            }
        }
        self.masses = next;
    }

    pub(super) fn false_negative<A: Arithmetic<Number = N>>(&self, a: &A) -> N {
        let (one, all) = (self.class(false, 1), self.class(false, self.distinct));
        a.sum(self.masses.iter().flat_map(|classes| &classes[one..=all]).flatten())
    }
}
