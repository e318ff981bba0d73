//! The accuracy that the analysis promises in double precision, as relative errors.

/// Of each entry of [`transitions`](crate::transitions()) that is not subnormal: 4k units in the last place.
pub fn transitions(hashes: u64) -> f64 {
    4.0 * hashes as f64 * f64::EPSILON
}

/// Of [`Sweep`](crate::Sweep), and so of [`one_phase_rate`](crate::one_phase_rate) by sweep.
pub const SWEEP: f64 = 1e-13;

/// Of [`TwoPhaseSweep`](crate::TwoPhaseSweep), and so of [`two_phase_rate`](crate::two_phase_rate) by sweep.
pub const TWO_PHASE_SWEEP: f64 = 1e-12;

/// Of [`NBoundedSweep`](crate::NBoundedSweep), and so of [`n_bounded_rate`](crate::n_bounded_rate) by sweep.
pub const N_BOUNDED_SWEEP: f64 = 1e-12;

/// Of what [`one_phase_rate`](crate::one_phase_rate), [`two_phase_rate`](crate::two_phase_rate) and
/// [`n_bounded_rate`](crate::n_bounded_rate) extrapolate, ten times what extrapolation may estimate of itself there.
pub const EXTRAPOLATION: f64 = 1e-10;

/// Of f_o and f_a as [`n_bounded_rate`](crate::n_bounded_rate) has them.
pub const N_BOUNDED_BOUNDS: f64 = 1e-12;

/// Of [`retaining_rate`](crate::retaining_rate).
pub const RETAINING: f64 = 1e-10;
