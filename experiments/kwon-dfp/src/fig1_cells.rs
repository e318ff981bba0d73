//! Figure 1: the states of a D-FP filter's cells.

mod view;

use bloomlab_filters::DfpCells;
use bloomlab_workbench::figure::*;
pub(crate) use view::{claims, facts};

pub(crate) use crate::cell_strips::draw;
use crate::cell_strips::{Recorder, Row};

#[derive(Serialize, Deserialize)]
pub(crate) struct Parameters {
    cells: u64,
    /// Where the item of fingerprint 01 lies.
    first_positions: Vec<u64>,
    /// Where the item of fingerprint 10 lies.
    second_positions: Vec<u64>,
}

pub(crate) fn compute(p: &Parameters, _: &Context) -> Result<Vec<Row>> {
    let hashes = p.first_positions.len() as u64;
    let mut recorder = Recorder::start(DfpCells::new(p.cells)?, "An empty filter", hashes)?;
    recorder.insert("A", &p.first_positions, 0)?;
    recorder.insert("B", &p.second_positions, 1)?;
    Ok(recorder.into_rows())
}
