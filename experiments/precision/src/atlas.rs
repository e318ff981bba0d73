//! The atlas: correct digits of every formula for the exact rate, in several arithmetics, over m and m/n.

use bloomlab_formulas::Formula;
use bloomlab_pictures::{ColourBar, HeatCell, HeatMap, HeatRow, Picture};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::evaluated::{Evaluations, FAILURES, OUT_OF_DOMAIN, REASONS, arithmetic_title, digits_or_reason};
use crate::grid::{Grid, Place, axes};

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Parameters {
    grid: Grid,
    evaluations: Evaluations,
}

impl Default for Parameters {
    fn default() -> Self {
        let formulas = [
            Formula::ChristensenClosed,
            Formula::BoseStirling,
            Formula::ChristensenRecursion,
            Formula::ChristensenTableRepaired,
            Formula::InclusionExclusion,
            Formula::Coverage,
            Formula::Exact,
        ];
        Self { grid: Grid::default(), evaluations: Evaluations::new(&formulas) }
    }
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    formula: String,
    arithmetic: String,
    bits_per_item: u64,
    bits: u64,
    hashes: u64,
    /// −log10 of the relative error, to a hundredth, at most the digits of the arithmetic.
    correct_digits: Option<f64>,
    /// Why there is no value.
    failure: Option<String>,
}

pub(crate) struct Atlas;

impl Figure for Atlas {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        let plan = p.evaluations.plan()?;
        let places = p.grid.places()?;
        context.progress.expect(places.len() as u64);
        let names = &p.evaluations;
        let panels =
            names.formulas.iter().flat_map(|formula| names.arithmetics.iter().map(move |name| (formula, name)));
        let panels: Vec<_> = panels.collect();
        let at_place = |place: &Place| {
            let results = match place.shape {
                Some(shape) => plan.outcomes(shape).iter().map(digits_or_reason).collect(),
                None => vec![(None, Some(OUT_OF_DOMAIN.to_owned())); panels.len()],
            };
            context.progress.advance();
            results
        };
        let found: Vec<Vec<_>> = places.par_iter().map(at_place).collect();
        let row = |panel: usize, place: &Place, (correct_digits, failure): &(Option<f64>, Option<String>)| Row {
            formula: panels[panel].0.clone(),
            arithmetic: panels[panel].1.clone(),
            bits_per_item: place.bits_per_item,
            bits: place.bits,
            hashes: place.hashes,
            correct_digits: *correct_digits,
            failure: failure.clone(),
        };
        let panel = |i: usize| places.iter().zip(&found).map(move |(place, found)| row(i, place, &found[i]));
        Ok((0..panels.len()).flat_map(panel).collect())
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let mut columns = Vec::new();
        let mut map_rows = Vec::new();
        let mut places = Vec::new();
        for of_formula in rows.chunk_by(|a, b| a.formula == b.formula) {
            let panels: Vec<_> = of_formula.chunk_by(|a, b| a.arithmetic == b.arithmetic).collect();
            columns = panels.iter().map(|panel| arithmetic_title(&panel[0].arithmetic)).collect();
            places = panels[0].iter().map(|row| (row.bits, row.bits_per_item)).collect();
            let cells = |panel: &&[Row]| panel.iter().map(cell).collect::<Result<Vec<_>, _>>();
            map_rows.push(HeatRow {
                title: Some(formula_title(&of_formula[0].formula)),
                panels: panels.iter().map(cells).collect::<Result<_, _>>()?,
            });
        }
        let (x, y) = axes(&places);
        let bar = ColourBar { label: "correct decimal digits".to_owned(), classes: CLASSES.map(class).to_vec() };
        Ok(HeatMap { columns, rows: map_rows, x, y, bar, failures: REASONS.map(str::to_owned).to_vec() }.draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        let table = Table(rows);
        let last = |formula, arithmetic| table.last_size_with_digits(formula, arithmetic);
        let (closed, bose) = ("christensen-closed", "bose-stirling");
        let eq_18 = ["f64", "mpfr:113", "mpfr:256"].map(|arithmetic| last(closed, arithmetic));
        let eq_20 = ["f64", "mpfr:113", "mpfr:256"].map(|arithmetic| last(bose, arithmetic));
        let differing = eq_18.iter().zip(&eq_20).filter(|(a, b)| a != b).count() as f64;
        let least = |formula, arithmetic| table.digits(formula, arithmetic, |_| true).fold(f64::INFINITY, f64::min);
        let positive = ["christensen-recursion", "christensen-table-repaired"].map(|formula| least(formula, "f64"));
        let positive = positive[0].min(positive[1]);
        let many_hashes = |row: &Row| row.bits_per_item == 64;
        let alternating = table.digits("inclusion-exclusion", "f64", many_hashes).fold(0.0, f64::max);
        let drift = table.largest_drift("inclusion-exclusion", "f64");
        let wide = least("inclusion-exclusion", "mpfr:256");
        let careful = least("coverage", "f64");
        let largest = |row: &Row| row.bits == TRILLION;
        let literal = table.digits("coverage", "f64-naive", largest).fold(0.0, f64::max);
        let literal_113 = table.digits("coverage", "mpfr:113", largest).fold(0.0, f64::max);
        Ok(vec![
            Decision::new("P01").measured(eq_18[0]).decide(eq_18[0] < 100.0),
            Decision::new("P02")
                .measured(eq_18[2])
                .decide(eq_18[0] < eq_18[1] && eq_18[1] < eq_18[2] && eq_18[2] < 500.0),
            Decision::new("P03").measured(differing).decide(differing == 0.0),
            Decision::new("P04").measured(positive).decide(positive >= 14.0),
            Decision::new("P05").measured(alternating).decide(alternating == 0.0),
            Decision::new("P06").measured(drift).decide(drift <= 3.0),
            Decision::new("P07").measured(wide).decide(wide >= 16.0),
            Decision::new("P08").measured(careful).decide(careful >= 14.0),
            Decision::new("P09").measured(literal).decide(literal < 7.0),
            Decision::new("P10").measured(literal_113).decide(literal_113 <= 25.0),
        ])
    }
}

