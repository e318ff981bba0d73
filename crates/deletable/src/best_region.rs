//! The region size b of a DlBF that serves best at a load.

use bloomlab_numbers::{Analytic, AnalyticArithmetic, Double};
use bloomlab_occupancy::{DeletableKind, OutOfDomain};

use crate::{MAX_REGION_BITS, Parameters, poisson};

/// What a region size is chosen for.
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
///
/// # Errors
/// [`OutOfDomain`] as [`Parameters::new`], with the smallest region, b = 1.
pub fn best_region(
    goal: RegionGoal,
    bits: u64,
    items: u64,
    deleted: u64,
    hashes: u64,
) -> Result<(u64, f64), OutOfDomain> {
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

/// √(2m/(kN)): what b*(n) is near for light loads, N items inserted.
///
/// With λ = kN/m, marks cost a share 1/b of the cells and so raise the load by λ/b; the other bits of a region are
/// marked with probability (b − 1)λ²/2. The sum is least at b = √(2/λ).
pub fn light_load_region<A: AnalyticArithmetic>(a: &A, bits: u64, inserted: u64, hashes: u64) -> A::Number {
    let half_load = a.ratio(hashes * inserted, bits) / a.integer(2);
    ((a.zero() - half_load.ln()) / a.integer(2)).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BITS: u64 = 262_144;

    fn best(goal: RegionGoal, n_of_64: u64, r_percent: u64, hashes: u64) -> u64 {
        let items = n_of_64 * BITS / 64;
        best_region(goal, BITS, items, items * r_percent / 100, hashes).unwrap().0
    }

    #[test]
    fn reference_regions() {
        for (hashes, expected) in [(4, [6, 3, 2]), (2, [8, 4, 3]), (3, [7, 3, 2]), (5, [5, 2, 2])] {
            let found = [1, 4, 8].map(|n| best(RegionGoal::Deletability, n, 0, hashes));
            assert_eq!(found, expected, "k = {hashes}");
        }
        // by the rate after 0.2 n deletions: large, and from some load on the larger the better
        assert_eq!([1, 4].map(|n| best(RegionGoal::Rate, n, 20, 4)), [47, 16]);
        assert_eq!(best(RegionGoal::Rate, 16, 20, 4), 1023); // regions of 1024 bits leave cells over
    }

    /// With a fractional number of cells, mb/(b + 1), the first of these would be 46; whole regions make it 47.
    #[test]
    fn whole_regions_move_a_flat_minimum() {
        let (n, r) = (4096.0, 819.0);
        let match_probability = |b: f64| {
            let load = 4.0 * (n + r) * (b + 1.0) / (b * BITS as f64);
            let empty = f64::exp(-load);
            1.0 - empty - empty * load * r / (n + r) * ((1.0 + load) * empty).powf(b - 1.0)
        };
        let least = (1..200).map(f64::from).min_by(|a, b| match_probability(*a).total_cmp(&match_probability(*b)));
        assert_eq!(least, Some(46.0));
    }

    #[test]
    fn light_loads_need_the_root_of_twice_the_bits_per_position() {
        for divisor in [1 << 10, 1 << 12, 1 << 14] {
            let root = light_load_region(&Double, BITS, BITS / divisor, 4);
            assert!((root - f64::sqrt(2.0 * divisor as f64 / 4.0)).abs() < 1e-9 * root);
            let (found, _) = best_region(RegionGoal::Deletability, BITS, BITS / divisor, 0, 4).unwrap();
            assert!((found as f64 / root - 1.0).abs() < 0.12, "{found} {root}");
        }
    }

    #[test]
    fn a_filter_without_a_region_is_refused() {
        assert!(best_region(RegionGoal::Rate, 1, 1, 0, 1).is_err());
        assert_eq!(best_region(RegionGoal::Rate, 2, 1, 0, 1).unwrap().0, 1);
    }
}
