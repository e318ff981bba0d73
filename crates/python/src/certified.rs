//! Rates of which every digit is right.

use bloomlab::{HashingScheme, certified_rate, certified_scheme_rate};
use pyo3::prelude::*;

use crate::batch::{IntegerColumn, LONG, answers, column};
use crate::scheme::Schemes;

/// The rate of each filter to `digits` significant digits: the decimal, and the decimals that bracket the rate.
#[pyfunction]
pub fn certified_rates<'py>(
    py: Python<'py>,
    filters: (IntegerColumn<'py>, IntegerColumn<'py>, IntegerColumn<'py>),
    digits: usize,
    scheme: &str,
    part_bits: Option<IntegerColumn<'py>>,
) -> PyResult<Vec<(String, String, String)>> {
    let schemes = Schemes::new(scheme, part_bits.as_ref())?;
    let (bits, items, hashes) = (column(&filters.0), column(&filters.1), column(&filters.2));
    answers(py, bits.len(), LONG, |i| {
        let certified = match schemes.at(i) {
            HashingScheme::Independent => certified_rate(bits[i], items[i], hashes[i], digits),
            scheme => certified_scheme_rate(scheme, bits[i], items[i], hashes[i], digits),
        }?;
        let within = &certified.enclosure;
        Ok((certified.decimal(digits), within.lower_decimal(digits), within.upper_decimal(digits)))
    })
}
