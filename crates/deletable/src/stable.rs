//! The exact rates again, by sums of positive terms only.
//!
//! The alternating sums of [`finite`](crate::finite) lose digits when the rate is small. Here nothing is subtracted,
//! so that double precision keeps its digits however small the rate; and because it is a different route, the two
//! check each other.
//!
//! **Method.** Follow the cells of one query. As far as the end matters, an unmatched cell is in one of a few classes
//! (TBF, QBF: hit by i ≤ L deleted items; D-FP: empty, or hit by one item that will not show), and once it is bound to
//! match it can be forgotten. An item that stays makes a cell match, or not, for good; so the state is the number of
//! query cells in each class, and each item moves it by a fixed kernel, whatever came before: a Markov chain. The
//! deleted items come first, which is no loss since the order of insertions does not matter.
//!
//! Let W = min(k, C) cells contain all the query's. The number of items that hit any of the W is binomial, and the
//! others change nothing, so with K the kernel of an item that hits
//!
//! Pr[all match | state] = Σ_h C(N, h) P^h c_0^(N−h) (K^h 1_matched)(state),   P = 1 − c_0 = 1 − (1 − W/C)^k
//!
//! (uniformisation, in discrete time). Since h is about kλ, a few dozen steps serve any number of items. Going
//! backwards from the end gives all starting states at once, the queries with d = 1..W distinct cells among them:
//! rate = Σ_d Pr[D = d] Pr[all match | d empty cells]. A coincident query position counts as a cell that matches.

use std::collections::BTreeMap;

use bloomlab_numbers::{Arithmetic, Number};
use bloomlab_occupancy::combinatorics::binomial;
use bloomlab_occupancy::{DeletableKind, distinct};

use crate::Parameters;
use crate::cells::differ;
use crate::hits::Watched;
use crate::splits::each_split;

/// Where the sum over h, the items that hit, may end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tail {
    /// At the number of items: exact in exact arithmetic, and slow for many items.
    Summed,
    /// Where all terms to come are together below this fraction of the smallest probability summed.
    NeglectedBelow(f64),
}

/// The fraction that double precision does not see: 2^−60.
pub const DOUBLE_TAIL: Tail = Tail::NeglectedBelow(8.673_617_379_884_035e-19);

/// What an item of one kind does to a cell of each class: moves it to another class, or makes it match (`None`).
struct Kind<N> {
    /// Probability that an item of its stage is of this kind.
    share: N,
    moves: Vec<Option<usize>>,
}

/// Items that arrive in succession.
struct Stage<N> {
    items: u64,
    kinds: Vec<Kind<N>>,
}

/// Where the sums serve when their tail is neglected: up to 500 items, or kλ (on average no more items hit) up to 500.
/// Items, and λ, are those that count: for the counting filters the n that stay. It bounds the steps, and how near to
/// underflow the probability e^(−kλ) of no hit comes in double precision (with few items the sum does not start there).
pub const MOST_HITS: f64 = 500.0;

/// False-positive rate with n + r items stored and none deleted: [`finite::rate`](crate::finite::rate) by positive
/// terms.
///
/// Domain, accuracy: as for [`rate_after_deletions`], but any DlBF.
pub fn rate<A: Arithmetic>(a: &A, p: &Parameters, tail: Tail) -> Option<A::Number> {
    rate_after_deletions(a, &p.before_deletions(), tail)
}

/// False-positive rate after n + r items were inserted and r of them deleted:
/// [`finite::rate_after_deletions`](crate::finite::rate_after_deletions) by positive terms.
///
/// `None` outside the domain of this route: for a DlBF with r ≥ 1, whose cells depend on the rest of their regions,
/// and, when the tail is neglected, beyond [`MOST_HITS`] (there the rate is near 1 and [`finite`](crate::finite)
/// has nothing to cancel).
pub fn rate_after_deletions<A: Arithmetic>(a: &A, p: &Parameters, tail: Tail) -> Option<A::Number> {
    let (classes, stages) = stages_to_match(a, p)?;
    serves(p, tail).then(|| all_of_item(a, p, classes, &stages, tail))
}

