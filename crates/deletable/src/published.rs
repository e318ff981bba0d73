//! The formulas as the literature prints them.

use bloomlab_numbers::{AnalyticArithmetic, DeletableKind, Number};

use crate::Parameters;
use crate::poisson::{any_of, load_and_empty};

/// Probability p_i that i items are mapped to a cell of a D-FP filter of m bits, (2kn/m)^i e^(−2kn/m)/i!.
///
/// Kwon et al., eq. 1, with n + r, the items inserted, in place of n, and C in place of m/2. Approximate: the distribution of
/// the hits is Binomial(k(n + r), 1/C).
pub fn items_in_a_cell<A: AnalyticArithmetic>(a: &A, p: &Parameters, i: u64) -> A::Number {
    let (load, empty) = load_and_empty(a, p);
    (1..=i).fold(empty, |product, j| product * &load / a.integer(j))
}

/// Deletability of an item, 1 − (1 − p_0)^k, as published for D-FP.
///
/// Kwon et al., eq. 2, with n + r items in the filter (their section III-C).
pub fn published_deletability<A: AnalyticArithmetic>(a: &A, p: &Parameters) -> A::Number {
    a.one() - (a.one() - items_in_a_cell(a, p, 0)).pow(p.hashes())
}

/// False-positive rate, (1 − p_0 − p_1/2)^k, as published for D-FP, with nothing deleted.
///
/// Kwon et al., eq. 3, with n + r items in the filter. Approximate: it takes the cells of a query as independent, and
/// is too low, most for small filters.
pub fn published_rate<A: AnalyticArithmetic>(a: &A, p: &Parameters) -> A::Number {
    let half = items_in_a_cell(a, p, 1) / a.integer(2);
    (a.one() - items_in_a_cell(a, p, 0) - half).pow(p.hashes())
}

/// Deletability of an item of a DlBF as published, 1 − (1 − (e(1 + λ))^b)^k with e = e^(−λ); `None` for other filters.
///
/// This is the formula for the deletable Bloom filter that Kwon et al. (section IV) compare with, rebuilt from their
/// description of it: the item's cell lies in a region chosen uniformly, which is unmarked when each of its b bits has
/// at most one hit. It overestimates, because the item has itself written to the region: its own bit must have no
/// *other* hit, e in place of e(1 + λ), as in [`poisson::deletability`](crate::poisson::deletability).
pub fn published_dlbf_deletability<A: AnalyticArithmetic>(a: &A, p: &Parameters) -> Option<A::Number> {
    let DeletableKind::Dlbf { region_bits } = p.kind() else { return None };
    let (load, empty) = load_and_empty(a, p);
    let unmarked = (empty * (load + a.one())).pow(region_bits);
    Some(any_of(a, unmarked, p.hashes()))
}
