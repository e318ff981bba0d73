//! Figure 1: the states of a D-FP filter's cells.

use filters::DfpCells;
use report::{AnyError, Context, Figure, Picture};
use serde::{Deserialize, Serialize};

use crate::cell_strips::{Recorder, Row, draw};

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Parameters {
    cells: u64,
    /// Of the item of fingerprint 01.
    first_positions: Vec<u64>,
    /// Of the item of fingerprint 10.
    second_positions: Vec<u64>,
}

impl Default for Parameters {
    fn default() -> Self {
        Self { cells: 8, first_positions: vec![1, 4, 6], second_positions: vec![2, 4, 7] }
    }
}

pub(crate) struct Cells;

impl Figure for Cells {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, _: &Context) -> Result<Vec<Row>, AnyError> {
        let hashes = u32::try_from(p.first_positions.len())?;
        let mut recorder = Recorder::start(DfpCells::new(p.cells)?, "An empty filter", hashes)?;
        recorder.insert("A", &p.first_positions, 0)?;
        recorder.insert("B", &p.second_positions, 1)?;
        Ok(recorder.into_rows())
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        draw(rows)
    }
}
