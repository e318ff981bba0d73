//! Stable filters (Deng, Rafiei, *Approximately detecting duplicates for streaming data using stable Bloom filters*, 2006): m cells 0 … M,
//! which an insertion takes 1 from at P random places before it sets its own K cells to M.
//!
//! A query is positive iff its K cells are not 0. There is no window: a message can be missed from the first one after it.
//!
//! **Exact, for P distinct decremented cells.** Go backwards in time from the query. Let c = (c_1, …, c_M) count the cells, among t
//! given ones, that the next 1, …, M decrements leave at 0, and j = Σ c_r. An insertion sets none of the j with probability A_j, a given
//! set of s of them and no other with probability a_s, and it decrements i given ones of them and no other with probability
//! h_i = C(m − j, P − i)/C(m, P). Then Y(c), the probability that none turns out 0, obeys Y(0) = 1, U(c) = Σ_i h_i Y(c after them), over
//! the i-subsets of the cells that bear a decrement more, and Y(c) = A_j U(c) + Σ_{s≥1} a_s U(c without them): positive terms, of which
//! A_j h_0 Y(c) goes to the left, C(K + M, M) states. The rate is Σ_d Pr\[D = d\] Y(0, …, 0, d). With a horizon of r insertions
//! the same recursion gives what is left of a stored item ([`forgetting`]).
//!
//! The published rate takes cells as independent ([`published_rate`]). Runs of neighbouring cells, which common implementations decrement,
//! have the same distribution of one cell and no exact rate here.

use std::collections::BTreeMap;