const TRILLION: u64 = 1_000_000_000_000;

/// The rows, asked for panels.
struct Table<'a>(&'a [Row]);

impl Table<'_> {
    /// Filters that exist and evaluations that can be afforded.
    fn panel(&self, formula: &'static str, arithmetic: &'static str) -> impl Iterator<Item = &Row> {
        let is_of_panel = move |row: &&Row| row.formula == formula && row.arithmetic == arithmetic;
        let skipped = |row: &&Row| matches!(row.failure.as_deref(), Some(OUT_OF_DOMAIN | "too large"));
        self.0.iter().filter(is_of_panel).filter(move |row| !skipped(row))
    }

    /// Correct digits; 0 where none is.
    fn digits(
        &self,
        formula: &'static str,
        arithmetic: &'static str,
        wanted: impl Fn(&Row) -> bool,
    ) -> impl Iterator<Item = f64> {
        self.panel(formula, arithmetic).filter(move |row| wanted(row)).map(|row| row.correct_digits.unwrap_or(0.0))
    }

    /// The largest m at which there is a correct digit at some m/n.
    fn last_size_with_digits(&self, formula: &'static str, arithmetic: &'static str) -> f64 {
        let with_digits = self.panel(formula, arithmetic).filter(|row| row.correct_digits.is_some());
        with_digits.map(|row| row.bits as f64).fold(0.0, f64::max)
    }

    /// The largest difference of the correct digits of one m/n, over m ≥ 1000.
    fn largest_drift(&self, formula: &'static str, arithmetic: &'static str) -> f64 {
        let rows: Vec<&Row> = self.panel(formula, arithmetic).filter(|row| row.bits >= 1000).collect();
        let range = |rows: &[&Row]| {
            let digits = || rows.iter().map(|row| row.correct_digits.unwrap_or(0.0));
            digits().fold(0.0, f64::max) - digits().fold(f64::INFINITY, f64::min)
        };
        rows.chunk_by(|a, b| a.bits_per_item == b.bits_per_item).map(range).fold(0.0, f64::max)
    }
}

/// Digits at which a colour begins: finer below the 16 of a double than below the 34 of 113 bits.
const CLASSES: [u32; 11] = [0, 1, 3, 6, 9, 12, 14, 16, 22, 28, 32];

fn class(digits: u32) -> (f64, String) {
    (f64::from(digits), digits.to_string())
}

fn cell(row: &Row) -> Result<HeatCell, AnyError> {
    match (row.correct_digits, &row.failure) {
        (Some(digits), None) => Ok(HeatCell::Value(digits)),
        (_, Some(failure)) => match FAILURES.iter().position(|reason| reason == failure) {
            Some(kind) => Ok(HeatCell::Failed(kind)),
            None => Err(format!("{failure} has no mark in the atlas").into()),
        },
        (None, None) => Err(format!("{} in {} has neither digits nor a reason", row.formula, row.arithmetic).into()),
    }
}

fn formula_title(name: &str) -> String {
    let title = match name {
        "christensen-closed" => "closed form (Christensen et al., eq. 18)",
        "bose-stirling" => "Stirling numbers (Bose et al.; Christensen et al., eq. 20)",
        "christensen-recursion" => "occupancy recursion (Christensen et al., eq. 8 and 17)",
        "christensen-table-repaired" => "table algorithm, repaired (Christensen et al., Figure 1)",
        "inclusion-exclusion" => "inclusion–exclusion (γ-transform)",
        "coverage" => "coverage: positive terms only (ours)",
        "exact" => "exact: the best route for the size (ours)",
        other => other,
    };
    title.to_owned()
}