/// Probability that a stored item can *not* be deleted, with n + r items inserted:
/// 1 − [`finite::deletability`](crate::finite::deletability) by positive terms.
///
/// `None` for DlBF, and where [`rate_after_deletions`] has none because of kλ.
pub fn non_deletability<A: Arithmetic>(a: &A, p: &Parameters, tail: Tail) -> Option<A::Number> {
    if let DeletableKind::Dlbf { .. } = p.kind() {
        return None;
    }
    // the item's cells have to be hit by `level` others each; counters always let go
    let Some(level) = p.sticky_above() else { return Some(a.zero()) };
    let stage = Stage { items: p.inserted() - 1, kinds: vec![count_up(a, level)] };
    serves(p, tail).then(|| all_of_item(a, p, level, &[stage], tail))
}

fn serves(p: &Parameters, tail: Tail) -> bool {
    let items = p.items_with_a_trace() as f64;
    let hits = p.hashes() as f64 * (p.hashes() as f64 * items / p.cells() as f64);
    tail == Tail::Summed || items.min(hits) <= MOST_HITS
}

/// Every hit moves a cell up through `classes` classes, and out of the last.
fn count_up<A: Arithmetic>(a: &A, classes: usize) -> Kind<A::Number> {
    let moves = (1..=classes).map(|next| (next < classes).then_some(next)).collect();
    Kind { share: a.one(), moves }
}

/// The classes an unmatched cell may be in, and the items in an order that is convenient.
fn stages_to_match<A: Arithmetic>(a: &A, p: &Parameters) -> Option<(usize, Vec<Stage<A::Number>>)> {
    let matched = |share: A::Number, classes: usize| Kind { share, moves: vec![None; classes] };
    let stay = |kinds| Stage { items: p.items(), kinds };
    let go = |kinds| Stage { items: p.deleted(), kinds };
    Some(match p.kind() {
        DeletableKind::Dlbf { .. } if p.deleted() > 0 => return None,
        DeletableKind::Dlbf { .. } | DeletableKind::Counting => (1, vec![stay(vec![matched(a.one(), 1)])]),
        DeletableKind::Tbf(_) | DeletableKind::Qbf => {
            let classes = p.sticky_above()? + 1;
            (classes, vec![go(vec![count_up(a, classes)]), stay(vec![matched(a.one(), classes)])])
        }
        DeletableKind::Dfp => {
            let half = a.ratio(1, 2);
            let hidden = Kind { share: half.clone(), moves: vec![Some(1), None] };
            (2, vec![go(vec![count_up(a, 2)]), stay(vec![hidden, matched(half, 2)])])
        }
        DeletableKind::FingerprintCounting { fingerprint_bits } => {
            let hidden = Kind { share: differ(a, fingerprint_bits), moves: vec![Some(1), None] };
            let shown = matched(a.ratio(1, 1 << fingerprint_bits), 2);
            (2, vec![stay(vec![hidden, shown])])
        }
    })
}

/// The probability that every cell of an item (or query) leaves its classes, averaged over its distinct cells.
fn all_of_item<A: Arithmetic>(
    a: &A,
    p: &Parameters,
    classes: usize,
    stages: &[Stage<A::Number>],
    tail: Tail,
) -> A::Number {
    let chain = Chain::new(a, p, classes);
    let mut values = chain.at_the_end(a);
    for stage in stages.iter().rev() {
        values = chain.before(a, stage, &values, tail);
    }
    let law = distinct::positions(a, p.shape());
    a.sum(law.into_iter().enumerate().map(|(d, probability)| {
        let mut start = vec![0; classes];
        start[0] = d;
        probability * &values[chain.index[&start]]
    }))
}

/// The states, and what an item does when it hits u of w cells that still count.
struct Chain<N> {
    states: Vec<Vec<usize>>,
    index: BTreeMap<Vec<usize>, usize>,
    /// `watched[w]`: w cells; the last entry is W.
    watched: Vec<Watched<N>>,
}

impl<N: Number> Chain<N> {
    fn new<A: Arithmetic<Number = N>>(a: &A, p: &Parameters, classes: usize) -> Self {
        let most = p.hashes().min(p.cells());
        let states = all_states(classes, most as usize);
        let index = states.iter().cloned().zip(0..).collect();
        let watched = (0..=most).map(|w| Watched::new(a, w, p.cells(), p.hashes())).collect();
        Self { states, index, watched }
    }

    fn all(&self) -> &Watched<N> {
        &self.watched[self.watched.len() - 1]
    }

