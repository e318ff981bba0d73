//! Figures 1 and 2: the states of a running D-FP filter, step by step.

use bloomlab_filters::{Cells, DeletableFilter, DfpCells, DfpFilter, Hashing, Probe, Removal};
use bloomlab_tables::{Result, Run};
use itertools::Itertools;
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
pub struct Parameters {
    /// The title of the first strip, and its cells, each as two bits.
    begins: String,
    initial: Vec<String>,
    /// Each item's name, what is done with it (`insert` or `remove`, and its fingerprint, 01 or 10), and its positions.
    steps: Vec<(String, String, Vec<u64>)>,
}

#[derive(Serialize)]
pub struct Row {
    step: u64,
    operation: String,
    cell: u64,
    /// 00, 01, 10 or 11, after an apostrophe that keeps it a text in every reader of tables.
    state: String,
    /// True if the operation looked at this cell.
    touched: bool,
    /// True if a query of this fingerprint matches it.
    matches_01: bool,
    matches_10: bool,
}

pub fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let states = p.initial.iter().map(|text| state(text)).collect::<Result<Vec<_>>>()?;
    let hashes = p.steps.iter().map(|(_, _, positions)| positions.len() as u64).max().ok_or("no steps")?;
    let mut filter = DfpFilter::over(DfpCells::from_states(&states)?, Hashing::new(hashes, 0))?;
    let mut rows = strip(&filter, 0, &p.begins, &[]);
    for (step, (name, action, positions)) in (1..).zip(&p.steps) {
        let (action, bits) = action.split_once(' ').unwrap_or((action, ""));
        let probe = Probe::at(positions, u64::from(bits == "10"), filter.cells())?;
        let at = positions.iter().join(", ");
        let operation = match action {
            "insert" => {
                filter.insert_at(&probe)?;
                format!("{name}, fingerprint {bits}, inserted at {at}")
            }
            "remove" => match filter.remove_at(&probe)? {
                Removal::Removed => format!("{name} removed from {at}"),
                Removal::NotDeletable => format!("removal of {name} from {at} refused: every cell is 11"),
                Removal::NotPresent => format!("removal of {name} from {at} refused: not present"),
            },
            other => return Err(format!("steps: {other} is neither insert nor remove").into()),
        };
        rows.extend(strip(&filter, step, &operation, positions));
    }
    run.rows(rows, Ok)
}

fn state(text: &str) -> Result<u64> {
    let found = (0..4).find(|state| format!("{state:02b}") == text);
    found.ok_or_else(|| format!("initial: {text} is not the state of a cell: 00, 01, 10 or 11").into())
}

fn strip(filter: &DfpFilter, step: u64, operation: &str, positions: &[u64]) -> Vec<Row> {
    let row = |(cell, state): (u64, u64)| {
        let (operation, state, touched) = (operation.to_owned(), format!("'{state:02b}"), positions.contains(&cell));
        let [matches_01, matches_10] = [0, 1].map(|fingerprint| filter.array().matches(cell, fingerprint));
        Row { step, operation, cell, state, touched, matches_01, matches_10 }
    };
    (0..).zip(filter.array().states()).map(row).collect()
}
