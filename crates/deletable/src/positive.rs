//! The exact rates again, by sums of positive terms only: a second route, which keeps its digits however small the rate is.
//!
//! A Markov chain follows the cells of one query. A cell that does not match yet is in one of a few classes (TBF, QBF: hit by
//! i ≤ L deleted items; D-FP: empty, or hit by one item that will not show). The state is the number of query cells in each class,
//! and each item moves it by a fixed kernel; the deleted items come first. Let W = min(k, C) cells contain all the query's. The
//! number of items that hit any of the W is binomial, so with K the kernel of an item that hits
//!
//! Pr[all match | state] = Σ_h C(N, h) P^h c_0^(N−h) (K^h 1_matched)(state),   P = 1 − c_0 = 1 − (1 − W/C)^k
//!
//! (uniformisation, in discrete time). Since h is about kλ, a few dozen steps serve any number of items. Going backwards from the
//! end gives all starting states at once: rate = Σ_d Pr[D = d] Pr[all match | d empty cells].

mod chain;

use bloomlab_numbers::{Arithmetic, DeletableKind, distinct};

use crate::Parameters;
use crate::cells::differ;
use chain::{Chain, Kind, Stage};

/// The end of the sum over h, the items that hit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tail {
    /// At the number of items: exact in exact arithmetic, and slow for many items.
    Summed,
    /// The tail ends once all terms to come are together below this fraction of the smallest probability summed.
    NeglectedBelow(f64),
}

/// The fraction that double precision does not see: 2^−60.
pub const DOUBLE_TAIL: Tail = Tail::NeglectedBelow(8.673_617_379_884_035e-19);

/// The sums whose tail is neglected serve up to 500 items, or kλ (on average no more items hit) up to 500.
/// Items, and λ, are those that count: for the counting filters the n that stay. It bounds the steps, and how near to
/// underflow the probability e^(−kλ) of no hit comes in double precision (with few items the sum does not start there).
const MAX_HITS: f64 = 500.0;

/// False-positive rate after n + r items were inserted and r of them deleted:
/// [`finite::rate_after_deletions`](crate::finite::rate_after_deletions) by positive terms.
///
/// `None` outside the domain of this route: for a DlBF with r ≥ 1, whose cells depend on the rest of their regions,
/// and, when the tail is neglected, beyond 500 hits (there the rate is near 1 and [`finite`](crate::finite)
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
    tail == Tail::Summed || items.min(hits) <= MAX_HITS
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
        DeletableKind::Tbf(_) | DeletableKind::Qbf if p.deleted() == 0 => (1, vec![stay(vec![matched(a.one(), 1)])]),
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
    let masses = distinct::positions(a, p.shape());
    a.sum(masses.into_iter().enumerate().map(|(d, probability)| {
        let mut start = vec![0; classes];
        start[0] = d;
        probability * &values[chain.number(&start)]
    }))
}
