//! `engines [--seconds N] [--shard I/N] [--only SUBJECT] [--quick] [--seed N]`: measures every case of every subject that there is, or
//! of one, within the time, and adds what it counted to `data/engines/measured.csv`. Run again, it goes on where it stopped. A subject that
//! cannot run is named, and its rows stay. With `--shard I/N` it takes every N-th pair of subject and case, from the I-th on, so
//! that N processes share the work; they may write the same table. An engine of which the table has a newer version is named and not
//! measured, except with `--only`. A run whose trials all fail fails. `--quick` writes nothing: it measures small cases anew, with
//! seeds of other items, further ones for each `--seed`, and fails if one contradicts the table.

mod options;
mod precision;
mod quick;
mod row;
mod subjects;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use measuring::schedule::{Job, MOST_SECONDS, Schedule, Task};
use measuring::table::{self, set_parameter};
use options::Options;
use row::Row;
use subjects::{Case, Subject};

/// Programs that run at a time.
const WORKERS: usize = 2;

/// A case of a subject, with its row so far.
#[derive(Clone)]
pub struct Work {
    subject: Subject,
    case: Case,
    row: Row,
}

impl Job for Work {
    fn trials(&self) -> u64 {
        self.row.trials
    }

    fn is_done(&self) -> bool {
        precision::is_done(&self.row)
    }

    fn trials_needed(&self) -> u64 {
        precision::trials_needed(&self.row)
    }

    fn group(&self) -> String {
        format!("{},{},{}", self.row.engine, self.case.case, self.case.target())
    }

    fn operations(&self) -> f64 {
        self.case.items as f64
    }

    /// None is known: a case without a trial comes first.
    fn pace(&self) -> f64 {
        0.0
    }
}

fn main() -> ExitCode {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let path = folder.join("../../../data/engines/measured.csv");
    let words: Vec<String> = std::env::args().skip(1).collect();
    let run = |options: Options| match options.quick {
        true => quick::check(&folder, &path, &options),
        false => measure(&folder, &path, &options),
    };
    match Options::read(&words).and_then(run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("engines: {why}");
            ExitCode::FAILURE
        }
    }
}

/// Every case of every subject that runs, or of the only one that is wanted; subjects that do not run are named.
fn cells(folder: &Path, only: Option<&str>) -> Result<Vec<Work>, String> {
    let mut cells: Vec<Work> = Vec::new();
    for subject in subjects::wanted(subjects::all(folder), only)? {
        match subject.start().and_then(|mut running| Ok((running.describe()?, subjects::cases(&mut running)?))) {
            Ok(((engine, version), cases)) => {
                for case in cases {
                    let row = Row::empty(&engine, &version, &case);
                    cells.push(Work { subject: subject.clone(), case, row });
                }
            }
            Err(why) => println!("{} cannot run; its rows stay as they are ({why})", subject.name),
        }
    }
    if let (Some(name), true) = (only, cells.is_empty()) {
        return Err(format!("{name} cannot run, and no other subject was wanted"));
    }
    let key = |work: &Work| (work.row.engine.clone(), work.case.case.clone(), work.case.target(), work.case.items);
    let mut keys: Vec<_> = cells.iter().map(key).collect();
    keys.sort();
    match keys.windows(2).find(|pair| pair[0] == pair[1]) {
        Some([twice, _]) => Err(format!("{twice:?}: two cases of this name")),
        _ => Ok(cells),
    }
}

/// The row of a case: with its items as they were asked for, or, where the engine counts others, the only row of its name and target.
fn known<'a>(work: &Work, all: &[Work], rows: &'a [Row]) -> Option<&'a Row> {
    let is_of = |row: &&Row| {
        (&row.engine, &row.version, &row.case) == (&work.row.engine, &work.row.version, &work.case.case)
            && row.target == work.case.target
    };
    let is_alike = |other: &&Work| {
        other.row.engine == work.row.engine
            && other.case.case == work.case.case
            && other.case.target == work.case.target
    };
    let exact = rows.iter().filter(is_of).find(|row| row.items == work.case.items);
    exact.or_else(|| (all.iter().filter(is_alike).count() == 1).then(|| rows.iter().find(is_of)).flatten())
}

