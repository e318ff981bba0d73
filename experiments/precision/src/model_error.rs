//! What no arithmetic can mend: how far the formulas that are not the rate lie from it.

use bloomlab_pictures::{ColourBar, HeatCell, HeatMap, HeatRow, Picture};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::approximations::{APPROXIMATIONS, relative_error};
use crate::evaluated::REASONS;
use crate::grid::{Grid, Place, axes};

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
        let places = grid.places()?;
        context.progress.expect((places.len() * APPROXIMATIONS.len()) as u64);
        let points: Vec<_> =
            APPROXIMATIONS.iter().flat_map(|formula| places.iter().map(move |place| (*formula, place))).collect();
        let row = |&(formula, place): &(_, &Place)| -> Result<Row, AnyError> {
            let error = place.shape.map(|shape| relative_error(formula, shape)).transpose()?.flatten();
            context.progress.advance();
            Ok(Row {
                formula: formula.name().to_owned(),
                bits_per_item: place.bits_per_item,
                bits: place.bits,
                hashes: place.hashes,
                relative_error: error,
            })
        };
        points.par_iter().map(row).collect()
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let panels: Vec<_> = rows.chunk_by(|a, b| a.formula == b.formula).collect();
        let places: Vec<_> = panels[0].iter().map(|row| (row.bits, row.bits_per_item)).collect();
        let (x, y) = axes(&places);
        // in the grid k ≤ m, so that only filters are missing
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
            bar: ColourBar {
                label: "|formula − exact|/exact".to_owned(),
                classes: CLASSES.map(|(from, name)| (from, name.to_owned())).to_vec(),
            },
            failures: REASONS.map(str::to_owned).to_vec(),
        };
        Ok(map.draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        let errors = |formula: &'static str| {
            rows.iter().filter(move |row| row.formula == formula).filter_map(|row| Some((row, row.relative_error?)))
        };
        let not_below = errors("classic").filter(|(row, error)| *error > 0.0 || (*error == 0.0 && row.hashes > 1));
        let not_below = not_below.count() as f64;
        let nearer = errors("classic").zip(errors("classic-limit"));
        let nearer = nearer.filter(|((_, classic), (_, limit))| limit >= classic).count() as f64;
        let below = errors("bloom-1970").filter(|(_, error)| *error < 0.0).count() as f64;

        let (mut steps, mut falling, mut drift) = (0.0, 0.0, 0.0_f64);
        for pair in rows.windows(2).filter(|pair| pair[0].formula == pair[1].formula && pair[1].bits > pair[0].bits) {
            if let (Some(before), Some(after)) = (pair[0].relative_error, pair[1].relative_error)
                && before != 0.0
            {
                steps += 1.0;
                falling += f64::from(after.abs() < before.abs());
                if pair[0].bits >= MILLION {
                    let product = |row: &Row, error: f64| error * row.bits as f64;
                    drift = drift.max((product(&pair[1], after) / product(&pair[0], before) - 1.0).abs());
                }
            }
        }
        Ok(vec![
            Decision::new("P11").measured(not_below).decide(not_below == 0.0),
            Decision::new("P12").measured(nearer).decide(nearer == 0.0),
            Decision::new("P13").measured(below).decide(below == 0.0),
            Decision::new("P14").measured(falling / steps).decide(falling == steps),
            Decision::new("P15").measured(drift).decide(drift < 1e-3),
        ])
    }
}

const MILLION: u64 = 1_000_000;

const CLASSES: [(f64, &str); 9] = [
    (0.0, "0"),
    (1e-10, "10⁻¹⁰"),
    (1e-8, "10⁻⁸"),
    (1e-6, "10⁻⁶"),
    (1e-4, "10⁻⁴"),
    (1e-3, "10⁻³"),
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
