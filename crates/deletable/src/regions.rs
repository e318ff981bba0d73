//! DlBF: cells that become undeletable by the region.
//!
//! R regions of b bits, C = Rb. A region is marked when an insertion finds one of its bits already set, that is, iff
//! some bit of it is written to by two or more items; so, of n + r insertions, in whatever order. Deletions clear the
//! item's bits in unmarked regions. In such a region every set bit belongs to one item, so the order of the deletions
//! does not matter either. After deleting r of the items
//!
//! a bit fails to match iff no item has written to it, or its region is unmarked and a deleted item has.
//!
//! **Notation.** Watch w cells, of which e must stay empty, g may each be hit by at most one item and that a deleted
//! one, and u by at most one item of either kind, w = e + g + u. With χ_i the probability that exactly i of the w cells
//! are hit, once each ([`hits`](crate::hits)), split by how many of the u cells are hit by items that stay,
//!
//! Q(e, g, u) = Σ_i (u)_i/(w)_i χ^(n)_i Σ_j (g + u − i)_j/(w)_j χ^(r)_j.
//!
//! **Deletability.** A stored item is not deletable iff all regions it touches are marked. Over the sets of j regions
//! all of them touched and unmarked, by inclusion–exclusion: within these the item has s cells, in each region at
//! least one, which the other N − 1 = n + r − 1 items must miss, and the other jb − s cells are hit by at most one
//! of those each:
//!
//! Pr[not deletable] = Σ_j (−1)^j C(R, j) Σ_s \[x^s\]((1 + x)^b − 1)^j · c_s · Q_(N−1)(s, 0, jb − s),
//!
//! where c_s, for w = jb watched cells, is the probability that the item hits exactly s given ones of them.
//!
//! **Rate.** As for the filters whose cells stand alone, rate = Σ_t (−1)^t E\[C(D, t)\] q_t, where q_t is the
//! probability that t cells drawn at random without replacement all fail. Let them lie in j regions. Those of a region
//! all fail iff X: they are all empty, or Y: the region is unmarked and none of them is hit by an item that stays.
//! By the indicators' identity 1(X ∪ Y) = 1(X) + 1(Y) − 1(X ∩ Y), the probability that this happens in all j regions
//! is a sum over assignments of one of three types to each region. With s of the t cells in it, a region adds
//!
//! | type | sign | e | g | u |
//! |---|---|---|---|---|
//! | X, its t-cells empty | + | s | | |
//! | Y, unmarked, t-cells empty or deleted | + | | s | b − s |
//! | X and Y, unmarked, t-cells empty | − | s | | b − s |
//!
//! and the probability of an assignment is Q(e, g, u) with the sums. There are C(R, j) Π C(b, s_i) ways to place the
//! cells among C(C, t), with sizes s_1..s_j. With nothing deleted Y lies in X, only the first line remains, and the
//! rate is that of an ordinary Bloom filter of C bits.

use std::collections::BTreeMap;

use bloomlab_numbers::{Arithmetic, Number};
use bloomlab_occupancy::combinatorics::{add_signed, binomial};
use bloomlab_occupancy::{Cost, distinct};

use crate::Parameters;
use crate::hits::{Watched, only_among};

/// A DlBF of R regions of b bits.
#[derive(Clone, Copy)]
struct Regions {
    cells: u64,
    region_bits: u64,
    hashes: u64,
}

impl Regions {
    fn new(p: &Parameters, region_bits: u64) -> Self {
        Self { cells: p.cells(), region_bits, hashes: p.hashes() }
    }

    fn count(self) -> u64 {
        self.cells / self.region_bits
    }

    fn watch<A: Arithmetic>(self, a: &A, watched: u64) -> Watched<A::Number> {
        Watched::new(a, watched, self.cells, self.hashes)
    }
}

/// Pr[a stored item can be deleted], computed as −Σ_(j≥1) of the sum above, so that small values keep their digits.
pub(crate) fn deletability<A: Arithmetic>(a: &A, p: &Parameters, region_bits: u64) -> A::Number {
    let regions = Regions::new(p, region_bits);
    let mut touching = vec![a.one()]; // [x^s]((1 + x)^b − 1)^j, from j = 0
    let mut sum = a.zero();
    for j in 1..=p.hashes().min(regions.count()) {
        let watched = j * region_bits;
        touching = touch_one_more(a, &touching, region_bits, watched.min(p.hashes()));
        let seen = regions.watch(a, watched);
        let chi = seen.once_each(a, p.inserted() - 1, &a.one());
        let ways = touching.iter().zip(seen.hit()).enumerate();
        let unmarked =
            a.sum(ways.map(|(s, (sets, hit))| sets.clone() * hit * only_among(a, &chi, watched as usize - s)));
        sum = add_signed(sum, j + 1, binomial(a, regions.count(), j) * unmarked);
    }
    sum
}

