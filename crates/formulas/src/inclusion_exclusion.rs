//! The exact false-positive rate in O(k²) steps, whatever m and n.
//!
//! With replacement: let D be the number of distinct bits a query asks for. It is a false positive when none of them
//! is missed by all kn insertions; inclusion–exclusion over the missed ones gives
//! p = Σ_t (−1)^t E[C(D, t)] (1 − t/m)^(kn), the same rational as eq. 17 of Christensen et al. (2010).
//! The route is known as the γ-transform (Grandi, *On the analysis of Bloom filters*, 2018) and through occupancy
//! moments (Burns, 2019).
//!
//! The sum alternates: it loses about k (1 + log2(1/fill)) bits, so it wants exact rationals or a certified enclosure.

use bloomlab_numbers::Arithmetic;

use crate::{DistinctShape, Shape};
use bloomlab_occupancy::combinatorics::{add_signed, binomials};
use bloomlab_occupancy::distinct;

/// The law of the number of distinct bits among the k positions of one item, Pr[D = 0], …, Pr[D = min(k, m)].
pub(crate) fn distinct_positions<A: Arithmetic>(a: &A, shape: Shape) -> Vec<A::Number> {
    distinct::positions(a, shape.shape())
}

/// The exact rate with replacement, Σ_t (−1)^t E[C(D, t)] (1 − t/m)^(kn).
pub fn rate<A: Arithmetic>(a: &A, shape: Shape) -> A::Number {
    if shape.items() == 0 {
        return a.zero(); // what the sum is, but not what an enclosure of it shows
    }
    let moments = distinct::binomial_moments(a, &distinct_positions(a, shape));
    (0..)
        .zip(moments)
        .fold(a.zero(), |sum, (t, moment)| add_signed(sum, t, moment * a.all_miss(t, shape.bits(), shape.balls())))
}

/// The exact rate without replacement, Σ_t (−1)^t C(k, t) [C(m−t, k)/C(m, k)]^n.
pub fn rate_without_replacement<A: Arithmetic>(a: &A, shape: DistinctShape) -> A::Number {
    let (bits, items, hashes) = (shape.shape().bits(), shape.shape().items(), shape.shape().hashes());
    if items == 0 {
        return a.zero();
    }
    (0..)
        .zip(binomials(a, hashes))
        .fold(a.zero(), |sum, (t, choose)| add_signed(sum, t, choose * a.all_miss_distinct(t, bits, hashes, items)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bloomlab_exact::{Rational, Rationals};

    #[test]
    fn without_replacement_by_hand() {
        // m = 3, n = 1, k = 2: only the query at the item's own two positions is a false positive, 1 of C(3, 2)
        let shape = Shape::new(3, 1, 2).unwrap().without_replacement().unwrap();
        assert_eq!(rate_without_replacement(&Rationals, shape), Rational::new(1, 3));
    }
}
