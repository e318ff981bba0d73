//! DlBF: cells that become undeletable by the region.
//!
//! R regions of b bits, C = Rb. A region is marked when two items write to one of its bits, in whatever order. Deletions clear the
//! item's bits in unmarked regions. So after deleting r of n + r items a bit fails to match iff no item has written to it, or its
//! region is unmarked and a deleted item has.
//!
//! **Notation.** Watch w = e + g + u cells, of which e must stay empty, g may each be hit by at most one item and that a deleted
//! one, and u by at most one of either kind. With χ_i the probability that exactly i of the w cells are hit, once each
//! ([`hits`](crate::hits)), Q(e, g, u) = Σ_i (u)_i/(w)_i χ^(n)_i Σ_j (g + u − i)_j/(w)_j χ^(r)_j.
//!
//! **Deletability.** A stored item is not deletable iff all regions it touches are marked. By inclusion–exclusion over the sets of j
//! regions that are touched and unmarked, in which the item has s cells that the other N − 1 = n + r − 1 items must miss:
//!
//! Pr[not deletable] = Σ_j (−1)^j C(R, j) Σ_s \[x^s\]((1 + x)^b − 1)^j · c_s · Q_(N−1)(s, 0, jb − s),
//!
//! where c_s, for w = jb watched cells, is the probability that the item hits exactly s given ones of them.
//!
//! **Rate** = Σ_t (−1)^t E\[C(D, t)\] q_t, q_t the probability that t cells drawn at random without replacement all fail. Those of a
//! region fail iff X: they are all empty, or Y: the region is unmarked and no item that stays hits them. By 1(X ∪ Y) = 1(X) + 1(Y) −
//! 1(X ∩ Y) a region that holds s of the t cells adds one of
//!
//! | type | sign | e | g | u |
//! |---|---|---|---|---|
//! | X, its t-cells empty | + | s | | |
//! | Y, unmarked, t-cells empty or deleted | + | | s | b − s |
//! | X and Y, unmarked, t-cells empty | − | s | | b − s |
//!
//! and the probability of an assignment is Q(e, g, u) with the sums. There are C(R, j) Π C(b, s_i) ways to place the cells in j
//! regions among C(C, t). With nothing deleted only the first line remains.

use std::collections::BTreeMap;

use bloomlab_numbers::{
    Arithmetic, Number,
    combinatorics::{add_signed, binomial},
    distinct,
};

use crate::Parameters;
use crate::hits::{Watched, only_among};

/// Pr[a stored item can be deleted], computed as −Σ_(j≥1) of the sum above, so that small values keep their digits.
pub(crate) fn deletability<A: Arithmetic>(a: &A, p: &Parameters, region_bits: u64) -> A::Number {
    let regions = p.cells() / region_bits;
    let mut touching = vec![a.one()]; // [x^s]((1 + x)^b − 1)^j, from j = 0
    let mut sum = a.zero();
    for j in 1..=p.hashes().min(regions) {
        let watched = j * region_bits;
        touching = touch_one_more(a, &touching, region_bits, watched.min(p.hashes()));
        let seen = Watched::new(a, watched, p.cells(), p.hashes());
        let chi = seen.once_each(a, p.inserted() - 1, &a.one());
        let ways = touching.iter().zip(&seen.hit).enumerate();
        let unmarked =
            a.sum(ways.map(|(s, (sets, hit))| sets.clone() * hit * only_among(a, &chi, watched as usize - s)));
        sum = add_signed(sum, j + 1, binomial(a, regions, j) * unmarked);
    }
    sum
}

/// `sets`[s], the s-sets of cells that touch each of some regions, times one region more; to s = `most`.
fn touch_one_more<A: Arithmetic>(a: &A, sets: &[A::Number], region_bits: u64, most: u64) -> Vec<A::Number> {
    let one_region: Vec<_> = (0..=most).map(|s| binomial(a, region_bits, s)).collect();
    // at least one cell of the s lies in the new region
    (0..=most as usize).map(|s| a.dot(&sets[..s.min(sets.len())], one_region[1.min(s)..=s].iter().rev())).collect()
}

/// The false-positive rate after the deletions.
pub(crate) fn rate<A: Arithmetic>(a: &A, p: &Parameters, region_bits: u64) -> A::Number {
    let moments = distinct::binomial_moments(a, &distinct::positions(a, p.shape()));
    let all_fail = all_fail(a, p, region_bits, moments.len() - 1);
    distinct::all_have(a, moments, |t| all_fail[t as usize].clone())
}

