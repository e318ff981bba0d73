//! Double precision at full speed: all thresholds, or all message limits, in one pass.

mod kernel;
mod n_bounded;
mod one_phase;
mod rows;
mod sigma;
mod two_phase;

pub(crate) use kernel::LANES;
pub use n_bounded::NBoundedSweep;
pub use one_phase::{AtSigma, Sweep};
pub(crate) use rows::Rows;
pub(crate) use sigma::last_swept;
pub use sigma::swept_rate;
pub use two_phase::TwoPhaseSweep;
