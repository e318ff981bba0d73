//! `measure [--only NAME] [--seconds N]`: measures every case of every subject that runs in the version of `subjects.toml`, within the
//! time, and adds what it counted to the tables. Run again, it goes on where it stopped. With `--quick` it writes nothing: it measures
//! small cases with items that the tables have not seen, and fails if one contradicts its table, or if nothing was compared.
//! `--list FOLDER` prints the programs of a language's folder with what each needs; with `--quick` without those that take minutes.

mod answers;
mod full;
mod options;
mod precision;
mod program;
mod quick;
mod row;
mod subjects;
mod table;
mod tally;

use std::path::Path;
use std::process::ExitCode;

use answers::Case;
use options::Options;
use row::Row;
use subjects::Subject;
use table::{TABLES, Table};

/// The folder of the measurements.
pub const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// A case of a subject, with its row so far.
#[derive(Clone, Debug)]
struct Work {
    subject: Subject,
    case: Case,
    row: Row,
}

impl Work {
    fn name(&self) -> (Table, String) {
        (self.row.table, self.row.subject.clone())
    }

    fn place(&self) -> String {
        format!("{} {} {} {}", self.row.subject, self.case.case, self.case.items, self.case.target())
    }

    /// Adds trials, with seeds counted from `offset`, as long as `goes_on`.
    fn run(&mut self, trials: u64, offset: u64, goes_on: impl Fn(&Row) -> bool) -> Result<(), String> {
        let mut running = self.subject.start()?;
        for _ in 0..trials {
            self.row.add(answers::trial(&mut running, &self.case, offset + self.row.trials)?)?;
            if !goes_on(&self.row) {
                break;
            }
        }
        Ok(())
    }
}

fn main() -> ExitCode {
    match Options::read(std::env::args().skip(1)).and_then(|options| run(FOLDER.as_ref(), &options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("measure: {why}");
            ExitCode::FAILURE
        }
    }
}

fn run(folder: &Path, options: &Options) -> Result<(), String> {
    let subjects = subjects::wanted(subjects::all(folder)?, options.only.as_deref())?;
    if let Some(list) = &options.list {
        let is_listed = |subject: &&Subject| subject.command().0 == list && !(options.quick && subject.slow);
        subjects.iter().filter(is_listed).for_each(|subject| println!("{} {}", subject.program(), subject.needs));
        return Ok(());
    }
    let rows: Vec<Row> = TABLES.iter().map(|table| table.read(folder)).collect::<Result<Vec<_>, _>>()?.concat();
    let all = cases(&subjects);
    match options.quick {
        true => quick::check(&all, &rows, subjects.len(), options),
        false => full::measure(folder, &all, &rows, options),
    }
}

/// Every case of every subject that runs in the version of the list; the others are named.
fn cases(subjects: &[Subject]) -> Vec<Work> {
    let mut all = Vec::new();
    for subject in subjects {
        match subject.start().and_then(|mut running| subject.cases(&mut running)) {
            Ok((package, cases)) => all.extend(cases.into_iter().map(|case| {
                let row = Row::empty(subject, &package, &case);
                Work { subject: subject.clone(), case, row }
            })),
            Err(why) => println!("{} is not measured; its rows stay as they are ({why})", subject.name),
        }
    }
    all
}

/// The row of a case: with its items as they were asked for, or, where the engine counts others, the only row of its name and target.
fn known<'a>(work: &Work, all: &[Work], rows: &'a [Row]) -> Option<&'a Row> {
    let is_alike = |row: &Row| row.key() == work.row.key();
    let mut alike = rows.iter().filter(|row| is_alike(row));
    let exact = alike.clone().find(|row| row.tally.items == work.case.items);
    exact.or_else(|| alike.next().filter(|_| all.iter().filter(|other| is_alike(&other.row)).count() == 1))
}

#[cfg(test)]
mod tests;
