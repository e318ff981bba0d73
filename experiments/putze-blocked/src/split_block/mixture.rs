//! The Poisson mixture of the paper: its value and its relative error.

use bloomlab_exact::Enclosures;
use bloomlab_formulas::blocked::{self, BlockedLoad};
use bloomlab_numbers::{Arithmetic, Number};
use bloomlab_workbench::figure::*;

/// Bits of the enclosures in which the mixture is compared with the exact rate.
const PRECISION: u32 = 256;
/// The relative width of the enclosure of the error, at most.
const WIDEST: f64 = 1e-12;

/// The mixture, and (mixture − exact)/exact.
pub(super) fn of(shape: BlockedLoad) -> Result<(f64, f64), AnyError> {
    let a = Enclosures::new(PRECISION);
    let bounded = blocked::poisson(&a, shape)?;
    let mixture = bounded.value.widened_by(&bounded.error_bound);
    let error = mixture.clone() / blocked::by_inclusion_exclusion(&a, shape) - a.one();
    if error.relative_width() > WIDEST {
        return Err(format!("the error of the Poisson mixture of {shape:?} is too wide: {error:?}").into());
    }
    Ok((mixture.to_f64(), error.to_f64()))
}
