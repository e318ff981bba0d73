//! Small filters measured anew, against the table.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::schedule::Task;
use crate::table::{self, Row};
use crate::{Cell, cells, is_of, precision, run, started};

/// Filters for more items take too long.
const MOST_ITEMS: u64 = 1000;
/// Rates below take too many questions.
const LEAST_TARGET: f64 = 0.01;
/// Standard errors by which two rates must differ to contradict each other: α = 6e-7 for each pair.
const CONTRADICTION: f64 = 5.0;

/// Measures with seeds that the table has not used, and fails on a contradiction or on a version that the table does not have.
pub fn check(folder: &Path, path: &Path, seconds: u64) -> Result<(), String> {
    let rows = table::read(path)?;
    let is_small = |cell: &Cell| cell.round.inserted <= MOST_ITEMS && cell.round.target >= LEAST_TARGET;
    let cells: Vec<Cell> = cells(folder).into_iter().filter(is_small).collect();
    let share = Duration::from_secs(seconds) / cells.len().max(1) as u32;
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut contradictions = Vec::new();
    let mut compared = 0;
    for cell in cells.iter().take_while(|_| Instant::now() < end) {
        let known = rows.iter().find(|row| is_of(row, cell) && row.library == cell.library);
        let Some(known) = known else {
            contradictions.push(format!("{} {:?}: not in the table", cell.subject.name, cell.round));
            continue;
        };
        let mut row = started(cell, &[]);
        row.first_seed = known.filters;
        let filters = precision::filters_needed(&row);
        let mut task = Task::alone(cell.clone(), row, filters);
        let until = Instant::now() + share;
        run(&mut task, || Instant::now() < until)?;
        compared += 1;
        contradictions.extend(contradiction(&task.row, known));
    }
    println!("{compared} rounds measured anew");
    if contradictions.is_empty() { Ok(()) } else { Err(contradictions.join("\n")) }
}

fn contradiction(row: &Row, known: &Row) -> Option<String> {
    let errors = row.standard_error().hypot(known.standard_error());
    let differ = errors.is_finite() && (row.rate() - known.rate()).abs() > CONTRADICTION * errors;
    let place = || format!("{} {:?}", row.subject, row.round);
    match (differ, row.missed > 0 && known.missed == 0) {
        (true, _) => Some(format!("{}: {} now, {} in the table", place(), row.rate(), known.rate())),
        (_, true) => Some(format!("{}: items are missed, which the table does not know", place())),
        _ => None,
    }
}