/// The state required of the watched cells of some regions: e of t cells empty in unmarked regions, g in unmarked regions
/// empty or deleted, and how many regions unmarked; the remaining t-cells lie in regions of type X.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Requirement {
    chosen: u64,
    unmarked: u64,
    deleted: u64,
    empty: u64,
}

impl Requirement {
    const NOTHING: Self = Self { chosen: 0, unmarked: 0, deleted: 0, empty: 0 };

    /// The cells any one item may hit, u.
    fn any_once(self, region_bits: u64) -> u64 {
        self.unmarked * region_bits - self.deleted - self.empty
    }
}

/// The signed number of ways that lead to each requirement.
type Weights<N> = BTreeMap<Requirement, N>;

/// q_t for t = 0..=most: t random cells all fail.
pub(crate) fn all_fail<A: Arithmetic>(a: &A, p: &Parameters, region_bits: u64, most: usize) -> Vec<A::Number> {
    let regions = p.cells() / region_bits;
    let mut once = OnceEach { filter: *p, region_bits, by_watched: BTreeMap::new() };
    let mut sums = vec![a.zero(); most + 1];
    sums[0] = a.one();
    let mut requirements = Weights::from([(Requirement::NOTHING, a.one())]);
    for j in 1..=(most as u64).min(regions) {
        requirements = one_region_more(a, &requirements, region_bits, most as u64, p.deleted() > 0);
        let places = binomial(a, regions, j);
        for (requirement, ways) in &requirements {
            let term = once.probability(a, *requirement) * ways * &places;
            let sum = &mut sums[requirement.chosen as usize];
            *sum = sum.clone() + term;
        }
    }
    sums.into_iter().enumerate().map(|(t, sum)| sum / binomial(a, p.cells(), t as u64)).collect()
}

fn one_region_more<A: Arithmetic>(
    a: &A,
    requirements: &Weights<A::Number>,
    region_bits: u64,
    most: u64,
    some_deleted: bool,
) -> Weights<A::Number> {
    let mut more = Weights::new();
    let mut add = |requirement, ways| {
        let sum = more.entry(requirement).or_insert_with(|| a.zero());
        *sum = sum.clone() + ways;
    };
    for (requirement, ways) in requirements {
        for s in 1..=region_bits.min(most - requirement.chosen) {
            let ways = ways.clone() * binomial(a, region_bits, s);
            let emptied = Requirement { chosen: requirement.chosen + s, ..*requirement };
            let unmarked = Requirement { unmarked: requirement.unmarked + 1, ..emptied };
            add(emptied, ways.clone());
            if some_deleted {
                add(Requirement { deleted: requirement.deleted + s, ..unmarked }, ways.clone());
                add(Requirement { empty: requirement.empty + s, ..unmarked }, a.zero() - ways);
            }
        }
    }
    more
}

/// The generating functions of Q, which depend on the requirement only through the number of watched cells.
struct OnceEach<N> {
    filter: Parameters,
    region_bits: u64,
    by_watched: BTreeMap<u64, Coefficients<N>>,
}

struct Coefficients<N> {
    /// χ^(n)_i.
    stay: Vec<N>,
    /// For c = 0..=w: the deleted items hit only cells among c given ones, each at most once.
    go: Vec<N>,
}

impl<N: Number> OnceEach<N> {
    /// Q(e, g, u) of a requirement.
    fn probability<A: Arithmetic<Number = N>>(&mut self, a: &A, requirement: Requirement) -> N {
        let any_once = requirement.any_once(self.region_bits);
        let (watched, p) = (requirement.chosen + any_once, self.filter);
        let coefficients = self.by_watched.entry(watched).or_insert_with(|| {
            let seen = Watched::new(a, watched, p.cells(), p.hashes());
            let go = seen.once_each(a, p.deleted(), &a.one());
            Coefficients {
                stay: seen.once_each(a, p.items(), &a.one()),
                go: (0..=watched as usize).map(|cells| only_among(a, &go, cells)).collect(),
            }
        });
        let mut share = a.one(); // (u)_i/(w)_i
        let mut sum = a.zero();
        for i in 0..=any_once {
            let free = (requirement.deleted + any_once - i) as usize;
            sum = sum + share.clone() * &coefficients.stay[i as usize] * &coefficients.go[free];
            if i < any_once {
                share = share * a.ratio(any_once - i, watched - i);
            }
        }
        sum
    }
}
