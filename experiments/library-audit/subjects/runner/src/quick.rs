//! Small filters measured anew, against the table.

use std::path::Path;
use std::time::{Duration, Instant};

use measuring::schedule::Task;

use crate::table::{self, Row};
use crate::{Cell, Options, Work, cells, precision, run, started};

/// Filters for more items take too long.
const MOST_ITEMS: u64 = 1000;
/// Rates below take too many questions.
const LEAST_TARGET: f64 = 0.01;
/// Seeds of one run, more than the table has filters of a round.
const SEEDS: u64 = 1 << 32;

/// Measures with seeds that the table has not used, others for each `seed`, and fails on a contradiction or on a version that the
/// table does not have.
pub fn check(folder: &Path, path: &Path, options: &Options) -> Result<(), String> {
    let Options { seconds, seed, only, .. } = options;
    let rows = table::read(path)?;
    let is_small = |cell: &Cell| cell.round.inserted <= MOST_ITEMS && cell.round.target >= LEAST_TARGET;
    let cells: Vec<Cell> = cells(folder, only.as_deref()).into_iter().filter(is_small).collect();
    let share = Duration::from_secs(*seconds) / cells.len().max(1) as u32;
    let end = Instant::now() + Duration::from_secs(*seconds);
    let mut contradictions = Vec::new();
    let (mut compared, mut slow) = (0, 0);
    for cell in cells.iter().take_while(|_| Instant::now() < end) {
        let of_library = || rows.iter().filter(|row| row.subject == cell.subject.name && row.library == cell.library);
        if of_library().next().is_none() {
            let why = format!("{} {:?}: not in the table", cell.subject.name, cell.library);
            // what is installed on the machine has the version of its distribution, and no lock names another
            if cell.subject.language == "C" { println!("{why}") } else { contradictions.push(why) }
        }
        let Some(known) = of_library().find(|row| row.round == cell.round) else { continue };
        let mut row = started(cell, &[]);
        row.first_seed = known.filters + seed * SEEDS;
        let filters = precision::filters_needed(&row);
        let mut task = Task::alone(Work { cell: cell.clone(), row }, filters);
        let until = Instant::now() + share;
        run(&mut task, || Instant::now() < until)?;
        match precision::has_enough_filters(&task.job.row) {
            true => compared += 1,
            false => slow += 1,
        }
        contradictions.extend(contradiction(&task.job.row, known));
    }
    println!("{compared} rounds measured again; {slow} others had too few filters in their time");
    contradictions.dedup();
    if contradictions.is_empty() { Ok(()) } else { Err(contradictions.join("\n")) }
}

fn contradiction(row: &Row, known: &Row) -> Option<String> {
    let differ = precision::has_enough_filters(row) && row.counts().contradict(&known.counts());
    let place = || format!("{} {:?}", row.subject, row.round);
    match (differ, row.missed > 0 && known.missed == 0) {
        (true, _) => Some(format!("{}: {} now, {} in the table", place(), row.rate(), known.rate())),
        (_, true) => Some(format!("{}: items are missed, which the table does not know", place())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rounds::Round;
    use crate::subjects::Trial;

    fn row(filters: u64, positives: u64, missed: u64) -> Row {
        let round = Round { items: 10, target: 0.1, inserted: 10 };
        let mut row = Row::empty("a".to_owned(), Default::default(), round, 1000, String::new());
        for filter in 0..filters {
            // the counts alternate around their mean
            let positives = if filter % 2 == 0 { positives / 2 } else { positives + positives.div_ceil(2) };
            row.add(Trial { described: Default::default(), positives, missed, refused: 0 });
        }
        row
    }

    #[test]
    fn only_what_chance_does_not_explain_contradicts() {
        let known = row(1000, 40, 0);
        assert_eq!(contradiction(&row(30, 40, 0), &known), None);
        assert!(contradiction(&row(30, 160, 0), &known).is_some() && contradiction(&row(30, 1, 0), &known).is_some());
        assert!(contradiction(&row(30, 40, 1), &known).is_some_and(|why| why.contains("missed")));
        // 1 of 50,000 in the table, none of 30,000 now
        let mut rare = row(1000, 0, 0);
        rare.positives = 20;
        rare.positives_squared = 20;
        assert_eq!(contradiction(&row(30, 0, 0), &rare), None);
        assert_eq!(contradiction(&row(4, 90, 0), &known), None, "too few filters");
        assert!(contradiction(&row(4, 90, 1), &known).is_some(), "an item that is missed is no matter of chance");
    }
}
