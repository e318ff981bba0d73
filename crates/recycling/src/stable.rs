//! Stable filters (Deng, Rafiei, *Approximately detecting duplicates for streaming data using stable Bloom filters*, 2006): m cells 0 … M,
//! which an insertion takes 1 from at P random places before it sets its own K cells to M.
//!
//! A query is positive iff its K cells are not 0. There is no window: a message can be missed from the first one after it.
//!
//! **Exact, for P distinct decremented cells.** Go backwards in time from the query. Let c = (c_1, …, c_M) count the cells, among t
//! given ones, that still need 1, …, M decrements, j = Σ c_r, A_j the probability that an insertion sets none of j given cells and
//! h_i = C(m − j, P − i)/C(m, P) that it decrements i given ones of them and no other. Then Z(c), the probability that they all turn
//! out 0, obeys Z(0) = 1, Z(c)(1 − A_j h_0) = A_j Σ_{i≥1} over the i-subsets h_i Z(c after them): positive terms, C(K + M, M) states.
//! The rate is Σ_t (−1)^t E\[C(D, t)\] Z(0, …, 0, t). With a horizon of r insertions the same recursion gives what is
//! left of a stored item ([`forgetting`]).
//!
//! The published rate takes cells as independent ([`published_rate`]). Runs of neighbouring cells, which common implementations decrement,
//! have the same distribution of one cell and no exact rate here.

use std::collections::BTreeMap;

use bloomlab_numbers::{Arithmetic, Number, Refused, Sampling, Shape, combinatorics::binomial, distinct, within};

/// A stable filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stable {
    shape: Shape,
    decrements: u64,
    most: u64,
}

const MAX_CELL: u64 = 255;

impl Stable {
    /// Cells of shape `shape` with values 0 … M = `most`, of which an insertion decrements P = `decrements`. Domain: 1 ≤ P ≤ m,
    /// 1 ≤ M ≤ 255, and K ≤ 32.
    pub fn new(shape: Shape, decrements: u64, most: u64) -> Result<Self, Refused> {
        within("hashes", shape.hashes(), 1..=32)?;
        within("decrements", decrements, 1..=shape.bits())?;
        within("cell-value", most, 1..=MAX_CELL)?;
        Ok(Self { shape, decrements, most })
    }

    /// The cells, as bits of a filter.
    pub fn shape(self) -> Shape {
        self.shape
    }

    /// P.
    pub fn decrements(self) -> u64 {
        self.decrements
    }

    /// M.
    pub fn most(self) -> u64 {
        self.most
    }

    /// A_j: an insertion sets none of j given cells.
    fn sets_none<A: Arithmetic>(self, a: &A, cells: u64) -> A::Number {
        let (bits, hashes) = (self.shape.bits(), self.shape.hashes());
        match self.shape.sampling() {
            Sampling::WithReplacement => a.all_miss(cells, bits, hashes),
            Sampling::WithoutReplacement => a.all_miss_distinct(cells, bits, hashes, 1),
        }
    }

    /// h_i = C(m − j, P − i)/C(m, P): of j given cells an insertion decrements i given ones and no other.
    fn takes<A: Arithmetic>(self, a: &A, cells: u64, taken: u64) -> A::Number {
        let (bits, decrements) = (self.shape.bits(), self.decrements);
        if taken > decrements || cells - taken > bits - decrements {
            return a.zero();
        }
        // P!/(P − i)! · (m − P)!/(m − P − j + i)! over m!/(m − j)!
        let factor = |product: A::Number, i: u64| {
            let up = if i < taken { decrements - i } else { bits - decrements - (i - taken) };
            product * a.ratio(up, bits - i)
        };
        (0..cells).fold(a.one(), factor)
    }

    /// Refuses more than 2^29 steps for some insertions: K for each pair of a state and one that it leads to, C(K + 2M, K) pairs.
    fn check(self, insertions: u64) -> Result<(), Refused> {
        const STEPS: f64 = 536_870_912.0;
        let (hashes, counts) = (self.shape.hashes(), 2.0 * self.most as f64);
        let pairs = (1..=hashes).fold(1.0, |n, i| n * (counts + i as f64) / i as f64);
        if pairs * hashes as f64 * insertions as f64 <= STEPS {
            return Ok(());
        }
        let domain = "hashes·C(hashes + 2·cell-value, hashes) ≤ 2^29, for all insertions together";
        Err(Refused::new("cell-value", self.most, domain))
    }
}

/// The probability that one cell is 0, θ^M with θ = 1/(1 + 1/(P(1/K − 1/m))) for distinct positions, as published; for independent ones K/m
/// is replaced by q = 1 − (1 − 1/m)^K: θ = π(1 − q)/(π + q − πq), π = P/m. Exact for one cell.
pub fn zero_share<A: Arithmetic>(a: &A, filter: Stable) -> A::Number {
    let kept = filter.sets_none(a, 1);
    let taken = a.ratio(filter.decrements, filter.shape.bits());
    let set = a.one() - &kept;
    // π + q − πq = q + π(1 − q)
    let theta = taken.clone() * &kept / (set + taken * kept);
    theta.pow(filter.most)
}

/// The rate as published, (1 − θ^M)^K: cells as if they were independent.
pub fn published_rate<A: Arithmetic>(a: &A, filter: Stable) -> A::Number {
    (a.one() - zero_share(a, filter)).pow(filter.shape.hashes())
}