fn measure(folder: &Path, path: &Path, options: &Options) -> Result<(), String> {
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent).map_err(|why| format!("{}: {why}", parent.display()))?;
    }
    let rows = table::read(path)?;
    let (part, of) = options.shard;
    let mut all = cells(folder, options.only.as_deref())?;
    if options.only.is_none() {
        leave_newer(&mut all, &rows);
    }
    let jobs = all.iter().skip(part).step_by(of).map(|work| {
        let row = known(work, &all, &rows).cloned().unwrap_or_else(|| work.row.clone());
        Work { row, ..work.clone() }
    });
    let schedule = Mutex::new(Schedule::new(jobs, Instant::now() + Duration::from_secs(options.seconds)));
    let added = AtomicU64::new(0);
    let tried = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| work(&schedule, path, (&tried, &added)));
        }
    });
    if tried.into_inner() > 0 && added.into_inner() == 0 {
        return Err("no trial succeeded".to_owned());
    }
    let schedule = schedule.into_inner().map_err(|why| why.to_string())?;
    println!("left: {} cases whose 99 % interval is wider than wanted", schedule.left().count());
    set_trials(&folder.join(".."), &table::read(path)?)
}

/// Leaves out, by name, the engines of which the table has a newer version than is found here.
fn leave_newer(all: &mut Vec<Work>, rows: &[Row]) {
    let mut named = BTreeSet::new();
    all.retain(|work| {
        let Some(newer) = rows.iter().find(|row| work.row.is_older_than(row)) else { return true };
        if named.insert(work.subject.name.clone()) {
            let (name, here, there) = (&work.subject.name, &work.row.version, &newer.version);
            println!("{name} {here} is older than {there} of the table; its rows stay (SUBJECT={name} replaces them)");
        }
        false
    });
}

/// Takes tasks until there is none, writes what each adds, and counts the tasks tried and those that added a trial.
fn work(schedule: &Mutex<Schedule<Work>>, path: &Path, (tried, added): (&AtomicU64, &AtomicU64)) {
    loop {
        let Ok(Some(mut task)) = schedule.lock().map(|mut schedule| schedule.next()) else { return };
        let from = Instant::now();
        let until = from + Duration::from_secs_f64(MOST_SECONDS);
        let before = task.job.row.trials;
        let measured = run(&mut task, 0, || Instant::now() < until);
        let row = &task.job.row;
        tried.fetch_add(1, Ordering::Relaxed);
        added.fetch_add(u64::from(row.trials > before), Ordering::Relaxed);
        let written = if row.trials > before { table::update(path, |rows| put(rows, row)) } else { Ok(()) };
        if let Err(why) = measured.and(written) {
            println!("{} {} {} {}: {why}", row.engine, row.case, task.job.case.items, task.job.case.target());
        }
        let Ok(mut schedule) = schedule.lock() else { return };
        schedule.done(task, from.elapsed());
    }
}

/// Puts a row in place of that of its case; other versions of the engine leave the table. In order.
fn put(rows: &mut Vec<Row>, row: &Row) {
    rows.retain(|old| old.key() != row.key() && (old.engine != row.engine || old.version == row.version));
    rows.push(row.clone());
    rows.sort_by(|a, b| {
        let key = |row: &Row| (row.engine.clone(), row.case.clone(), row.items);
        key(a).cmp(&key(b)).then(b.target.unwrap_or(0.0).total_cmp(&a.target.unwrap_or(0.0)))
    });
}

/// Adds the trials of a task, of seeds from `offset` on, as long as `goes_on`.
fn run(task: &mut Task<Work>, offset: u64, goes_on: impl Fn() -> bool) -> Result<(), String> {
    let mut running = task.job.subject.start()?;
    for _ in 0..task.trials {
        let Work { row, case, .. } = &mut task.job;
        row.add(&subjects::trial(&mut running, case, offset + row.trials)?)?;
        if !goes_on() {
            break;
        }
    }
    Ok(())
}

/// Writes into the parameters of each figure how many trials the table has, by which it knows a new table.
fn set_trials(folder: &Path, rows: &[Row]) -> Result<(), String> {
    let trials = rows.iter().map(|row| row.trials).sum();
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
    let is_figure = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "toml");
    files.filter(is_figure).try_for_each(|path| set_parameter(&path, "trials", trials))
}

#[cfg(test)]
mod tests;
