//! Factorials, binomial coefficients and alternating signs as numbers of any arithmetic.

use crate::{Arithmetic, Number};

/// 0!, 1!, …, n!.
pub fn factorials<A: Arithmetic>(a: &A, n: u64) -> Vec<A::Number> {
    let mut all = vec![a.one()];
    for i in 1..=n {
        let next = a.times(all[all.len() - 1].clone(), i);
        all.push(next);
    }
    all
}

/// C(n, 0), C(n, 1), …, C(n, n).
pub fn binomials<A: Arithmetic>(a: &A, n: u64) -> Vec<A::Number> {
    let mut all = vec![a.one()];
    for i in 1..=n {
        let next = a.over(a.times(all[all.len() - 1].clone(), n + 1 - i), i);
        all.push(next);
    }
    all
}

/// 0^power, 1^power, …, last^power.
pub fn powers<A: Arithmetic>(a: &A, last: u64, power: u64) -> Vec<A::Number> {
    (0..=last).map(|base| a.integer(base).pow(power)).collect()
}

/// sum + (−1)^power · term.
pub fn add_signed<N: Number>(sum: N, power: u64, term: N) -> N {
    if power.is_multiple_of(2) { sum + term } else { sum - term }
}

/// C(n, t), 0 for t > n.
pub fn binomial<A: Arithmetic>(a: &A, n: u64, t: u64) -> A::Number {
    if t > n {
        return a.zero();
    }
    // each partial product is itself a binomial coefficient
    (0..t).fold(a.one(), |product, i| a.over(a.times(product, n - i), i + 1))
}

/// Σ_t (−1)^t `terms`\[t\], from the first term on.
pub fn alternating_sum<A: Arithmetic>(a: &A, terms: impl IntoIterator<Item = A::Number>) -> A::Number {
    (0..).zip(terms).fold(a.zero(), |sum, (t, term)| add_signed(sum, t, term))
}
