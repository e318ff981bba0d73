//! Where each formula keeps its digits, and where it loses them.

use bloomlab_workbench::figure::*;

use super::Row;
use crate::evaluated::{OUT_OF_DOMAIN, TOO_LARGE};
use crate::extremes::on_extreme;
use crate::grid::TRILLION;

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
pub(super) struct Table<'a>(pub &'a [Row]);

impl<'a> Table<'a> {
    /// One formula in one arithmetic.
    pub(super) fn panel(&self, formula: &str, arithmetic: &str) -> Panel<'a> {
        let is_of_panel = |row: &&Row| row.formula == formula && row.arithmetic == arithmetic;
        let is_skipped = |row: &&Row| matches!(row.failure.as_deref(), Some(OUT_OF_DOMAIN | TOO_LARGE));
        Panel(self.0.iter().filter(is_of_panel).filter(|row| !is_skipped(row)).collect())
    }
}

/// The filters that exist and whose evaluation can be afforded.
pub(super) struct Panel<'a>(Vec<&'a Row>);

/// Correct digits; 0 where none is.
fn digits(row: &Row) -> f64 {
    row.correct_digits.unwrap_or(0.0)
}

impl Panel<'_> {
    pub(super) fn least_digits(&self) -> f64 {
        self.0.iter().map(|row| digits(row)).fold(f64::INFINITY, f64::min)
    }

    pub(super) fn most_digits(&self, wanted: impl Fn(&Row) -> bool) -> f64 {
        self.0.iter().filter(|row| wanted(row)).map(|row| digits(row)).fold(0.0, f64::max)
    }

    /// The largest m at which there is a correct digit at some m/n.
    pub(super) fn last_size_with_digits(&self) -> f64 {
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
