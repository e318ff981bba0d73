//! The atlas: correct digits of every formula for the exact rate, in several arithmetics, over m and m/n.

mod claims;

use std::iter::zip;

use bloomlab_pictures::{ColourBar, HeatCell, HeatMap, HeatRow, Picture};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use crate::evaluated::{Evaluations, FAILURES, OUT_OF_DOMAIN, REASONS, arithmetic_title, digits_or_reason};
use crate::grid::{Grid, axes};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameters {
    grid: Grid,
    evaluations: Evaluations,
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
        let panels: Vec<_> = iproduct!(&p.evaluations.formulas, &p.evaluations.arithmetics).collect();
        let results = context.rows(&places, |place| {
            Ok(match place.load {
                Some(load) => plan.outcomes(load).iter().map(digits_or_reason).collect(),
                None => vec![(None, Some(OUT_OF_DOMAIN.to_owned())); panels.len()],
            })
        })?;
        let panels = panels.into_iter().enumerate();
        let rows =
            iproduct!(panels, zip(&places, &results)).map(|((panel, (formula, arithmetic)), (place, results))| {
                let (correct_digits, failure) = results[panel].clone();
                Row {
                    formula: formula.clone(),
                    arithmetic: arithmetic.clone(),
                    bits_per_item: place.bits_per_item,
                    bits: place.bits,
                    hashes: place.hashes,
                    correct_digits,
                    failure,
                }
            });
        Ok(rows.collect())
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let (mut columns, mut map_rows, mut places) = (Vec::new(), Vec::new(), Vec::new());
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
        let classes = CLASSES.map(|digits| (f64::from(digits), digits.to_string()));
        let bar = ColourBar::new("correct decimal digits", classes);
        Ok(HeatMap { columns, rows: map_rows, x, y, bar, failures: REASONS.map(str::to_owned).to_vec() }.draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        Ok(claims::decide(rows))
    }
}

/// Digits at which a colour begins: finer below the 16 of a double than below the 34 of 113 bits.
const CLASSES: [u32; 11] = [0, 1, 3, 6, 9, 12, 14, 16, 22, 28, 32];

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