/// What [`deletability`] costs: up to k regions of b cells are watched, and the hits of all their cells summed.
///
/// Measured in double precision: k = 5, b = 1024 takes 0.2 s.
pub(crate) fn deletability_cost(p: &Parameters, region_bits: u64) -> Cost {
    let (k, b) = (p.hashes() as f64 + 1.0, region_bits as f64);
    Cost { steps: k.powi(4) * (b * b + 8.0 * b) / 16.0, numbers: 4.0 * k * k * b }
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

/// What [`rate`] costs: the hits of up to k regions of b cells for every number of watched cells, and a sum over up to
/// kb of them for every [`Requirement`].
///
/// Measured in double precision: k = 5, b = 1024 takes 1.4 s, k = 16, b = 32 takes 0.7 s, k = 32, b = 8 takes 5.6 s. With
/// b²/50 + 2b it is 1.8, 1.2 and 6.8 s: above them all.
pub(crate) fn rate_cost(p: &Parameters, region_bits: u64) -> Cost {
    let (k, b) = (p.hashes() as f64 + 1.0, region_bits as f64);
    match p.deleted() {
        0 => Cost { steps: 64.0 * k.powi(4), numbers: 8.0 * k.powi(2) },
        _ => Cost { steps: k.powi(5) * (b * b / 50.0 + 2.0 * b), numbers: 2.0 * k.powi(3) * b },
    }
}

/// What the watched cells of some regions have to be: e of t cells empty in unmarked regions, g in unmarked regions
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

    /// The cells that are watched, e + g + u.
    fn watched(self, region_bits: u64) -> u64 {
        self.chosen + self.any_once(region_bits)
    }
}

/// The signed number of ways that lead to each requirement.
struct Weights<N>(BTreeMap<Requirement, N>);

impl<N> Default for Weights<N> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<N: Number> Weights<N> {
    fn add(&mut self, requirement: Requirement, ways: N) {
        let sum = match self.0.remove(&requirement) {
            Some(sum) => sum + ways,
            None => ways,
        };
        self.0.insert(requirement, sum);
    }
}

/// q_t for t = 0..=most: t random cells all fail.
pub(crate) fn all_fail<A: Arithmetic>(a: &A, p: &Parameters, region_bits: u64, most: usize) -> Vec<A::Number> {
    let regions = Regions::new(p, region_bits);
    let mut once = OnceEach { regions, items: p.items(), deleted: p.deleted(), by_watched: BTreeMap::new() };
    let mut sums = vec![a.zero(); most + 1];
    sums[0] = a.one();
    let mut requirements = Weights::default();
    requirements.add(Requirement::NOTHING, a.one());
    for j in 1..=(most as u64).min(regions.count()) {
        requirements = one_region_more(a, &requirements, region_bits, most as u64, p.deleted() > 0);
        let places = binomial(a, regions.count(), j);
        for (requirement, ways) in &requirements.0 {
            let term = once.probability(a, *requirement) * ways * &places;
            let sum = &mut sums[requirement.chosen as usize];
            *sum = sum.clone() + term;
        }
    }
    sums.into_iter().enumerate().map(|(t, sum)| sum / binomial(a, regions.cells, t as u64)).collect()
}

fn one_region_more<A: Arithmetic>(
    a: &A,
    requirements: &Weights<A::Number>,
    region_bits: u64,
    most: u64,
    some_deleted: bool,
) -> Weights<A::Number> {
    let mut more = Weights::default();
    for (requirement, ways) in &requirements.0 {
        for s in 1..=region_bits.min(most - requirement.chosen) {
            let ways = ways.clone() * binomial(a, region_bits, s);
            let emptied = Requirement { chosen: requirement.chosen + s, ..*requirement };
            let unmarked = Requirement { unmarked: requirement.unmarked + 1, ..emptied };
            more.add(emptied, ways.clone());
            if some_deleted {
                more.add(Requirement { deleted: requirement.deleted + s, ..unmarked }, ways.clone());
                more.add(Requirement { empty: requirement.empty + s, ..unmarked }, a.zero() - ways);
            }
        }
    }
    more
}

/// The generating functions of Q, which depend on the requirement only through the number of watched cells.
struct OnceEach<N> {
    regions: Regions,
    items: u64,
    deleted: u64,
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
        let watched = requirement.watched(self.regions.region_bits);
        let any_once = requirement.any_once(self.regions.region_bits);
        let (regions, items, deleted) = (self.regions, self.items, self.deleted);
        let coefficients = self.by_watched.entry(watched).or_insert_with(|| {
            let seen = regions.watch(a, watched);
            let go = seen.once_each(a, deleted, &a.one());
            Coefficients {
                stay: seen.once_each(a, items, &a.one()),
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
