//! The digits that each formula keeps, over m and m/n: taken literally, with care, and in more bits.
//! Where each formula keeps its digits, and where it loses them.

use super::*;
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
        // rounded down, as it is said to be the least
        .number("least", (10.0 * table.panel("coverage", "f64").least_digits()).floor() / 10.0, 3)
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
        Ok(MapRow { title: facts.fill(title)?, panels })
    };
    let places: Vec<_> = of(FORMULAS[0].0, ARITHMETICS[0]).iter().map(|row| (row.bits, row.bits_per_item)).collect();
    let (x, y) = axes(&places);
    let classes = CLASSES.map(|digits| (f64::from(digits), digits.to_string()));
    let map = CellMap {
        columns: ARITHMETICS.iter().map(|arithmetic| column(arithmetic)).collect(),
        rows: FORMULAS.iter().map(map_row).collect::<Result<_>>()?,
        x,
        y,
        bar: ColourBar::new("correct decimal digits", classes),
        kinds: REASONS.iter().map(|reason| short(reason).to_owned()).collect(),
    };
    Ok(map.draw()?)
}

/// The title of a column, with how formulas are evaluated in it.
fn column(arithmetic: &str) -> String {
    let title = arithmetic_title(arithmetic);
    if arithmetic.starts_with("mpfr") { format!("{title}, literally") } else { title }
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

/// The digits that coverage keeps by the title.
const KEPT: f64 = 14.0;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let table = Table(rows);
    Ok([vec![title(&table)?], collapse(&table), digits_kept(&table), taken_literally(&table)].concat())
}

fn title(table: &Table) -> Result<Decision> {
    let coverage = table.panel("coverage", "f64");
    let least = coverage.least_digits();
    let title = Decision::title().measured_as("fewest correct digits of coverage, with care, in f64", least);
    Ok(title.tested_on(&coverage.0)?.decide(least >= KEPT, format!("{least} digits")))
}

/// The closed forms: the last size at which a digit is right.
fn collapse(table: &Table) -> Vec<Decision> {
    let eq_18 = ["f64", "mpfr:113", "mpfr:256"]
        .map(|arithmetic| table.panel("christensen-closed", arithmetic).last_size_with_digits());
    vec![
        on_extreme("P01", eq_18[0], eq_18[0] < 100.0),
        on_extreme("P02", eq_18[2], eq_18[0] < eq_18[1] && eq_18[1] < eq_18[2] && eq_18[2] < 500.0),
    ]
}

fn digits_kept(table: &Table) -> Vec<Decision> {
    let least = |formula, arithmetic| table.panel(formula, arithmetic).least_digits();
    let positive = least("christensen-recursion", "f64").min(least("christensen-table-repaired", "f64"));
    let alternating = table.panel("inclusion-exclusion", "f64");
    let many_hashes = alternating.most_digits(|row| row.bits_per_item == 64);
    let drift = alternating.largest_drift();
    let wide = least("inclusion-exclusion", "mpfr:256");
    let careful = least("coverage", "f64");
    vec![
        on_extreme("P04", positive, positive >= 14.0),
        on_extreme("P05", many_hashes, many_hashes == 0.0),
        on_extreme("P06", drift, drift <= 3.0),
        on_extreme("P07", wide, wide >= 16.0),
        on_extreme("P08", careful, careful >= 14.0),
    ]
}

fn taken_literally(table: &Table) -> Vec<Decision> {
    let at_a_trillion = |arithmetic| table.panel("coverage", arithmetic).most_digits(|row| row.bits == TRILLION);
    let (naive, wide) = (at_a_trillion("f64-naive"), at_a_trillion("mpfr:113"));
    vec![on_extreme("P09", naive, naive < 7.0), on_extreme("P10", wide, wide <= 25.0)]
}

/// All rows.
struct Table<'a>(pub &'a [Row]);

impl<'a> Table<'a> {
    /// One formula in one arithmetic.
    fn panel(&self, formula: &str, arithmetic: &str) -> Panel<'a> {
        let is_of_panel = |row: &&Row| row.formula == formula && row.arithmetic == arithmetic;
        let is_skipped = |row: &&Row| matches!(row.failure.as_deref(), Some(OUT_OF_DOMAIN | TOO_LARGE));
        Panel(self.0.iter().filter(is_of_panel).filter(|row| !is_skipped(row)).collect())
    }
}

/// The filters that exist and whose evaluation can be afforded.
struct Panel<'a>(Vec<&'a Row>);

/// Correct digits; 0 where none is.
fn digits(row: &Row) -> f64 {
    row.correct_digits.unwrap_or(0.0)
}

impl Panel<'_> {
    fn least_digits(&self) -> f64 {
        self.0.iter().map(|row| digits(row)).fold(f64::INFINITY, f64::min)
    }

    fn most_digits(&self, wanted: impl Fn(&Row) -> bool) -> f64 {
        self.0.iter().filter(|row| wanted(row)).map(|row| digits(row)).fold(0.0, f64::max)
    }

    /// The largest m at which there is a correct digit at some m/n.
    fn last_size_with_digits(&self) -> f64 {
        let with_digits = self.0.iter().filter(|row| row.correct_digits.is_some());
        with_digits.map(|row| row.bits as f64).fold(0.0, f64::max)
    }

    /// The largest difference between the correct digits at one m/n, over m ≥ 1000.
    fn largest_drift(&self) -> f64 {
        let large: Vec<&Row> = self.0.iter().copied().filter(|row| row.bits >= 1000).collect();
        let range = |rows: &[&Row]| {
            let digits = || rows.iter().map(|row| digits(row));
            digits().fold(0.0, f64::max) - digits().fold(f64::INFINITY, f64::min)
        };
        large.chunk_by(|a, b| a.bits_per_item == b.bits_per_item).map(range).fold(0.0, f64::max)
    }
}
