//! False-positive rate against the share of deletions.

use deletable::Parameters;
use report::{AnyError, Axis, Context, Figure, LineFigure, Panel, Picture, Scale};
use serde::{Deserialize, Serialize};

use crate::measured::{Row, measure};
use crate::sweep::{every_filter, model_and_simulation};

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Settings {
    /// m.
    bits: u64,
    /// k.
    hashes: Vec<u64>,
    /// n in units of m/64.
    items_64ths: Vec<u64>,
    /// 100 r/n.
    deleted_percent: Vec<u64>,
    /// b of the DlBF.
    region_bits: Vec<u64>,
    /// Of the FP-CBF.
    fingerprint_bits: u32,
    /// Independent filters at every point.
    epochs: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            bits: 262_144,
            hashes: vec![2, 3, 4],
            items_64ths: vec![2, 8],
            deleted_percent: (0..=40).step_by(5).collect(),
            region_bits: vec![4, 8, 16],
            fingerprint_bits: 4,
            epochs: 14,
        }
    }
}

pub(crate) struct Deletions;

impl Figure for Deletions {
    type Parameters = Settings;
    type Row = Row;

    fn compute(s: &Settings, context: &Context) -> Result<Vec<Row>, AnyError> {
        let mut points = Vec::new();
        for &hashes in &s.hashes {
            for &load in &s.items_64ths {
                for filter in every_filter(&s.region_bits, s.fingerprint_bits) {
                    for percent in &s.deleted_percent {
                        let items = load * (s.bits / 64);
                        points.push(Parameters::new(filter, s.bits, items, items * percent / 100, hashes)?);
                    }
                }
            }
        }
        measure(&points, s.epochs, context)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let panel = |rows: &[Row]| {
            let title = rows.first().map(|row| format!("k = {}, n = m/{}", row.hashes, row.bits / row.items));
            let x = |row: &Row| row.deleted as f64 / row.items as f64;
            let simulated = |row: &Row| (row.simulated_rate, row.rate_lower, row.rate_upper);
            Panel {
                title,
                x: Axis::new("deleted items r/n", Scale::Linear).including(0.0),
                y: Axis::new("false-positive rate", Scale::Log10),
                series: model_and_simulation(rows, x, |row| row.exact_rate, simulated),
            }
        };
        let same = |a: &Row, b: &Row| (a.hashes, a.items) == (b.hashes, b.items);
        Ok(LineFigure { panels: rows.chunk_by(same).map(panel).collect() }.draw()?)
    }
}
