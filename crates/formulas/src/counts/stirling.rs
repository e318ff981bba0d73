//! The remainder of Stirling's formula.

/// ln Γ(y + 1) − (y + ½) ln y + y − ½ ln 2π, y > 0: four terms of the series from 30 on, whose next is below 1e-16.
pub(super) fn remainder(y: f64) -> f64 {
    if y < 30.0 {
        let stirling = (y + 0.5) * libm::log(y) - y + 0.5 * libm::log(2.0 * std::f64::consts::PI);
        return libm::lgamma(y + 1.0) - stirling;
    }
    let square = y * y;
    (1.0 / 12.0 - (1.0 / 360.0 - (1.0 / 1260.0 - 1.0 / (1680.0 * square)) / square) / square) / y
}
