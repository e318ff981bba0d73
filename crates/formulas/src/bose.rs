//! The exact false-positive rate through Stirling numbers of the second kind: Bose et al., *On the false-positive
//! rate of Bloom filters* (2008), with the sign that Christensen et al. (2010) corrected in eq. 20, 21.

use bloomlab_numbers::{
    Arithmetic, Number,
    combinatorics::{add_signed, binomials, powers},
};

use crate::Load;

/// The Stirling number of the second kind S(N, i) = (1/i!) Σ_j (−1)^(i−j) C(i, j) j^N, eq. 21.
pub fn stirling<A: Arithmetic>(a: &A, balls: u64, blocks: u64) -> A::Number {
    stirling_from(a, blocks, &powers(a, blocks, balls))
}

/// Eq. 21 from the powers 0^N, …, i^N.
fn stirling_from<A: Arithmetic>(a: &A, blocks: u64, powers: &[A::Number]) -> A::Number {
    let mut sum = a.zero();
    for (j, choose) in (0..).zip(binomials(a, blocks)) {
        sum = add_signed(sum, blocks - j, choose * &powers[j as usize]);
    }
    (1..=blocks).fold(sum, |quotient, i| a.over(quotient, i))
}

/// The exact rate with replacement, eq. 20: m^(−k(n+1)) Σ_i i^k i! C(m, i) S(kn, i). A function of m, n and k alone.
///
/// The alternating sums are those of eq. 18, and arithmetic of fixed precision loses as many digits.
pub fn rate<A: Arithmetic>(a: &A, load: Load) -> A::Number {
    let (m, k, balls) = (load.bits(), load.hashes(), load.balls());
    let powers = powers(a, m, balls);
    let mut sum = a.zero();
    let mut falling = a.one(); // i! C(m, i) = m(m−1)…(m−i+1)
    for i in 1..=m.min(balls) {
        falling = a.times(falling, m + 1 - i);
        sum = sum + a.integer(i).pow(k) * &falling * stirling_from(a, i, &powers);
    }
    sum / (a.integer(m).pow(balls) * a.integer(m).pow(k))
}
