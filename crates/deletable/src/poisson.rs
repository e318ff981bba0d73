//! The Poisson forms: closed, and approximate.
//!
//! The hits of a cell are taken as Poisson with mean λ = k(n + r)/C, independent from cell to cell (Kwon et al., eq. 1,
//! where C = m/2); every hit belongs to an item that stays with probability q = n/(n + r), independently. Write
//! e = e^(−λ) and g = e(1 + λ), the probability of at most one hit. A cell then fails to match a query with probability
//!
//! | filter | Pr\[cell fails\] | an own cell lets the item go |
//! |---|---|---|
//! | D-FP | e + λe(1 − q) + λe q/2 | e |
//! | TBF | e + λe(1 − q) | e |
//! | QBF | e + λe(1 − q) + λ²e(1 − q)²/2 | e(1 + λ) |
//! | DlBF | e + λe(1 − q) g^(b−1) | e g^(b−1) |
//! | counting | e^(−λq) | 1 |
//! | FP-CBF | e^(−λq)(1 + λq(1 − 2^−f)) | 1 |
//!
//! (a deleted single hit is gone if its cell, or region, is not saturated; the other b − 1 bits of an unmarked region
//! have at most one hit each). The rate is (1 − Pr\[cell fails\])^k, the deletability 1 − (1 − Pr\[lets go\])^k.
//!
//! Two things are approximated: the number of hits, and the independence of the cells of one query, two of which
//! can have been written by the same item, whose one fingerprint is then compared in both. Both errors shrink like 1/m.
//! Against the exact forms, over k, m and n of Kwon et al. (k = 2..5, m ≥ 65,536, m/64 ≤ n ≤ m/k) and r ≤ 0.4 n, the
//! rate of D-FP is at most 0.72 % off and that of TBF, QBF and DlBF 0.021 %, the deletability 0.1 %; with nothing
//! deleted the rate is always too low. At m = 512, k = 4, n = 8 the rate of D-FP is 38 % low, of FP-CBF (4-bit
//! fingerprints) 28 %, of the others 1 to 3 %.
//!
//! **Accuracy in double precision** of the forms themselves, for n ≥ 1: the rate within
//! [`accuracy::poisson_rate`](crate::accuracy::poisson_rate), the deletability within
//! [`accuracy::poisson_deletability`](crate::accuracy::poisson_deletability).

use bloomlab_numbers::{Analytic, AnalyticArithmetic, Cost, Number};
use bloomlab_occupancy::DeletableKind;

use crate::Parameters;
use crate::cells::differ;

/// Probability that one of an item's own cells lets it be deleted: no (QBF: at most one) other hit, for DlBF in the
/// whole region. The third column of the table in the [module's text](self). Domain: that of [`Parameters`].
pub fn lets_go<A: AnalyticArithmetic>(a: &A, p: &Parameters) -> A::Number {
    let (load, empty) = load_and_empty(a, p);
    match p.kind() {
        DeletableKind::Dfp | DeletableKind::Tbf(_) => empty,
        DeletableKind::Qbf => empty * (load + a.one()),
        DeletableKind::Dlbf { region_bits } => empty.clone() * others_unmarked(a, load, empty, region_bits),
        DeletableKind::Counting | DeletableKind::FingerprintCounting { .. } => a.one(),
    }
}

/// Deletability of a stored item with n + r items inserted: 1 − (1 − [`lets_go`])^k.
///
/// For D-FP this is Kwon et al., eq. 2, at n + r items; for DlBF it corrects the published formula
/// ([`published_dlbf_deletability`](crate::published::published_dlbf_deletability)). Domain: that of [`Parameters`].
pub fn deletability<A: AnalyticArithmetic>(a: &A, p: &Parameters) -> A::Number {
    any_of(a, lets_go(a, p), p.hashes())
}

/// 1 − (1 − x)^k as x Σ_(i<k) (1 − x)^i, which has no cancellation.
pub(crate) fn any_of<A: AnalyticArithmetic>(a: &A, x: A::Number, hashes: u64) -> A::Number {
    let not = a.one() - &x;
    let (mut power, mut sum) = (a.one(), a.zero());
    for _ in 0..hashes {
        sum = sum + &power;
        power = power * &not;
    }
    x * sum
}

/// Probability that a cell matches a query with n + r items stored and none deleted. Domain: that of [`Parameters`].
pub fn match_probability<A: AnalyticArithmetic>(a: &A, p: &Parameters) -> A::Number {
    match_probability_after_deletions(a, &p.before_deletions())
}

/// Probability that a cell matches a query after the deletions: 1 less the second column of the table in the
/// [module's text](self). Domain: that of [`Parameters`].
pub fn match_probability_after_deletions<A: AnalyticArithmetic>(a: &A, p: &Parameters) -> A::Number {
    let (load, empty) = load_and_empty(a, p);
    let stay = a.ratio(p.items(), p.inserted());
    let go = load.clone() * a.ratio(p.deleted(), p.inserted()); // λ(1 − q)
    let occupied = a.one_minus_exp_minus(load.clone());
    match p.kind() {
        DeletableKind::Dfp => {
            let hidden = go + load * stay / a.integer(2);
            occupied - empty * hidden
        }
        DeletableKind::Tbf(_) => occupied - empty * go,
        DeletableKind::Qbf => {
            let gone = go.clone() + go.clone() * go / a.integer(2);
            occupied - empty * gone
        }
        DeletableKind::Dlbf { region_bits } => {
            occupied - empty.clone() * go * others_unmarked(a, load, empty, region_bits)
        }
        DeletableKind::Counting => a.one_minus_exp_minus(load * stay),
        DeletableKind::FingerprintCounting { fingerprint_bits } => {
            let left = load * stay;
            let single = (a.zero() - &left).exp() * &left;
            a.one_minus_exp_minus(left) - single * differ(a, fingerprint_bits)
        }
    }
}

/// False-positive rate with n + r items stored and none deleted: [`match_probability`]^k.
///
/// For D-FP this is Kwon et al., eq. 3, at n + r items. Domain: that of [`Parameters`].
pub fn rate<A: AnalyticArithmetic>(a: &A, p: &Parameters) -> A::Number {
    match_probability(a, p).pow(p.hashes())
}

/// False-positive rate after n + r items were inserted and r of them deleted:
/// [`match_probability_after_deletions`]^k.
///
/// Kwon et al. (conclusion) leave this as future work. Domain: that of [`Parameters`].
pub fn rate_after_deletions<A: AnalyticArithmetic>(a: &A, p: &Parameters) -> A::Number {
    match_probability_after_deletions(a, p).pow(p.hashes())
}

/// What each of the forms costs: an exponential, and powers to k and to the bits of a region.
pub fn cost(p: &Parameters) -> Cost {
    Cost::of_steps(1024.0 + 64.0 * p.hashes() as f64)
}

/// λ and e^(−λ).
pub(crate) fn load_and_empty<A: AnalyticArithmetic>(a: &A, p: &Parameters) -> (A::Number, A::Number) {
    let load = p.load(a);
    let empty = (a.zero() - &load).exp();
    (load, empty)
}

/// g^(b−1): the other bits of a region have at most one hit each.
fn others_unmarked<A: AnalyticArithmetic>(a: &A, load: A::Number, empty: A::Number, region_bits: u64) -> A::Number {
    (empty * (load + a.one())).pow(region_bits - 1)
}
