//! The Markov chain of a query's cells, backwards from the end.

use bloomlab_numbers::{Arithmetic, Number, combinatorics::binomial};

use super::Tail;
use crate::Parameters;
use crate::hits::Watched;
use crate::splits::each_split;

/// The effect of an item of one kind on a cell of each class: it moves it to another class, or makes it match (`None`).
pub(super) struct Kind<N> {
    /// Probability that an item of its stage is of this kind.
    pub(super) share: N,
    pub(super) moves: Vec<Option<usize>>,
}

/// Items that arrive in succession.
pub(super) struct Stage<N> {
    pub(super) items: u64,
    pub(super) kinds: Vec<Kind<N>>,
}

/// The states, and what an item does when it hits u of w cells that still count.
pub(super) struct Chain<N> {
    states: Vec<Vec<usize>>,
    /// The number of each state, by its [`code`](Self::code).
    numbers: Vec<usize>,
    /// `watched[w]`: w cells; the last entry is W.
    watched: Vec<Watched<N>>,
}

impl<N: Number> Chain<N> {
    pub(super) fn new<A: Arithmetic<Number = N>>(a: &A, p: &Parameters, classes: usize) -> Self {
        let most = p.hashes().min(p.cells());
        let states = all_states(classes, most as usize);
        let watched: Vec<_> = (0..=most).map(|w| Watched::new(a, w, p.cells(), p.hashes())).collect();
        let codes = watched.len().pow(classes as u32);
        let mut chain = Self { states, numbers: vec![usize::MAX; codes], watched };
        for (number, state) in chain.states.iter().enumerate() {
            let code = chain.code(state);
            chain.numbers[code] = number;
        }
        chain
    }

    /// The counts of the classes as digits to the base W + 1.
    fn code(&self, state: &[usize]) -> usize {
        state.iter().rev().fold(0, |code, count| code * self.watched.len() + count)
    }

    pub(super) fn number(&self, state: &[usize]) -> usize {
        self.numbers[self.code(state)]
    }

    fn all(&self) -> &Watched<N> {
        &self.watched[self.watched.len() - 1]
    }

    pub(super) fn at_the_end<A: Arithmetic<Number = N>>(&self, a: &A) -> Vec<N> {
        let value = |state: &Vec<usize>| if state.iter().all(|&count| count == 0) { a.one() } else { a.zero() };
        self.states.iter().map(value).collect()
    }

    /// The kernel of an item that hits any of the W cells: for each state the states it leads to. Rows are divided by their
    /// sums, which are P but for rounding, so that hundreds of steps do not add up what a row lacks to 1.
    fn kernel<A: Arithmetic<Number = N>>(&self, a: &A, kinds: &[Kind<N>]) -> Kernel<N> {
        let mut kernel = Kernel { ends: vec![], targets: vec![], weights: vec![] };
        let mut dense: Vec<Option<N>> = vec![None; self.states.len()];
        let mut reached = vec![];
        let mut after = vec![];
        for (from, state) in self.states.iter().enumerate() {
            let mut add = |to: usize, weight: N| {
                dense[to] = Some(match dense[to].take() {
                    Some(sum) => sum + weight,
                    None => {
                        reached.push(to);
                        weight
                    }
                });
            };
            let counting: usize = state.iter().sum();
            // the item hits none of the cells that count, but some of the others
            let others = self.watched.len() - 1 - counting;
            for (u, hit) in self.all().hit.iter().enumerate().skip(1) {
                add(from, hit.clone() * binomial(a, others as u64, u as u64));
            }
            let seen = &self.watched[counting];
            each_split(state, seen.most(), &mut |hits, sets| {
                let size = hits.iter().sum::<usize>();
                if size == 0 {
                    return;
                }
                let weight = seen.hit[size].clone() * a.integer(sets);
                for kind in kinds {
                    after.clone_from(state);
                    for (class, &hit) in hits.iter().enumerate() {
                        after[class] -= hit;
                        if let Some(next) = kind.moves[class] {
                            after[next] += hit;
                        }
                    }
                    add(self.number(&after), weight.clone() * &kind.share);
                }
            });
            reached.sort_unstable();
            let weights: Vec<N> = reached.iter().filter_map(|&to| dense[to].take()).collect();
            let sum = a.sum(weights.iter().cloned());
            kernel.targets.extend(reached.drain(..).map(|to| to as u32));
            kernel.weights.extend(weights.into_iter().map(|weight| weight / &sum));
            kernel.ends.push(kernel.targets.len());
        }
        kernel
    }

    /// The values before a stage from those after it: their mean over the h items that hit.
    ///
    /// The probabilities of h share what rounding e^(−kλ) costs. Where the tail is neglected, they are divided by their sum.
    pub(super) fn before<A: Arithmetic<Number = N>>(&self, a: &A, stage: &Stage<N>, after: &[N], tail: Tail) -> Vec<N> {
        if stage.items == 0 {
            return after.to_vec();
        }
        let kernel = self.kernel(a, &stage.kinds);
        let hit = self.all().some_hit(a);
        let mut weighted = after.to_vec(); // K^h applied to the values
        let mut total = vec![a.zero(); after.len()];
        let mut shown = a.zero(); // the probability of the h summed
        let mut mass = a.one(); // C(N, h) P^h
        let mut hitting = 0;
        loop {
            let probability = mass.clone() * &self.all().all_miss(a, stage.items - hitting);
            for (sum, value) in total.iter_mut().zip(&weighted) {
                *sum = sum.clone() + value.clone() * &probability;
            }
            if hitting == stage.items {
                return total;
            }
            shown = shown + &probability;
            mass = mass * &a.ratio(stage.items - hitting, hitting + 1) * &hit;
            hitting += 1;
            if let Tail::NeglectedBelow(fraction) = tail {
                let next = (mass.clone() * self.all().all_miss(a, stage.items - hitting)).to_f64();
                let halving = ratio_of_terms(stage.items, hitting, hit.to_f64()) < 0.5;
                let smallest = total.iter().map(Number::to_f64).fold(f64::INFINITY, f64::min);
                // past the mode by far: the terms at least halve from here, and no value exceeds 1
                if halving && (2.0 * next <= fraction * smallest || next == 0.0) {
                    return total.into_iter().map(|value| value / &shown).collect();
                }
            }
            weighted = kernel.apply(a, &weighted);
        }
    }
}

struct Kernel<N> {
    /// The end of each row.
    ends: Vec<usize>,
    /// The states that the rows lead to, in ascending order.
    targets: Vec<u32>,
    weights: Vec<N>,
}

impl<N: Number> Kernel<N> {
    fn apply<A: Arithmetic<Number = N>>(&self, a: &A, values: &[N]) -> Vec<N> {
        let mut start = 0;
        let row = |&end: &usize| {
            let row = start..end;
            start = end;
            a.dot(&self.weights[row.clone()], self.targets[row].iter().map(|&to| &values[to as usize]))
        };
        self.ends.iter().map(row).collect()
    }
}

fn all_states(classes: usize, most: usize) -> Vec<Vec<usize>> {
    (0..classes).fold(vec![vec![]], |states, _| {
        let longer = |state: Vec<usize>| {
            let left = most - state.iter().sum::<usize>();
            (0..=left).map(move |count| [state.clone(), vec![count]].concat())
        };
        states.into_iter().flat_map(longer).collect()
    })
}

/// Pr[H = h + 1] / Pr[H = h] for H binomial.
fn ratio_of_terms(items: u64, hitting: u64, hit: f64) -> f64 {
    (items - hitting) as f64 / (hitting + 1) as f64 * hit / (1.0 - hit)
}
