//! The exact false-positive rate in O(k²) steps, whatever m and n.
//!
//! Let D be the number of distinct bits that a query asks for. The query is a false positive when the items miss none of
//! them. Inclusion–exclusion over the missed bits gives p = Σ_t (−1)^t E[C(D, t)] Pr[the items miss t given bits]. With
//! replacement that probability is (1 − t/m)^(kn), and p is the rational of Christensen et al. (2010), eq. 17. Without
//! replacement D = k, and the probability is [C(m−t, k)/C(m, k)]^n.
//! The route is known as the γ-transform (Grandi, *On the analysis of Bloom filters*, 2018) and through occupancy
//! moments (Burns, 2019).
//!
//! The sum alternates. It loses about k (1 + log2(1/fill)) bits, so it needs an arithmetic that
//! [tolerates cancellation](bloomlab_numbers::Arithmetic::tolerates_cancellation).

use bloomlab_numbers::{Arithmetic, Sampling, distinct};

use crate::{Load, layout::Layout};

/// The exact rate, Σ_t (−1)^t E[C(D, t)] Pr[the items miss t given bits], of any [`Layout`].
///
/// An alternating sum: arithmetic of fixed precision loses its digits as k grows.
pub fn rate<A: Arithmetic>(a: &A, load: impl Layout<A>) -> A::Number {
    let items = load.alike().items();
    if items == 0 {
        // the value of the sum, which an enclosure of the sum does not show: only a query for no bit at all is positive
        return load.distinct(a).swap_remove(0);
    }
    distinct::all_have(a, load.moments(a), |t| load.missed(a, t, items))
}

/// The steps of [`rate`]: the distribution of D and its moments, or without replacement k powers for each of k + 1 terms.
pub(crate) fn steps(load: Load) -> f64 {
    let hashes = load.hashes() as f64;
    let targets = load.hashes().min(load.bits()) as f64 + 1.0;
    match load.sampling() {
        Sampling::WithReplacement => targets * targets + hashes * targets,
        // a power takes up to 64 multiplications, 16 in the mean
        Sampling::WithoutReplacement => hashes * (hashes + 1.0) * 16.0,
    }
}
