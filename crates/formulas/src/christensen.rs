//! The exact false-positive rate of Christensen, Roginsky, Jimeno (2010): eq. 17 and eq. 18.

use bloomlab_numbers::{
    Arithmetic, Number,
    combinatorics::{add_signed, factorials, powers},
    distribution,
};

use crate::Load;

/// The exact rate with replacement, eq. 17 over the recursion of eq. 8: Σ_i P(kn, m, i) (i/m)^k. A function of m, n and
/// k alone.
///
/// Every term is positive: in f64 the relative error stays below [`accuracy::RECURSION`](crate::accuracy::RECURSION)
/// for kn ≤ 10^4. About kn·min(kn, m) steps.
pub fn by_recursion<A: Arithmetic>(a: &A, load: Load) -> A::Number {
    let occupancy = distribution::by_recursion(a, load.insertions());
    a.sum((0..).zip(occupancy).map(|(i, probability)| probability * a.ratio(i, load.bits()).pow(load.hashes())))
}

/// The exact rate with replacement in closed form, eq. 18, a function of m, n and k alone:
/// m!/m^(k(n+1)) Σ_i Σ_{1≤j≤i} (−1)^(i−j) j^(kn) i^k / ((m−i)! j! (i−j)!). For n = 0 the sums begin at j = 0, and all of them are 0.
///
/// A double alternating sum of huge terms: f64 loses every digit from about m = 64 on and
/// overflows at m = 171. In rationals or enclosures it is right. About m² steps.
pub fn closed<A: Arithmetic>(a: &A, load: Load) -> A::Number {
    let (m, k, balls) = (load.bits(), load.hashes(), load.balls());
    if balls == 0 {
        return a.zero();
    }
    let factorial = factorials(a, m);
    let (power_kn, power_k) = (powers(a, m, balls), powers(a, m, k));
    let mut sum = a.zero();
    for i in 1..=m {
        for j in 1..=i {
            let numerator = power_kn[j as usize].clone() * &power_k[i as usize];
            let denominator =
                factorial[(m - i) as usize].clone() * &factorial[j as usize] * &factorial[(i - j) as usize];
            sum = add_signed(sum, i - j, numerator / denominator);
        }
    }
    factorial[m as usize].clone() / (a.integer(m).pow(balls) * a.integer(m).pow(k)) * sum
}
