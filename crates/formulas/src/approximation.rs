//! The formulas that are often taken for the false-positive rate, and are not.
//!
//! They are functions of m, n and k alone: how positions are drawn makes no difference to them.

use bloomlab_numbers::{AnalyticArithmetic, Arithmetic, Number, Refused};

use crate::Load;

/// The classic formula, (1 − (1 − 1/m)^(kn))^k: Christensen et al. (2010), eq. 1.
///
/// Never above the exact rate with replacement (Hölder's inequality); equal iff k = 1, m = 1 or n = 0.
/// Accuracy in [`bloomlab_numbers::Double`]: [`accuracy::approximation`](crate::accuracy::approximation).
pub fn classic<A: Arithmetic>(a: &A, load: Load) -> A::Number {
    a.some_hit(1, load.bits(), load.balls()).pow(load.hashes())
}

/// The limit of the classic formula for many bits, (1 − e^(−kn/m))^k: Christensen et al. (2010), after eq. 1.
///
/// Accuracy in [`bloomlab_numbers::Double`]: [`accuracy::approximation`](crate::accuracy::approximation).
pub fn classic_limit<A: AnalyticArithmetic>(a: &A, load: Load) -> A::Number {
    a.one_minus_exp_minus(a.ratio(load.balls(), load.bits())).pow(load.hashes())
}

/// Bloom's own formula, (1 − (1 − k/m)^n)^k: Bloom (1970), as Christensen et al. (2010) give it in eq. 19.
///
/// (1 − k/m)^n is the exact mean share of clear bits when an item's positions are distinct. The formula never lies
/// below the exact rate without replacement.
/// Accuracy in [`bloomlab_numbers::Double`]: [`accuracy::approximation`](crate::accuracy::approximation).
/// Domain: k ≤ m.
pub fn bloom_1970<A: Arithmetic>(a: &A, load: Load) -> Result<A::Number, Refused> {
    let (bits, items, hashes) = (load.bits(), load.items(), load.hashes());
    if hashes > bits {
        return Err(Refused::new("hashes", hashes, format!("1 ≤ hashes ≤ bits = {bits}")));
    }
    Ok(a.some_hit(hashes, bits, items).pow(hashes))
}
