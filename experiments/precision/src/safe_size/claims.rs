//! From which size on the classic formula may be used, and the others beside it.

use bloomlab_workbench::Decision;

use super::Row;
use crate::extremes::on_extreme;

/// m/(m/n)² from which on the error is below a tenth, and below a hundredth.
const A_TENTH: f64 = 0.75;
const A_HUNDREDTH: f64 = 7.5;

pub(super) fn decide(rows: &[Row]) -> Vec<Decision> {
    let of = |formula: &'static str| rows.iter().filter(move |row| row.formula == formula);
    // the largest m/(m/n)² for a bound
    let factor = |error: f64| {
        let factors = of("classic").filter(move |row| row.error == error);
        factors.map(|row| row.bits as f64 / (row.bits_per_item as f64).powi(2)).fold(0.0, f64::max)
    };
    let (ten_percent, one_percent) = (factor(0.1), factor(0.01));
    let others = of("classic-limit").zip(of("bloom-1970")).map(|(limit, bloom)| limit.bits.min(bloom.bits) as f64);
    let ratio = of("classic").zip(others).map(|(row, other)| other / row.bits as f64).fold(f64::INFINITY, f64::min);
    vec![
        on_extreme("P21", ten_percent, ten_percent > 0.0 && ten_percent <= A_TENTH),
        on_extreme("P22", one_percent, one_percent > 0.0 && one_percent <= A_HUNDREDTH),
        on_extreme("P23", ratio, ratio > 1.0),
    ]
}
