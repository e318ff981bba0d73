//! Digits of the closed form at the usual size, of formulas taken literally, and of formulas evaluated with care.

use bloomlab_workbench::Decision;
use itertools::Itertools;

use super::Row;
use crate::extremes::on_extreme;
use crate::grid::TRILLION;

pub(super) fn decide(rows: &[Row]) -> Vec<Decision> {
    let of = |formula: &'static str, arithmetic: &'static str| {
        rows.iter().filter(move |row| row.formula == formula && row.arithmetic == arithmetic)
    };
    let digits = |row: &Row| row.correct_digits.unwrap_or(0.0);

    let last_size = |formula: &str, arithmetic: &str, bits_per_item: u64| {
        let is_of = |row: &&Row| {
            (row.formula.as_str(), row.arithmetic.as_str(), row.bits_per_item) == (formula, arithmetic, bits_per_item)
        };
        let kept = rows.iter().filter(is_of).filter(|row| row.correct_digits.is_some());
        kept.map(|row| row.bits as f64).fold(0.0, f64::max)
    };
    let last = last_size("christensen-closed", "f64", 8);
    let places = rows.iter().map(|row| (row.bits_per_item, row.arithmetic.as_str())).unique();
    let ratio = |(bits_per_item, arithmetic)| {
        last_size("bose-stirling", arithmetic, bits_per_item)
            / last_size("christensen-closed", arithmetic, bits_per_item)
    };
    let ratio = places.map(ratio).fold(0.0, f64::max);

    let literal = |formula| of(formula, "f64-naive");
    let largest = literal("classic").filter(|row| row.bits == TRILLION).map(digits).fold(0.0, f64::max);
    let powers_of_two = literal("classic").chain(literal("coverage")).filter(|row| row.bits.is_power_of_two());
    let at_powers = powers_of_two.map(digits).fold(f64::INFINITY, f64::min);

    let careful = ["exact", "classic", "classic-limit", "bloom-1970"].map(|formula| of(formula, "f64").map(digits));
    let careful = careful.into_iter().flatten().fold(f64::INFINITY, f64::min);

    vec![
        on_extreme("P03", ratio, ratio > 0.0 && ratio < 2.0),
        on_extreme("P31", last, (64.0..70.0).contains(&last)),
        on_extreme("P32", largest, largest > 0.0 && largest < 5.0),
        on_extreme("P33", at_powers, at_powers >= 14.0),
        on_extreme("P34", careful, careful >= 14.0),
    ]
}
