//! Digits of the closed form at the usual size, of formulas taken literally, and of formulas evaluated with care.

use bloomlab_formulas::Formula;
use bloomlab_workbench::figure::*;

use super::Row;
use super::view::{DRAWN, LITERAL};
use crate::extremes::on_extreme;
use crate::grid::TRILLION;

/// Digits that are lost for every ten times m count as about one in this range.
const ABOUT_ONE: std::ops::RangeInclusive<f64> = 0.8..=1.2;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
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

    Ok(vec![
        title(rows)?,
        on_extreme("P03", ratio, ratio > 0.0 && ratio < 2.0),
        on_extreme("P31", last, (64.0..70.0).contains(&last)),
        on_extreme("P32", largest, largest > 0.0 && largest < 5.0),
        on_extreme("P33", at_powers, at_powers >= 14.0),
        on_extreme("P34", careful, careful >= 14.0),
    ])
}

fn title(rows: &[Row]) -> Result<Decision> {
    let losses = LITERAL.iter().map(|formula| loss(rows, formula.name()));
    let losses = losses.collect::<Option<Vec<_>>>().ok_or("a formula has no digits")?;
    let (least, most) = (smallest(&losses, |loss| **loss)?.value, largest(&losses, |loss| **loss)?.value);
    let names = LITERAL.map(Formula::name).join(", ");
    Ok(Decision::title()
        .measured_as("most digits lost for every ten times m", most)
        .threshold("about one: from 0.8 to 1.2, in the medians from 1000 bits on, m no power of two")
        .tested_on(LITERAL.iter().flat_map(|formula| literal(rows, formula.name())))?
        .decide(ABOUT_ONE.contains(&least) && ABOUT_ONE.contains(&most), format!("{losses:.2?} digits"))
        .remark(format!("{names}; the fewest are {least:.2}")))
}

/// The large filters of one formula taken literally.
fn literal<'a>(rows: &'a [Row], formula: &'static str) -> impl Iterator<Item = &'a Row> {
    let is_of = move |row: &&Row| {
        (row.formula.as_str(), row.arithmetic.as_str(), row.bits_per_item) == (formula, "f64-naive", DRAWN)
    };
    rows.iter().filter(is_of).filter(|row| row.bits >= 1000 && !row.bits.is_power_of_two())
}

/// The digits that a formula taken literally loses for every ten times m, from 1000 bits to the last size with a digit: medians.
pub(super) fn loss(rows: &[Row], formula: &'static str) -> Option<f64> {
    let of = literal(rows, formula);
    let points: Vec<(f64, f64)> =
        of.filter_map(|row| Some((libm::log10(row.bits as f64), row.median_digits?))).collect();
    let (first, last) = (points.first()?, points.last()?);
    Some((first.1 - last.1) / (last.0 - first.0))
}
