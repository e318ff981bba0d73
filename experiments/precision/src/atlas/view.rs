//! The digits that each formula keeps, over m and m/n: taken literally, with care, and in more bits.

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use super::Row;
use super::claims::Table;
use crate::evaluated::{FAILURES, REASONS, arithmetic_title};
use crate::grid::{TRILLION, axes};

/// The formulas that are drawn, from top to bottom.
const FORMULAS: [(&str, &str); 2] = [
    ("inclusion-exclusion", "Inclusion–exclusion subtracts, and loses digits"),
    ("coverage", "Coverage subtracts nothing: with care {kept} digits or more"),
];
/// The arithmetics that are drawn, from left to right.
const ARITHMETICS: [&str; 3] = ["f64-naive", "f64", "mpfr:113"];
/// Correct digits at which a colour begins.
const CLASSES: [u32; 8] = [0, 2, 4, 6, 8, 10, 12, 14];

/// The decimal digits of a number of this many bits, to a hundredth, rounded down.
fn digits_of(bits: f64) -> f64 {
    (100.0 * bits * std::f64::consts::LOG10_2).floor() / 100.0
}

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let table = Table(rows);
    let last = |arithmetic| table.panel("christensen-closed", arithmetic).last_size_with_digits();
    let at_a_trillion = |arithmetic| table.panel("coverage", arithmetic).most_digits(|row| row.bits == TRILLION);
    Ok(Facts::new()
        .number("kept", table.panel("coverage", "f64").least_digits().floor(), 2)
        .number("double", digits_of(53.0), 4)
        .number("wide", digits_of(113.0), 4)
        .number("closed", last("f64"), 3)
        .number("closed_wide", last("mpfr:113"), 3)
        .number("closed_wider", last("mpfr:256"), 3)
        .number("largest", largest(rows, |row| row.bits as f64)?.value, 1)
        .number("literal", at_a_trillion("f64-naive"), 2)
        .number("literal_wide", at_a_trillion("mpfr:113"), 2))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let facts = facts(rows)?;
    let of = |formula: &str, arithmetic: &str| -> Vec<&Row> {
        rows.iter().filter(|row| row.formula == formula && row.arithmetic == arithmetic).collect()
    };
    let map_row = |&(formula, title): &(&str, &str)| -> Result<MapRow> {
        let cells = |arithmetic: &&str| of(formula, arithmetic).into_iter().map(cell).collect::<Result<Vec<_>>>();
        let panels = ARITHMETICS.iter().map(cells).collect::<Result<_>>()?;
        Ok(MapRow { title: Some(facts.fill(title)?), panels })
    };
    let places: Vec<_> = of(FORMULAS[0].0, ARITHMETICS[0]).iter().map(|row| (row.bits, row.bits_per_item)).collect();
    let (x, y) = axes(&places);
    let classes = CLASSES.map(|digits| (f64::from(digits), digits.to_string()));
    let map = CellMap {
        columns: ARITHMETICS.iter().map(|arithmetic| arithmetic_title(arithmetic)).collect(),
        rows: FORMULAS.iter().map(map_row).collect::<Result<_>>()?,
        x,
        y,
        bar: Some(ColourBar::new("correct decimal digits", classes)),
        kinds: REASONS.iter().enumerate().map(|(i, reason)| (Tile::Marked(i), short(reason).to_owned())).collect(),
    };
    Ok(map.draw()?)
}

/// A reason without the name of what happened.
fn short(reason: &str) -> &str {
    reason.split(": ").last().unwrap_or(reason)
}

fn cell(row: &Row) -> Result<MapCell> {
    match (row.median_digits, &row.median_failure) {
        (Some(digits), None) => Ok(MapCell::Value(digits.max(0.0))),
        (_, Some(failure)) => match FAILURES.iter().position(|reason| reason == failure) {
            Some(kind) => Ok(MapCell::Kind(kind)),
            None => Err(format!("{failure} has no mark in the atlas").into()),
        },
        (None, None) => Err(format!("{} in {} has neither digits nor a reason", row.formula, row.arithmetic).into()),
    }
}