use bloomlab_numbers::{
    Arithmetic, Number, Refused, Sampling, Shape, combinatorics::binomial, distinct, hypergeometric, within,
};

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

    /// The numbers of j given cells that an insertion sets: their distribution, up to min(j, K).
    fn sets<A: Arithmetic>(self, a: &A, cells: u64) -> Vec<A::Number> {
        let (bits, hashes) = (self.shape.bits(), self.shape.hashes());
        if self.shape.sampling() == Sampling::WithoutReplacement {
            return hypergeometric::distribution(a, bits, cells, hashes);
        }
        let mut set = vec![a.zero(); hashes as usize + 1];
        set[0] = a.one();
        for drawn in 0..hashes {
            for of in (0..=drawn.min(cells)).rev() {
                let (left, here) = (cells - of, set[of as usize].clone());
                set[of as usize + 1] = set[of as usize + 1].clone() + here.clone() * a.ratio(left, bits);
                set[of as usize] = here * a.ratio(bits - left, bits);
            }
        }
        set
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
    let kept = filter.sets(a, 1).swap_remove(0);
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

/// The exact stationary rate, of positive terms. Domain: K·C(K + 2M, K) ≤ 2^29.
pub fn rate<A: Arithmetic>(a: &A, filter: Stable) -> Result<A::Number, Refused> {
    filter.check(1)?;
    let moves = Moves::new(a, filter);
    // Y and U; c = 0 is the first
    let (mut kept, mut left): (Vec<A::Number>, Vec<A::Number>) = (vec![a.one()], vec![a.one()]);
    for state in &moves.states[1..] {
        let decremented = weighted(a, &state.decremented, &kept);
        let reached = weighted(a, &state.set, &left) + state.sets_none.clone() * &decremented;
        let here = reached / &state.moves;
        left.push(state.stays.clone() * &here + decremented);
        kept.push(here);
    }
    Ok(a.sum(moves.starts.iter().zip(&moves.distinct).map(|(&start, p)| kept[start].clone() * p)))
}

/// The probability that an item is missed 0, 1, …, `farthest` insertions after its own: exact, its K cells asked for again. The work of
/// [`rate`] for each insertion. Domain: that of [`rate`], for all insertions together.
pub fn forgetting<A: Arithmetic>(a: &A, filter: Stable, farthest: u64) -> Result<Vec<A::Number>, Refused> {
    filter.check(farthest.saturating_add(1))?;
    let moves = Moves::new(a, filter);
    // just after the item all its cells are M
    let mut kept = vec![a.one(); moves.states.len()];
    let mut missed = Vec::new();
    for _ in 0..=farthest {
        let lost = |(&start, p): (&usize, &A::Number)| (a.one() - &kept[start]) * p;
        missed.push(a.sum(moves.starts.iter().zip(&moves.distinct).map(lost)));
        let decrement = |(index, state): (usize, &State<A::Number>)| {
            state.stays.clone() * &kept[index] + weighted(a, &state.decremented, &kept)
        };
        let left: Vec<_> = moves.states.iter().enumerate().map(decrement).collect();
        let set = |(index, state): (usize, &State<A::Number>)| {
            state.sets_none.clone() * &left[index] + weighted(a, &state.set, &left)
        };
        kept = moves.states.iter().enumerate().map(set).collect();
    }
    Ok(missed)
}

/// One step back in time: what an insertion set, then what it decremented before.
struct State<N> {
    /// A_j.
    sets_none: N,
    /// The states without the cells set, which come before this one, and a_s times the ways to them.
    set: Vec<(usize, N)>,
    /// h_0.
    stays: N,
    /// The states that some decrement leads to, which come before this one, and h_i times the ways to it.
    decremented: Vec<(usize, N)>,
    /// 1 − A_j h_0.
    moves: N,
}

/// Σ of the values of some states by their weights.
fn weighted<A: Arithmetic>(a: &A, to: &[(usize, A::Number)], values: &[A::Number]) -> A::Number {
    a.sum(to.iter().map(|(to, weight)| weight.clone() * &values[*to]))
}

/// All states of at most K unresolved cells.
struct Moves<N> {
    /// In an order in which a step leads to an earlier one; c = 0 is the first.
    states: Vec<State<N>>,
    /// The index of (0, …, 0, d).
    starts: Vec<usize>,
    /// Pr\[D = d\].
    distinct: Vec<N>,
}

impl<N: Number> Moves<N> {
    fn new<A: Arithmetic<Number = N>>(a: &A, filter: Stable) -> Self {
        let distinct = distinct::positions(a, filter.shape);
        let (most, width) = (distinct.len() as u64 - 1, filter.most as usize);
        let counts = counts_by_work(most, width);
        let index: BTreeMap<&[u64], usize> = counts.iter().enumerate().map(|(i, c)| (c.as_slice(), i)).collect();
        let state = |from: &Vec<u64>| {
            let cells: u64 = from.iter().sum();
            let sets = filter.sets(a, cells);
            let takes: Vec<N> = (0..=cells).map(|taken| filter.takes(a, cells, taken)).collect();
            let some_set = a.sum(&sets[1..]);
            let some_taken = a.sum((1..=cells).map(|taken| binomial(a, cells, taken) * &takes[taken as usize]));
            let (mut set, mut decremented) = (Vec::new(), Vec::new());
            for chosen in choices(from) {
                let count: u64 = chosen.iter().sum();
                if count == 0 {
                    continue;
                }
                let ways = from.iter().zip(&chosen).fold(a.one(), |ways, (&of, &n)| ways * binomial(a, of, n));
                if let Some(all) = sets.get(count as usize) {
                    let left: Vec<u64> = from.iter().zip(&chosen).map(|(of, n)| of - n).collect();
                    set.push((index[left.as_slice()], ways.clone() * all / binomial(a, cells, count)));
                }
                // the cells of c_1 bear no decrement
                if chosen[0] == 0 {
                    decremented.push((index[after(from, &chosen).as_slice()], ways * &takes[count as usize]));
                }
            }
            let (sets_none, stays) = (sets[0].clone(), takes[0].clone());
            State { moves: some_set + sets_none.clone() * some_taken, sets_none, set, stays, decremented }
        };
        let states = counts.iter().map(state).collect();
        let start = |cells: u64| {
            let mut counts = vec![0; width];
            counts[width - 1] = cells;
            index[counts.as_slice()]
        };
        Self { states, starts: (0..=most).map(start).collect(), distinct }
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

/// The counts after `taken` of the cells have come one decrement nearer to 0.
fn after(counts: &[u64], taken: &[u64]) -> Vec<u64> {
    let come = taken.iter().skip(1).chain(std::iter::once(&0));
    counts.iter().zip(taken).zip(come).map(|((count, gone), come)| count - gone + come).collect()
}
