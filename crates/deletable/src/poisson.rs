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
//! A cell that matches has many hits, or few and one of them shows. With T_c = Pr\[Poisson(λ) ≥ c\] all terms of this sum are
//! positive, so that lightly loaded filters keep their digits:
//!
//! | filter | Pr\[cell matches\] |
//! |---|---|
//! | D-FP | T_2 + λe q/2 |
//! | TBF | T_2 + λe q |
//! | QBF | T_3 + λe q + λ²e q(2 − q)/2 |
//! | DlBF | T_2 + λe q + λe(1 − q)(1 − g^(b−1)), with 1 − g = T_2 |
//! | counting | T_1 of mean λq |
//! | FP-CBF | T_2 of mean λq, and λq e^(−λq) 2^−f |
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

use bloomlab_numbers::{Analytic, AnalyticArithmetic, Arithmetic, DeletableKind, Number};

use crate::Parameters;

/// Probability that one of an item's own cells lets it be deleted: no (QBF: at most one) other hit, for DlBF in the
/// whole region. The third column of the table in the [module's text](self). Domain: that of [`Parameters`].
pub fn lets_go<A: AnalyticArithmetic>(a: &A, p: &Parameters) -> A::Number {
    let (load, empty) = load_and_empty(a, p);
    match p.kind() {
        DeletableKind::Dfp | DeletableKind::Tbf(_) => empty,
        DeletableKind::Qbf => empty * (load + a.one()),
        DeletableKind::Dlbf { region_bits } => {
            let at_most_one = empty.clone() * (load + a.one());
            empty * at_most_one.pow(region_bits - 1)
        }
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

/// 1 − (1 − x)^times without cancellation: the value for 2t times is y(2 − y), y that for t, and one time more adds x(1 − y).
pub(crate) fn any_of<A: Arithmetic>(a: &A, x: A::Number, times: u64) -> A::Number {
    let two = a.integer(2);
    (0..u64::BITS - times.leading_zeros()).rev().fold(a.zero(), |any, bit| {
        let twice = two.clone() - &any;
        let any = any * twice;
        if times >> bit & 1 == 0 { any } else { (a.one() - &any) * &x + any }
    })
}

/// Probability that a cell matches a query after the deletions, by the second table in the [module's text](self).
/// Domain: that of [`Parameters`].
pub fn match_probability_after_deletions<A: AnalyticArithmetic>(a: &A, p: &Parameters) -> A::Number {
    let (load, empty) = load_and_empty(a, p);
    let stay = a.ratio(p.items(), p.inserted());
    let single = load.clone() * &empty;
    match p.kind() {
        DeletableKind::Dfp => at_least(a, 2, load) + single * stay / a.integer(2),
        DeletableKind::Tbf(_) => at_least(a, 2, load) + single * stay,
        DeletableKind::Qbf => {
            let pair = load.clone() * &single / a.integer(2);
            let shown = pair * (a.one() + a.ratio(p.deleted(), p.inserted()));
            at_least(a, 3, load) + (single + shown) * stay
        }
        DeletableKind::Dlbf { region_bits } => {
            let several = at_least(a, 2, load);
            let marked = any_of(a, several.clone(), region_bits - 1);
            several + single * (stay + marked * a.ratio(p.deleted(), p.inserted()))
        }
        DeletableKind::Counting => a.one_minus_exp_minus(hits_that_stay(a, p)),
        DeletableKind::FingerprintCounting { fingerprint_bits } => {
            let left = hits_that_stay(a, p);
            let single = (a.zero() - &left).exp() * &left;
            at_least(a, 2, left) + single / a.integer(1 << fingerprint_bits)
        }
    }
}

/// λq = kn/C.
fn hits_that_stay<A: AnalyticArithmetic>(a: &A, p: &Parameters) -> A::Number {
    a.ratio(p.hashes() * p.items(), p.cells())
}

/// T_c = Pr[Poisson(x) ≥ c], c = `count` ≥ 1: e^(−x) Σ_(i≥c) x^i/i! for x < c, to the last term that counts, and
/// 1 − e^(−x) Σ_(i<c) x^i/i! elsewhere, where an arithmetic [tolerates cancellation](Arithmetic::tolerates_cancellation), and in
/// enclosures of any kind: those of a fixed precision lose digits there under a light load.
fn at_least<A: AnalyticArithmetic>(a: &A, count: u64, x: A::Number) -> A::Number {
    let none = (a.zero() - &x).exp();
    let next = |term: A::Number, i: u64| a.over(term * &x, i);
    if a.tolerates_cancellation() || a.encloses() || x.to_f64() >= count as f64 {
        let mut term = none.clone();
        let few = a.sum((1..count).map(|i| {
            term = next(term.clone(), i);
            term.clone()
        }));
        return a.one_minus_exp_minus(x.clone()) - few;
    }
    let mut term = (1..=count).fold(none, next);
    let mut sum = a.zero();
    for i in count + 1.. {
        let more = sum.clone() + &term;
        if (more.clone() - &sum).to_f64() == 0.0 {
            break;
        }
        sum = more;
        term = next(term, i);
    }
    sum
}

/// False-positive rate with n + r items stored and none deleted.
///
/// For D-FP this is Kwon et al., eq. 3, at n + r items. Domain: that of [`Parameters`].
pub fn rate<A: AnalyticArithmetic>(a: &A, p: &Parameters) -> A::Number {
    rate_after_deletions(a, &p.before_deletions())
}

/// False-positive rate after n + r items were inserted and r of them deleted:
/// [`match_probability_after_deletions`]^k.
///
/// Kwon et al. (conclusion) leave this as future work. Domain: that of [`Parameters`].
pub fn rate_after_deletions<A: AnalyticArithmetic>(a: &A, p: &Parameters) -> A::Number {
    match_probability_after_deletions(a, p).pow(p.hashes())
}

/// λ and e^(−λ), of which the whole part of λ is exact: e^(−⌊λ⌋) e^(−(λ − ⌊λ⌋)) errs by few units in the last place however
/// large λ is.
pub(crate) fn load_and_empty<A: AnalyticArithmetic>(a: &A, p: &Parameters) -> (A::Number, A::Number) {
    let positions = p.hashes() * p.inserted();
    let whole = a.integer(positions / p.cells());
    let part = a.ratio(positions % p.cells(), p.cells());
    let empty = (a.zero() - whole).exp() * (a.zero() - part).exp();
    (p.load(a), empty)
}
