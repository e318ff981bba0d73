//! The states of a running D-FP filter, step by step.

use bloomlab_filters::{Cells, DeletableFilter, DfpCells, DfpFilter, Hashing, Probe, Removal};
use bloomlab_pictures::{Cell, CellFigure, CellStrip, Picture};
use bloomlab_workbench::figure::*;

/// One cell after one step.
#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    pub step: u64,
    pub operation: String,
    pub cell: u64,
    /// 00, 01, 10 or 11, after an apostrophe that keeps it a text in every reader of tables.
    pub state: String,
    /// Whether the operation looked at this cell.
    pub touched: bool,
    /// Whether a query of fingerprint 01 matches it.
    pub matches_01: bool,
    /// Whether a query of fingerprint 10 does.
    pub matches_10: bool,
}

/// A D-FP filter that writes down its cells after every step.
pub(crate) struct Recorder {
    filter: DfpFilter,
    step: u64,
    rows: Vec<Row>,
}

impl Recorder {
    /// Starts from given cells; `name` is the title of their strip.
    pub fn start(cells: DfpCells, name: &str, hashes: u64) -> Result<Self, AnyError> {
        let filter = DfpFilter::over(cells, Hashing::new(hashes, 0))?;
        let mut recorder = Self { filter, step: 0, rows: Vec::new() };
        recorder.record(name, &[]);
        Ok(recorder)
    }

    /// Inserts the item with these positions; fingerprint word 0 is the two-bit fingerprint 01, 1 is 10.
    pub fn insert(&mut self, name: &str, positions: &[u64], fingerprint: u64) -> Result<(), AnyError> {
        self.filter.insert_at(&self.probe(positions, fingerprint)?)?;
        let bits = if fingerprint == 0 { "01" } else { "10" };
        self.record(&format!("{name}, fingerprint {bits}, inserted at {}", listed(positions)), positions);
        Ok(())
    }

    /// Removes the item with these positions, and writes down what the filter answered.
    pub fn remove(&mut self, name: &str, positions: &[u64], fingerprint: u64) -> Result<Removal, AnyError> {
        let removal = self.filter.remove_at(&self.probe(positions, fingerprint)?)?;
        let at = listed(positions);
        let operation = match removal {
            Removal::Removed => format!("{name} removed from {at}"),
            Removal::NotDeletable => format!("removal of {name} from {at} refused: every cell is 11"),
            Removal::NotPresent => format!("removal of {name} from {at} refused: not present"),
        };
        self.record(&operation, positions);
        Ok(removal)
    }

    pub fn into_rows(self) -> Vec<Row> {
        self.rows
    }

    fn probe(&self, positions: &[u64], fingerprint: u64) -> Result<Probe, AnyError> {
        Ok(Probe::at(positions, fingerprint, self.filter.cells())?)
    }

    fn record(&mut self, operation: &str, positions: &[u64]) {
        for (cell, state) in (0..).zip(self.filter.array().states()) {
            let (step, operation, touched) = (self.step, operation.to_owned(), positions.contains(&cell));
            let [matches_01, matches_10] = [0, 1].map(|fingerprint| self.filter.array().matches(cell, fingerprint));
            self.rows.push(Row { step, operation, cell, state: format!("'{state}"), touched, matches_01, matches_10 });
        }
        self.step += 1;
    }
}

fn listed(positions: &[u64]) -> String {
    positions.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")
}

/// The strips, with the meaning of the states below.
pub(crate) fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
    let cell = |state: &str, touched| -> Result<Cell, AnyError> {
        let kind = match state {
            "00" => 0,
            "01" => 1,
            "10" => 3,
            "11" => 2,
            other => return Err(format!("{other} is not the state of a cell").into()),
        };
        Ok(Cell { text: state.to_owned(), kind, touched })
    };
    let strip = |step: &[Row]| -> Result<CellStrip, AnyError> {
        let title = step.first().map(|row| capitalised(&row.operation)).unwrap_or_default();
        let cells = step.iter().map(|row| cell(row.state.trim_start_matches('\''), row.touched));
        Ok(CellStrip { title, cells: cells.collect::<Result<_, _>>()? })
    };
    let strips = rows.chunk_by(|a, b| a.step == b.step).map(strip).collect::<Result<_, _>>()?;
    let meanings = [
        ("00", "empty"),
        ("01", "one item, fingerprint 01"),
        ("10", "one item, fingerprint 10"),
        ("11", "saturated: more than one"),
    ];
    let legend = meanings.map(|(state, meaning)| Ok::<_, AnyError>((cell(state, false)?, meaning.to_owned())));
    let legend = legend.into_iter().collect::<Result<_, _>>()?;
    Ok(CellFigure { strips, legend }.draw()?)
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
