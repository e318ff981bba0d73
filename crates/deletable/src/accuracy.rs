//! The accuracy that the forms promise in double precision, as relative errors.

use bloomlab_numbers::Double;
use bloomlab_occupancy::DeletableKind;

use crate::Parameters;

/// The bounds below hold up to this number of hash functions; `make crosscheck` checks them so far.
pub const CHECKED_HASHES: u64 = 16;

/// The largest load λ for which [`deletability`] is promised: beyond it the value lies below e^(−80), about 1e-35, and loses
/// λ·2^−52.
pub const LARGEST_LOAD: f64 = 80.0;

/// Relative error of [`double::deletability`](crate::double::deletability) for λ up to [`LARGEST_LOAD`]: 1.5e-14; DlBF 6e-14 up to k = 8, 6e-12 up to
/// k = 16.
pub fn deletability(p: &Parameters) -> f64 {
    match p.kind() {
        DeletableKind::Dlbf { .. } if p.hashes() <= 8 => 6e-14,
        DeletableKind::Dlbf { .. } => 6e-12,
        _ => 1.5e-14,
    }
}

/// Relative error of [`double::rate`](crate::double::rate), and of
/// [`double::rate_after_deletions`](crate::double::rate_after_deletions) for every filter but DlBF.
pub const RATE: f64 = 4e-14;

/// Relative error of [`double::rate_after_deletions`](crate::double::rate_after_deletions) for a DlBF from which items
/// were deleted: 4^k·2^−52/rate.
pub fn region_rate_after_deletions(p: &Parameters, rate: f64) -> f64 {
    f64::powi(4.0, p.hashes() as i32) * f64::EPSILON / rate
}

/// Relative error of the alternating sum for a rate in [`finite`](crate::finite): (16 + 2^k/rate)·2^−52, and for a DlBF
/// after deletions (16 + 4^k/rate)·2^−52.
pub fn alternating_rate(p: &Parameters, rate: f64) -> f64 {
    let is_region = matches!(p.kind(), DeletableKind::Dlbf { .. }) && p.deleted() > 0;
    let terms = f64::powi(if is_region { 4.0 } else { 2.0 }, p.hashes() as i32);
    (16.0 + terms / rate) * f64::EPSILON
}

/// Relative error of the rates in [`poisson`](crate::poisson), for n ≥ 1: (10/q + 4)k·2^−52, q = n/(n + r).
pub fn poisson_rate(p: &Parameters) -> f64 {
    let stay = p.items() as f64 / p.inserted() as f64;
    (10.0 / stay + 4.0) * p.hashes() as f64 * f64::EPSILON
}

/// Relative error of [`poisson::deletability`](crate::poisson::deletability), for n ≥ 1: (λ + b + 8)·2^−50, b the bits of a region.
pub fn poisson_deletability(p: &Parameters) -> f64 {
    let region_bits = if let DeletableKind::Dlbf { region_bits } = p.kind() { region_bits } else { 1 };
    (p.load(&Double) + region_bits as f64 + 8.0) * 4.0 * f64::EPSILON
}
