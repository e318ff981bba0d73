//! What no arithmetic can mend: how far the formulas that are not the rate lie from it.

mod claims;

use bloomlab_pictures::{ColourBar, HeatCell, HeatMap, HeatRow, Picture};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use crate::approximations::{APPROXIMATIONS, relative_error};
use crate::evaluated::REASONS;
use crate::grid::{Grid, axes};

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    formula: String,
    bits_per_item: u64,
    bits: u64,
    hashes: u64,
    /// (formula − exact)/exact; none where the formula or the filter does not exist.
    relative_error: Option<f64>,
}

pub(crate) struct ModelError;

impl Figure for ModelError {
    type Parameters = Grid;
    type Row = Row;

    fn compute(grid: &Grid, context: &Context) -> Result<Vec<Row>, AnyError> {
        context.rows(iproduct!(APPROXIMATIONS, grid.places()?), |(formula, place)| {
            Ok(Row {
                formula: formula.name().to_owned(),
                bits_per_item: place.bits_per_item,
                bits: place.bits,
                hashes: place.hashes,
                relative_error: place.load.map(|load| relative_error(formula, load)).transpose()?.flatten(),
            })
        })
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let panels: Vec<_> = rows.chunk_by(|a, b| a.formula == b.formula).collect();
        let places: Vec<_> = panels[0].iter().map(|row| (row.bits, row.bits_per_item)).collect();
        let (x, y) = axes(&places);
        // k ≤ m everywhere in the grid: only filters without items are missing
        let missing = REASONS.len() - 1;
        let cell =
            |row: &Row| row.relative_error.map_or(HeatCell::Failed(missing), |error| HeatCell::Value(error.abs()));
        let map = HeatMap {
            columns: panels.iter().map(|panel| title(&panel[0].formula)).collect(),
            rows: vec![HeatRow {
                title: None,
                panels: panels.iter().map(|panel| panel.iter().map(cell).collect()).collect(),
            }],
            x,
            y,
            bar: ColourBar::new("|formula − exact|/exact", CLASSES).lowest_is_best(),
            failures: REASONS.map(str::to_owned).to_vec(),
        };
        Ok(map.draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        Ok(claims::decide(rows))
    }
}

const CLASSES: [(f64, &str); 9] = [
    (0.0, "0"),
    (1e-10, "10^{-10}"),
    (1e-8, "10^{-8}"),
    (1e-6, "10^{-6}"),
    (1e-4, "10^{-4}"),
    (1e-3, "10^{-3}"),
    (1e-2, "1 %"),
    (1e-1, "10 %"),
    (1.0, "100 %"),
];

fn title(name: &str) -> String {
    let title = match name {
        "classic" => "(a) classic: too low",
        "classic-limit" => "(b) its limit: too low",
        "bloom-1970" => "(c) Bloom 1970: too high",
        other => other,
    };
    title.to_owned()
}
