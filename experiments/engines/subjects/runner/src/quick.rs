//! Small cases measured anew, against the table.

use std::path::Path;
use std::time::{Duration, Instant};

use measuring::schedule::Task;
use measuring::table;

use crate::options::Options;
use crate::row::Row;
use crate::{Work, cells, known, precision, run};

/// Seeds of one run, more than the table has trials of a case.
const SEEDS: u64 = 1_000_000;

/// Measures with seeds that the table has not used, others for each `seed`, and fails on a contradiction.
pub fn check(folder: &Path, path: &Path, options: &Options) -> Result<(), String> {
    let end = Instant::now() + Duration::from_secs(options.seconds);
    let rows = table::read(path)?;
    let all = cells(folder, options.only.as_deref())?;
    let (compared, contradictions) = compare(&all, &rows, options.seed, end);
    println!("{compared} cases measured anew");
    if contradictions.is_empty() { Ok(()) } else { Err(contradictions.join("\n")) }
}

/// How many cases had units enough in their time, and what contradicts the table.
pub fn compare(all: &[Work], rows: &[Row], seed: u64, end: Instant) -> (u64, Vec<String>) {
    let quick: Vec<(&Work, &Row)> =
        all.iter().filter(|work| work.case.quick).filter_map(|work| Some((work, known(work, all, rows)?))).collect();
    // an engine of which the table has another version has no rows to compare with
    for work in all
        .iter()
        .filter(|work| rows.iter().all(|row| (&row.engine, &row.version) != (&work.row.engine, &work.row.version)))
    {
        println!("{} {} {}: not in the table", work.row.engine, work.row.version, work.case.case);
    }
    let (mut compared, mut contradictions) = (0, Vec::new());
    for (index, (work, known)) in quick.iter().enumerate() {
        let now = Instant::now();
        let share = end.saturating_duration_since(now) / (quick.len() - index) as u32;
        if share.is_zero() {
            break;
        }
        let until = now + share;
        let mut task = Task::alone((*work).clone(), known.trials.max(1));
        let place = format!("{} {} {} {}", work.row.engine, work.case.case, work.case.items, work.case.target());
        if let Err(why) = run(&mut task, (1 + seed) * SEEDS, || Instant::now() < until) {
            contradictions.push(format!("{place}: {why}, which the table does not know"));
            continue;
        }
        compared += u64::from(precision::has_enough_units(&task.job.row));
        contradictions.extend(contradiction(&task.job.row, known).map(|what| format!("{place}: {what}")));
    }
    (compared, contradictions)
}

fn contradiction(row: &Row, known: &Row) -> Option<String> {
    let has_units = precision::has_enough_units(row) && row.counts.asked == known.counts.asked;
    if has_units && row.counts.contradict(&known.counts) {
        return Some(format!("{} now, {} in the table", row.counts.rate(), known.counts.rate()));
    }
    if (row.bits, row.hashes, row.items) != (known.bits, known.hashes, known.items) {
        return Some(format!(
            "{:?} bits, {:?} hashes now, {:?}, {:?} in the table",
            row.bits, row.hashes, known.bits, known.hashes
        ));
    }
    let is_new = row.missed > 0 && known.missed == 0;
    is_new.then(|| "items are missed, which the table does not know".to_owned())
}
