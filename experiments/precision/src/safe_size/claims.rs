//! From which size on the classic formula may be used, and the others beside it.

use bloomlab_workbench::figure::{Decision, Result, largest, smallest};

use super::{Row, errors};
use crate::extremes::on_extreme;

/// The bounds, and the m/(m/n)² from which on the classic formula errs by less.
pub(super) const RULES: [(f64, f64); 2] = [(0.1, 0.75), (0.01, 7.5)];

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let (sizes, grid): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(|row| row.error.is_some());
    let of = |formula: &'static str| sizes.iter().copied().filter(move |row| row.formula == formula);
    let factor = |(error, _): (f64, f64)| {
        Ok::<_, bloomlab_workbench::AnyError>(
            largest(of("classic").filter(|row| row.error == Some(error)), |row| row.factor())?.value,
        )
    };
    let [ten_percent, one_percent] = [factor(RULES[0])?, factor(RULES[1])?];
    let others = of("classic-limit").zip(of("bloom-1970")).map(|(limit, bloom)| limit.bits.min(bloom.bits) as f64);
    let ratios = of("classic").zip(others).map(|(row, other)| other / row.bits as f64);
    let ratio = smallest(ratios, |ratio| *ratio)?.value;
    let is_safe = |value: f64, (_, rule): (f64, f64)| value > 0.0 && value <= rule;
    let (ten_is_safe, one_is_safe) = (is_safe(ten_percent, RULES[0]), is_safe(one_percent, RULES[1]));
    let title = Decision::title().measured_as("largest m/(m/n)² at which the error falls below 10 %", ten_percent);
    let decisions = vec![
        title.decide(ten_is_safe && one_is_safe, format!("{ten_percent} for 10 %, {one_percent} for 1 %")),
        on_extreme("P21", ten_percent, ten_is_safe),
        on_extreme("P22", one_percent, one_is_safe),
        on_extreme("P23", ratio, ratio > 1.0),
    ];
    let decisions = decisions.into_iter().map(|decision| decision.tested_on(&sizes));
    decisions.chain(errors::decide(&grid).into_iter().map(|decision| decision.tested_on(&grid))).collect()
}

impl Row {
    /// m/(m/n)².
    pub(super) fn factor(&self) -> f64 {
        self.bits as f64 / (self.bits_per_item as f64).powi(2)
    }
}
