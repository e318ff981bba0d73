//! The region size b of a DlBF that serves best at a load.

use bloomlab_numbers::{Analytic, AnalyticArithmetic, DeletableKind, Double, Refused};

use crate::parameters::MAX_REGION_BITS;
use crate::{Parameters, poisson};

/// The purpose of a region size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegionGoal {
    /// The largest deletability, by [`poisson::deletability`].
    Deletability,
    /// The lowest rate after the deletions, by [`poisson::rate_after_deletions`].
    Rate,
}

/// b*(n), the region size of a DlBF of m bits, its marks included, that serves a goal best, and what it reaches.
///
/// arg max (for the rate arg min) over b = 1 … min(1024, m − 1) of the closed form with C = b⌊m/(b+1)⌋ cells; of several
/// equal ones the smallest. Kwon et al. (section V) ask whether regions should change their size with the load.
/// Approximate like the closed forms. Work: 1024 closed forms.
/// [`Refused`] as [`Parameters::new`], with the smallest region, b = 1.
pub fn best_region(goal: RegionGoal, bits: u64, items: u64, deleted: u64, hashes: u64) -> Result<(u64, f64), Refused> {
    let filter = |region_bits| Parameters::new(DeletableKind::Dlbf { region_bits }, bits, items, deleted, hashes);
    // of a single cell: the k-th powers are monotonous in it, but near 1 they round it away
    let failure = |p: &Parameters| match goal {
        RegionGoal::Deletability => 1.0 - poisson::lets_go(&Double, p),
        RegionGoal::Rate => poisson::match_probability_after_deletions(&Double, p),
    };
    let mut best = filter(1)?;
    let (mut best_region, mut least) = (1, failure(&best));
    for region_bits in 2..=MAX_REGION_BITS.min(bits - 1) {
        let p = filter(region_bits)?;
        let failure = failure(&p);
        if failure < least {
            (best, best_region, least) = (p, region_bits, failure);
        }
    }
    Ok(match goal {
        RegionGoal::Deletability => (best_region, poisson::deletability(&Double, &best)),
        RegionGoal::Rate => (best_region, poisson::rate_after_deletions(&Double, &best)),
    })
}

/// √(2m/(kN)), close to b*(n) for light loads, N items inserted.
///
/// With λ = kN/m, marks cost a share 1/b of the cells and so raise the load by λ/b; the other bits of a region are
/// marked with probability (b − 1)λ²/2. The sum is least at b = √(2/λ).
pub fn light_load_region<A: AnalyticArithmetic>(a: &A, bits: u64, inserted: u64, hashes: u64) -> A::Number {
    let half_load = a.ratio(hashes * inserted, bits) / a.integer(2);
    ((a.zero() - half_load.ln()) / a.integer(2)).exp()
}