    /// 1 where no cell is left, 0 elsewhere.
    fn at_the_end<A: Arithmetic<Number = N>>(&self, a: &A) -> Vec<N> {
        let value = |state: &Vec<usize>| if state.iter().all(|&count| count == 0) { a.one() } else { a.zero() };
        self.states.iter().map(value).collect()
    }

    /// The kernel of an item that hits any of the W cells, times P: for each state the states it leads to.
    fn kernel<A: Arithmetic<Number = N>>(&self, a: &A, kinds: &[Kind<N>]) -> Vec<Vec<(usize, N)>> {
        let mut rows = vec![];
        for (from, state) in self.states.iter().enumerate() {
            let mut row: BTreeMap<usize, N> = BTreeMap::new();
            let mut add = |to: usize, weight: N| {
                let entry = row.remove(&to).unwrap_or_else(|| a.zero());
                row.insert(to, entry + weight);
            };
            let counting: usize = state.iter().sum();
            // the item hits none of the cells that count, but some of the others
            let others = self.watched.len() - 1 - counting;
            for (u, hit) in self.all().hit().iter().enumerate().skip(1) {
                add(from, hit.clone() * binomial(a, others as u64, u as u64));
            }
            let seen = &self.watched[counting];
            each_split(state, seen.most(), &mut |hits, sets| {
                let size = hits.iter().sum::<usize>();
                if size == 0 {
                    return;
                }
                let weight = seen.hit()[size].clone() * a.integer(sets);
                for kind in kinds {
                    let mut after = state.clone();
                    for (class, &hit) in hits.iter().enumerate() {
                        after[class] -= hit;
                        if let Some(next) = kind.moves[class] {
                            after[next] += hit;
                        }
                    }
                    add(self.index[&after], weight.clone() * &kind.share);
                }
            });
            rows.push(row.into_iter().collect());
        }
        rows
    }

    /// The values before a stage from those after it.
    fn before<A: Arithmetic<Number = N>>(&self, a: &A, stage: &Stage<N>, after: &[N], tail: Tail) -> Vec<N> {
        let kernel = self.kernel(a, &stage.kinds);
        let hit = self.all().some_hit(a);
        let mut weighted = after.to_vec(); // C(N, h) (P K)^h applied to the values
        let mut total = vec![a.zero(); after.len()];
        let mut mass = a.one(); // C(N, h) P^h
        let mut hitting = 0;
        loop {
            let miss = self.all().all_miss(a, stage.items - hitting);
            for (sum, value) in total.iter_mut().zip(&weighted) {
                *sum = sum.clone() + value.clone() * &miss;
            }
            if hitting == stage.items {
                return total;
            }
            let more = a.ratio(stage.items - hitting, hitting + 1);
            mass = mass * &more * &hit;
            hitting += 1;
            if let Tail::NeglectedBelow(fraction) = tail {
                let next = (mass.clone() * self.all().all_miss(a, stage.items - hitting)).to_f64();
                let halving = ratio_of_terms(stage.items, hitting, hit.to_f64()) < 0.5;
                let smallest = total.iter().map(Number::to_f64).fold(f64::INFINITY, f64::min);
                // past the mode by far: the terms at least halve from here, and no value exceeds 1
                if halving && (2.0 * next <= fraction * smallest || next == 0.0) {
                    return total;
                }
            }
            let step = |row: &Vec<(usize, N)>| {
                let sum = row.iter().fold(a.zero(), |sum, (to, weight)| sum + weight.clone() * &weighted[*to]);
                sum * &more
            };
            weighted = kernel.iter().map(step).collect();
        }
    }
}

/// All vectors of `classes` counts with sum at most `most`.
fn all_states(classes: usize, most: usize) -> Vec<Vec<usize>> {
    (0..classes).fold(vec![vec![]], |states, _| {
        let longer = |state: Vec<usize>| {
            let room = most - state.iter().sum::<usize>();
            (0..=room).map(move |count| [state.clone(), vec![count]].concat())
        };
        states.into_iter().flat_map(longer).collect()
    })
}

/// Pr[H = h + 1] / Pr[H = h] for H binomial.
fn ratio_of_terms(items: u64, hitting: u64, hit: f64) -> f64 {
    (items - hitting) as f64 / (hitting + 1) as f64 * hit / (1.0 - hit)
}
