//! The accuracy that the analysis promises in double precision, as relative errors.

/// Relative error of each entry of [`transitions`](crate::transitions()) that is not subnormal: 4k units in the last place.
pub fn transitions(hashes: u64) -> f64 {
    4.0 * hashes as f64 * f64::EPSILON
}

/// Relative error of [`Sweep`](crate::Sweep), and of [`sigma_bounded_rate`](crate::sigma_bounded_rate) by sweep.
pub const SWEEP: f64 = 1e-13;

/// Relative error of [`TwoPhaseSweep`](crate::TwoPhaseSweep), and of [`sigma_bounded_rate`](crate::sigma_bounded_rate) by sweep.
pub const TWO_PHASE_SWEEP: f64 = 1e-12;

/// Relative error of [`NBoundedSweep`](crate::NBoundedSweep) and of [`n_bounded_rate`](crate::n_bounded_rate).
pub const N_BOUNDED_SWEEP: f64 = 1e-12;

/// Relative error of [`settled_rate`](crate::settled_rate), and of [`sigma_bounded_rate`](crate::sigma_bounded_rate) in closed form.
pub const SETTLED: f64 = 1e-12;

/// Relative error of f_o and f_a in the result of [`n_bounded_rate`](crate::n_bounded_rate).
pub const N_BOUNDED_BOUNDS: f64 = 1e-12;

/// Relative error of [`Variant::averages_in_double`](crate::Variant::averages_in_double) for the kinds that are followed state by state.
pub const STATE_BY_STATE: f64 = 1e-10;

/// Relative error of [`ForgettingCurve::false_negatives`](crate::ForgettingCurve::false_negatives).
pub const FADING: f64 = 1e-10;

/// The least average that has all its digits in double precision. Below it a factor of its terms can be subnormal, or 0.
pub const LEAST: f64 = 1e-290;
