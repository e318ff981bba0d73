//! The accuracy that the forms promise in double precision, as relative errors.

use bloomlab_numbers::{DeletableKind, Double};

use crate::Parameters;

/// The bounds below hold up to this number of hash functions; `make crosscheck` checks them up to there.
pub const CHECKED_HASHES: u64 = 16;

/// The least deletability for which [`deletability`] holds. Lower ones may be given as 0.
pub const LEAST_DELETABILITY: f64 = 1e-278;

/// Relative error of [`in_f64::deletability`](crate::in_f64::deletability), for values of at least
/// [`LEAST_DELETABILITY`]: 1.5e-14 + 3λ·2^−52; DlBF with regions of b bits 6e-14 + 3bλ·2^−52 up to k = 8, and
/// 6e-12 + 3bλ·2^−52 up to k = 16.
///
/// The constants are those of the sums. The other part is that of the probability x that all items miss a cell, or the b
/// cells of a region: its [relative error](bloomlab_numbers::accuracy::all_miss) grows by 2 ln(1/x)·2^−52. Of at least 2b
/// cells ln(1/x) ≤ 2 ln 2·bλ; a single cell or region is never missed by all of several items.
pub fn deletability(p: &Parameters) -> f64 {
    let (sums, bits) = match p.kind() {
        DeletableKind::Dlbf { region_bits } if p.hashes() <= 8 => (6e-14, region_bits),
        DeletableKind::Dlbf { region_bits } => (6e-12, region_bits),
        _ => (1.5e-14, 1),
    };
    sums + 3.0 * bits as f64 * p.load(&Double) * f64::EPSILON
}

/// Relative error of [`in_f64::rate`](crate::in_f64::rate), and of
/// [`in_f64::rate_after_deletions`](crate::in_f64::rate_after_deletions) for every filter but DlBF.
pub const RATE: f64 = 4e-14;

/// Relative error of [`in_f64::rate_after_deletions`](crate::in_f64::rate_after_deletions) for a DlBF from which items
/// were deleted: 4^k·2^−52/rate.
pub fn region_rate_after_deletions(p: &Parameters, rate: f64) -> f64 {
    f64::powi(4.0, p.hashes() as i32) * f64::EPSILON / rate
}

/// Relative error of the alternating sum for a rate in [`finite`](crate::finite), where it is finite:
/// (16 + (1 + k/2)2^k/rate)·2^−52, and for a DlBF after deletions (16 + 4^k/rate)·2^−52.
///
/// The roundings of a term grow with its number t of cells. With 1 + t of them, Σ_t C(k, t)(1 + t) = (1 + k/2)2^k. The sum for a
/// DlBF after deletions is not finite where the number of ways to choose b items of all, for each region that a query can
/// touch, is beyond a double.
pub fn alternating_rate(p: &Parameters, rate: f64) -> f64 {
    let hashes = p.hashes() as i32;
    let is_region = matches!(p.kind(), DeletableKind::Dlbf { .. }) && p.deleted() > 0;
    let roundings = match is_region {
        true => f64::powi(4.0, hashes),
        false => (1.0 + 0.5 * f64::from(hashes)) * f64::powi(2.0, hashes),
    };
    (16.0 + roundings / rate) * f64::EPSILON
}

/// Relative error of the rates in [`poisson`](crate::poisson), for n ≥ 1 and rates above 1e-290: 14k·2^−52.
pub fn poisson_rate(p: &Parameters) -> f64 {
    14.0 * p.hashes() as f64 * f64::EPSILON
}

/// Relative error of [`poisson::deletability`](crate::poisson::deletability), for n ≥ 1 and values above 1e-290: (4b + k +
/// 8)·2^−52, b the bits of a region.
///
/// The exponent does not add to it: its whole part is exact.
pub fn poisson_deletability(p: &Parameters) -> f64 {
    let region_bits = if let DeletableKind::Dlbf { region_bits } = p.kind() { region_bits } else { 1 };
    (4 * region_bits + p.hashes() + 8) as f64 * f64::EPSILON
}
