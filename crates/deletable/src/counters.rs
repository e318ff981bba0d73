//! Counting filters with counters of l bits: counters that stop at T = 2^l − 1 and stay there.
//!
//! A counter that reached T no longer knows how many positions fell on it: deletions leave it as it is, and it stays set
//! for ever. Kwon et al. take counters of four bits as always large enough; here is what they cost, and what shorter ones
//! do. Counters count a position as often as it occurs, except where a function says otherwise.

use bloomlab_numbers::{
    Arithmetic, MAX_SIZE, Number, Refused, Sampling, Shape, combinatorics::factorials, distinct, within,
};

use crate::parameters::check_positions;

/// The longest counter, in bits.
const MAX_COUNTER_BITS: u64 = 8;

/// C counters of l bits and k hash functions, into which n + r items were inserted, of which r are then deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Counters {
    shape: Shape,
    counter_bits: u64,
    items: u64,
    deleted: u64,
}

impl Counters {
    /// `cells` counters (C) of `counter_bits` bits (l) and `hashes` hash functions (k), with replacement; `items` (n)
    /// stay, `deleted` (r) more are inserted and then deleted.
    /// [`Refused`] unless 1 ≤ C ≤ 2^63 − 1, 1 ≤ l ≤ 8, 1 ≤ k ≤ 32 and k(n + r) ≤ 2^63 − 1.
    pub fn new(cells: u64, counter_bits: u64, items: u64, deleted: u64, hashes: u64) -> Result<Self, Refused> {
        within("cells", cells, 1..=MAX_SIZE)?;
        within("cell-bits", counter_bits, 1..=MAX_COUNTER_BITS)?;
        check_positions(items, deleted, hashes)?;
        Ok(Self { shape: Shape::new(cells, hashes, Sampling::WithReplacement)?, counter_bits, items, deleted })
    }

    /// T = 2^l − 1, the count at which a counter stays.
    pub fn limit(self) -> u64 {
        (1 << self.counter_bits) - 1
    }

    /// n + r, the items inserted.
    pub fn inserted(self) -> u64 {
        self.items + self.deleted
    }
}

/// Pr\[a given counter is stuck\] = Pr\[Bin(n + r, h) ≥ T\], h = 1 − (1 − 1/C)^k, where an item's coinciding positions are
/// counted once. Exact.
///
/// The upper tail is summed from its first term: positive terms only, O(n + r) steps. The expected number of stuck
/// counters is C times it.
pub fn stuck<A: Arithmetic>(a: &A, p: Counters) -> A::Number {
    let (cells, hashes, items, limit) = (p.shape.bits(), p.shape.hashes(), p.inserted(), p.limit());
    if items < limit {
        return a.zero();
    }
    let hit = a.some_hit(1, cells, hashes);
    if cells == 1 {
        return a.one(); // every item hits the only counter
    }
    let odds = hit.clone() / a.all_miss(1, cells, hashes);
    let choose = (0..limit).fold(a.one(), |product, i| product * a.integer(items - i) / a.integer(i + 1));
    let mut term = choose * hit.pow(limit) * a.all_miss(1, cells, hashes * (items - limit));
    let mut sum = term.clone();
    for count in limit..items {
        term = term * a.ratio(items - count, count + 1) * &odds;
        sum = sum + &term;
    }
    sum
}

/// False-positive rate after n + r items were inserted and r of them deleted, stuck counters included. Exact.
///
/// Σ_d Pr\[D = d\] Σ_t (−1)^t C(d, t) q_t with D the distinct positions of a query and q_t the probability that t given
/// counters are 0: no item that stays hits them, and none of them ever reached T,
/// q_t = (1 − t/C)^(kn) Σ_j C(kr, j) C^(−j) (1 − t/C)^(kr−j) j! \[z^j\] (Σ_{i<T} z^i/i!)^t.
///
/// One-bit counters make the plain filter of n + r items, long ones that of n. Work O(k³T²). The outer sum alternates:
/// for l = 1 and l = 4 compare [`finite`](crate::finite).
pub fn rate_after_deletions<A: Arithmetic>(a: &A, p: Counters) -> A::Number {
    let moments = distinct::binomial_moments(a, &distinct::positions(a, p.shape));
    let factorial = factorials(a, p.limit());
    let below: Vec<A::Number> = (0..p.limit()).map(|i| a.one() / &factorial[i as usize]).collect();
    let mut ways = vec![a.one()]; // [z^j] (Σ_{i<T} z^i/i!)^t, from t = 0 on
    distinct::all_have(a, moments, |t| {
        if t > 0 {
            ways = product(a, &ways, &below);
        }
        a.all_miss(t, p.shape.bits(), p.items * p.shape.hashes()) * deleted_leave_no_trace(a, p, t, &ways)
    })
}

/// Σ_j C(kr, j) j! ways_j C^(−j) (1 − t/C)^(kr−j): the deleted items stick none of t given counters.
fn deleted_leave_no_trace<A: Arithmetic>(a: &A, p: Counters, t: u64, ways: &[A::Number]) -> A::Number {
    let (cells, positions) = (p.shape.bits(), p.deleted * p.shape.hashes());
    let mut sum = a.zero();
    let mut falling = a.one(); // kr (kr − 1) … (kr − j + 1)/C^j
    for (j, way) in (0..=positions).zip(ways) {
        sum = sum + falling.clone() * way * a.all_miss(t, cells, positions - j);
        falling = falling * a.ratio(positions - j, cells);
    }
    sum
}

fn product<A: Arithmetic>(a: &A, left: &[A::Number], right: &[A::Number]) -> Vec<A::Number> {
    let mut product = vec![a.zero(); left.len() + right.len() - 1];
    for (i, x) in left.iter().enumerate() {
        for (sum, y) in product[i..].iter_mut().zip(right) {
            *sum = sum.clone() + x.clone() * y;
        }
    }
    product
}
