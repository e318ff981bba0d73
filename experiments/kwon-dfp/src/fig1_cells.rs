//! Figure 1: the states of a D-FP filter's cells.

mod claims;

use bloomlab_filters::DfpCells;
use bloomlab_pictures::Picture;
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use serde::{Deserialize, Serialize};

use crate::cell_strips::{Recorder, Row, draw};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameters {
    cells: u64,
    /// Where the item of fingerprint 01 lies.
    first_positions: Vec<u64>,
    /// Where the item of fingerprint 10 lies.
    second_positions: Vec<u64>,
}

pub(crate) struct Cells;

impl Figure for Cells {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, _: &Context) -> Result<Vec<Row>, AnyError> {
        let hashes = p.first_positions.len() as u64;
        let mut recorder = Recorder::start(DfpCells::new(p.cells)?, "An empty filter", hashes)?;
        recorder.insert("A", &p.first_positions, 0)?;
        recorder.insert("B", &p.second_positions, 1)?;
        Ok(recorder.into_rows())
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        draw(rows)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        claims::decide(rows)
    }
}