/// The exact stationary rate. The sum over t alternates: in [`bloomlab_numbers::Double`] about 2^K units in the last place of 1 are lost.
/// Domain: K·C(K + 2M, K) ≤ 2^29.
pub fn rate<A: Arithmetic>(a: &A, filter: Stable) -> Result<A::Number, Refused> {
    filter.check(1)?;
    let moves = Moves::new(a, filter);
    let mut zero: Vec<A::Number> = vec![a.one()];
    for state in &moves.states[1..] {
        let reached = a.sum(state.to.iter().map(|(to, weight)| weight.clone() * &zero[*to]));
        zero.push(reached / (a.one() - &state.stays));
    }
    Ok(moves.all_set(a, &zero))
}

/// The probability that an item is missed 0, 1, …, `farthest` insertions after its own: exact, its K cells asked for again. The work of
/// [`rate`] for each insertion. Domain: that of [`rate`], for all insertions together.
pub fn forgetting<A: Arithmetic>(a: &A, filter: Stable, farthest: u64) -> Result<Vec<A::Number>, Refused> {
    filter.check(farthest.saturating_add(1))?;
    let moves = Moves::new(a, filter);
    // just after the item all its cells are M: only c = 0 is all 0
    let mut zero = vec![a.zero(); moves.states.len()];
    zero[0] = a.one();
    let mut missed = Vec::new();
    for _ in 0..=farthest {
        missed.push(a.one() - moves.all_set(a, &zero));
        let step = |(index, state): (usize, &State<A::Number>)| {
            let stays = state.stays.clone() * &zero[index];
            state.to.iter().fold(stays, |sum, (to, weight)| sum + weight.clone() * &zero[*to])
        };
        zero = moves.states.iter().enumerate().map(step).collect();
    }
    Ok(missed)
}

/// One step back in time.
struct State<N> {
    /// A_j h_0.
    stays: N,
    /// The states that some decrement leads to, which come before this one, and A_j h_i times the ways to it.
    to: Vec<(usize, N)>,
}

/// All states of at most K unresolved cells.
struct Moves<N> {
    /// In an order in which a decrement leads to an earlier one; c = 0 is the first.
    states: Vec<State<N>>,
    /// The index of (0, …, 0, t).
    starts: Vec<usize>,
    /// E\[C(D, t)\].
    moments: Vec<N>,
}

impl<N: Number> Moves<N> {
    fn new<A: Arithmetic<Number = N>>(a: &A, filter: Stable) -> Self {
        let moments = distinct::binomial_moments(a, &distinct::positions(a, filter.shape));
        let (targets, width) = (moments.len() as u64 - 1, filter.most as usize);
        let counts = counts_by_work(targets, width);
        let index: BTreeMap<&[u64], usize> = counts.iter().enumerate().map(|(i, c)| (c.as_slice(), i)).collect();
        let state = |from: &Vec<u64>| {
            let cells = from.iter().sum();
            let unset = filter.sets_none(a, cells);
            let weight: Vec<N> = (0..=cells).map(|taken| unset.clone() * filter.takes(a, cells, taken)).collect();
            let step = |taken: Vec<u64>| {
                let ways = from.iter().zip(&taken).fold(a.one(), |ways, (&of, &t)| ways * binomial(a, of, t));
                (index[after(from, &taken).as_slice()], ways * &weight[taken.iter().sum::<u64>() as usize])
            };
            let to = choices(from).into_iter().filter(|taken| taken.iter().any(|&t| t > 0)).map(step).collect();
            State { stays: weight[0].clone(), to }
        };
        let states = counts.iter().map(state).collect();
        let start = |t: u64| {
            let mut counts = vec![0; width];
            counts[width - 1] = t;
            index[counts.as_slice()]
        };
        Self { states, starts: (0..=targets).map(start).collect(), moments }
    }

    /// Pr\[none of the D cells of a query is 0\] = Σ_t (−1)^t E\[C(D, t)\] Z(0, …, 0, t).
    fn all_set<A: Arithmetic<Number = N>>(&self, a: &A, zero: &[N]) -> N {
        distinct::all_have(a, self.moments.iter().cloned(), |t| zero[self.starts[t as usize]].clone())
    }
}

/// Every (c_1, …, c_M) with Σ c_r ≤ `most`, by Σ r c_r, the decrements still needed.
fn counts_by_work(most: u64, width: usize) -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new()];
    for _ in 0..width {
        let longer = |counts: &Vec<u64>| {
            let left = most - counts.iter().sum::<u64>();
            (0..=left).map(|next| [counts.as_slice(), &[next]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.sort_by_key(|counts| (1..).zip(counts).map(|(needed, count)| needed * count).sum::<u64>());
    all
}

/// Every (d_1, …, d_M) with d_r ≤ c_r.
fn choices(counts: &[u64]) -> Vec<Vec<u64>> {
    counts.iter().fold(vec![Vec::new()], |all, &count| {
        all.iter().flat_map(|taken| (0..=count).map(|next| [taken.as_slice(), &[next]].concat())).collect()
    })
}

/// `taken` cells need a decrement less; those that needed one are resolved.
fn after(counts: &[u64], taken: &[u64]) -> Vec<u64> {
    let come = taken.iter().skip(1).chain(std::iter::once(&0));
    counts.iter().zip(taken).zip(come).map(|((count, gone), come)| count - gone + come).collect()
}
