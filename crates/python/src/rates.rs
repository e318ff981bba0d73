//! False-positive rates of single filters.

use bloomlab::formulas::{Load, exact};
use bloomlab::numbers::Double;
use bloomlab::{HashingScheme, quick_rate, scheme_rate};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;

use crate::batch::{IntegerColumn, SHORT, answers, column};
use crate::scheme::Schemes;

/// The exact rate of each filter in double precision; `without_replacement` is for independent positions only.
#[pyfunction]
pub fn rates<'py>(
    py: Python<'py>,
    filters: (IntegerColumn<'py>, IntegerColumn<'py>, IntegerColumn<'py>),
    scheme: &str,
    part_bits: Option<IntegerColumn<'py>>,
    without_replacement: bool,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let schemes = Schemes::new(scheme, part_bits.as_ref())?;
    let (bits, items, hashes) = (column(&filters.0), column(&filters.1), column(&filters.2));
    let rates = answers(py, bits.len(), SHORT, |i| match schemes.at(i) {
        HashingScheme::Independent if without_replacement => {
            let load = Load::new(bits[i], items[i], hashes[i])?.without_replacement()?;
            Ok(exact::rate(&Double, load)?)
        }
        HashingScheme::Independent => Ok(quick_rate(bits[i], items[i], hashes[i])?),
        scheme => scheme_rate(scheme, bits[i], items[i], hashes[i]),
    })?;
    Ok(rates.into_pyarray(py))
}
