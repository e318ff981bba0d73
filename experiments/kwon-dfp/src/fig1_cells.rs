//! Figure 1: the states of a D-FP filter's cells.

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
        let matches = |row: &Row| u64::from(row.matches_01) + u64::from(row.matches_10);
        let of = |states: [&str; 2]| -> Vec<u64> {
            rows.iter().filter(|row| states.contains(&row.state.trim_start_matches('\''))).map(matches).collect()
        };
        let (single, saturated, empty) = (of(["01", "10"]), of(["11", "11"]), of(["00", "00"]));
        let share = single.iter().sum::<u64>() as f64 / (2 * single.len()).max(1) as f64;
        let as_said = |cells: &[u64], expected| !cells.is_empty() && cells.iter().all(|&count| count == expected);
        Ok(vec![
            Decision::new("D13")
                .measured(share)
                .decide(as_said(&single, 1) && as_said(&saturated, 2) && as_said(&empty, 0), String::new())
                .remark(
                    "cell by cell; a query compares its one fingerprint in all its cells, so that two cells of the same item match \
                     together, which eq. 3 leaves out",
                ),
        ])
    }
}
