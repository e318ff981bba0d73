//! Figure 2: the worked example, run by the filter.

mod view;

use bloomlab_filters::{DfpCell, DfpCells, Removal};
use bloomlab_workbench::figure::*;
pub(crate) use view::{claims, facts};

pub(crate) use crate::cell_strips::draw;
use crate::cell_strips::{Recorder, Row};

#[derive(Serialize, Deserialize)]
pub(crate) struct Parameters {
    /// The cells at the beginning, each as two bits.
    initial: Vec<String>,
    /// X, inserted with fingerprint 01.
    x_positions: Vec<u64>,
    /// Y, removed with fingerprint 01.
    y_positions: Vec<u64>,
    /// Z, whose removal the filter refuses.
    z_positions: Vec<u64>,
}

/// The cells as the paper prints them: at first, after the insertion, after the deletion.
const PRINTED: [&str; 3] = [
    "00 10 01 11 00 00 01 01 11 11 01 10",
    "01 10 01 11 00 00 01 01 11 11 11 10",
    "01 10 00 11 00 00 00 00 11 11 11 10",
];

pub(crate) fn compute(p: &Parameters, _: &Context) -> Result<Vec<Row>> {
    let states = p.initial.iter().map(|text| state(text)).collect::<Result<Vec<_>, _>>()?;
    let hashes = p.x_positions.len() as u64;
    let mut recorder = Recorder::start(DfpCells::from_states(&states)?, "Initially", hashes)?;
    recorder.insert("X", &p.x_positions, 0)?;
    expect(recorder.remove("Y", &p.y_positions, 0)?, Removal::Removed)?;
    expect(recorder.remove("Z", &p.z_positions, 0)?, Removal::NotDeletable)?;
    Ok(recorder.into_rows())
}

fn state(text: &str) -> Result<DfpCell> {
    let all = [DfpCell::Empty, DfpCell::First, DfpCell::Second, DfpCell::Saturated];
    let found = all.into_iter().find(|state| state.to_string() == text);
    found.ok_or_else(|| format!("initial: {text} is not the state of a cell: 00, 01, 10 or 11").into())
}

fn expect(answer: Removal, expected: Removal) -> Result<()> {
    if answer == expected { Ok(()) } else { Err(format!("the filter answered {answer:?}, not {expected:?}").into()) }
}
