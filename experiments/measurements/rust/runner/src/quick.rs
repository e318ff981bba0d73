//! Small cases measured anew, against the tables.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use crate::options::Options;
use crate::row::Row;
use crate::table::Table;
use crate::{Work, known, precision};

/// Seconds of a quick run.
const SECONDS: u64 = 180;
/// How much longer the first case of a subject may take.
const FIRST: Duration = Duration::from_secs(10);
/// The first seed: more than a table has trials of a case.
const SEEDS: u64 = 1 << 32;

/// How many cases had units enough in their time, of which subjects, and what contradicts the tables.
#[derive(Default)]
pub struct Compared {
    pub cases: u64,
    pub subjects: BTreeSet<(Table, String)>,
    pub contradictions: Vec<String>,
}

/// Measures with seeds that the tables have not used; fails on a contradiction, and if nothing was compared.
pub fn check(all: &[Work], rows: &[Row], subjects: usize, options: &Options) -> Result<(), String> {
    let seconds = if options.seconds == 0 { SECONDS } else { options.seconds };
    let compared = compare(all, rows, Instant::now() + Duration::from_secs(seconds));
    let is_quick = |work: &&Work| work.case.quick && !compared.subjects.contains(&work.name());
    let others: BTreeSet<_> = all.iter().filter(is_quick).map(Work::name).collect();
    others.iter().for_each(|(table, name)| println!("{name} of {}: nothing compared in its time", table.name()));
    println!("{} of {subjects} subjects ran: {} cases measured anew", compared.subjects.len(), compared.cases);
    match compared.contradictions.is_empty() {
        true if compared.cases == 0 => Err("nothing was compared".to_owned()),
        true => Ok(()),
        false => Err(compared.contradictions.join("\n")),
    }
}

/// Compares every quick case that has a row.
pub fn compare(all: &[Work], rows: &[Row], end: Instant) -> Compared {
    let is_quick = all.iter().filter(|work| work.case.quick);
    let quick: Vec<_> = is_quick.filter_map(|work| Some((work, known(work, all, rows)?))).collect();
    let mut compared = Compared::default();
    for (index, (work, known)) in quick.iter().enumerate() {
        let now = Instant::now();
        let until = now + end.saturating_duration_since(now) / (quick.len() - index) as u32;
        let mut work = (*work).clone();
        // a subject's first case may take longer, so that all are compared
        let last = if compared.subjects.contains(&work.name()) { until } else { until + FIRST };
        let is_wanting = |row: &Row| !precision::has_enough_units(row) && Instant::now() < last;
        if let Err(why) = work.run(known.trials.max(1), SEEDS, |row| Instant::now() < until || is_wanting(row)) {
            compared.contradictions.push(format!("{}: {why}, which the table does not know", work.place()));
            continue;
        }
        if precision::has_enough_units(&work.row) {
            compared.cases += 1;
            compared.subjects.insert(work.name());
        }
        let contradiction = contradiction(&work.row, known);
        compared.contradictions.extend(contradiction.map(|what| format!("{}: {what}", work.place())));
    }
    compared
}

fn contradiction(row: &Row, known: &Row) -> Option<String> {
    let has_units = precision::has_enough_units(row) && row.tally.asked == known.tally.asked;
    if has_units && row.tally.contradicts(&known.tally) {
        return Some(format!("{} now, {} in the table", row.tally.rate(), known.tally.rate()));
    }
    let shape = |row: &Row| (row.tally.bits, row.tally.hashes, row.tally.items);
    if row.table == Table::Engines && shape(row) != shape(known) {
        return Some(format!("{:?} (bits, hashes, items) now, {:?} in the table", shape(row), shape(known)));
    }
    let is_new = row.tally.missed > 0 && known.tally.missed == 0;
    is_new.then(|| "items are missed, which the table does not know".to_owned())
}
