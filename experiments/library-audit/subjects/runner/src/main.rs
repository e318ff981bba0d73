//! `audit [--seconds N] [--quick]`: runs every subject that there is on every round, within the time, and adds what it counted to
//! `data/library-audit/measured.csv`. Run again, it goes on where it stopped. A subject that cannot run is named, and its rows stay.
//! `--quick` writes nothing: it measures small filters anew, with other seeds, and fails if one contradicts the table.

mod quick;
mod rounds;
mod subjects;
mod table;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant, SystemTime};

use rounds::{Round, rounds};
use subjects::{Running, Subject};
use table::Row;

/// Seconds of a whole run, and of a quick one.
const SECONDS: u64 = 1740;
const QUICK_SECONDS: u64 = 75;
/// Programs that run at a time.
const WORKERS: usize = 2;
/// A round is done when the half-width of the 99 % interval is below this share of the rate …
const PRECISION: f64 = 0.03;
const NORMAL_99: f64 = 2.5758;
/// … over at least this many filters.
const FEWEST_FILTERS: u64 = 8;

/// A round of a subject, to be measured.
#[derive(Clone)]
struct Cell {
    subject: Subject,
    library: [String; 3],
    round: Round,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let quick = words.iter().any(|word| word == "--quick");
    let given = words.iter().position(|word| word == "--seconds").and_then(|at| words.get(at + 1)?.parse().ok());
    let seconds = given.unwrap_or(if quick { QUICK_SECONDS } else { SECONDS });
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let path = folder.join("../../../data/library-audit/measured.csv");
    match if quick { quick::check(&folder, &path, seconds) } else { measure(&folder, path, seconds) } {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("audit: {why}");
            ExitCode::FAILURE
        }
    }
}

/// Every round of every subject that runs; subjects that do not are named.
fn cells(folder: &Path) -> Vec<Cell> {
    let mut cells = Vec::new();
    for subject in subjects::all(folder) {
        match subject.start().and_then(|mut running| running.library()) {
            Ok((library, version)) => {
                let library = [library, version, subject.language.to_owned()];
                let of = |round| Cell { subject: subject.clone(), library: library.clone(), round };
                cells.extend(rounds(&subject.name).into_iter().map(of));
            }
            Err(why) => println!("{} cannot run; its rows stay as they are ({why})", subject.name),
        }
    }
    cells
}

fn measure(folder: &Path, path: PathBuf, seconds: u64) -> Result<(), String> {
    let mut cells = cells(folder);
    // small filters first: they tell how long the large ones take
    cells.sort_by_key(|cell| cell.round.inserted);
    let rows = Mutex::new(table::read(&path)?);
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent).map_err(|why| format!("{}: {why}", parent.display()))?;
    }
    let end = Instant::now() + Duration::from_secs(seconds);
    let paces = Mutex::new(BTreeMap::new());
    let left = Mutex::new(cells.into_iter().rev().collect::<Vec<Cell>>());
    let work = || {
        loop {
            let (cell, share) = {
                let Ok(mut left) = left.lock() else { return };
                let share = end.saturating_duration_since(Instant::now()) * WORKERS as u32 / left.len().max(1) as u32;
                match left.pop() {
                    Some(cell) => (cell, share),
                    None => return,
                }
            };
            let Ok(mut row) = rows.lock().map(|rows| started(&cell, &rows)) else { return };
            let pace = paces.lock().ok().and_then(|paces| paces.get(&cell.subject.name).copied());
            if let Some(seconds) = pace.map(|pace: f64| pace * operations(&row) as f64)
                && seconds > share.as_secs_f64()
            {
                println!("{} {:?}: left out, a filter takes {seconds:.0} seconds", cell.subject.name, cell.round);
                continue;
            }
            let (from, before) = (Instant::now(), row.filters);
            let outcome = run(&cell, &mut row, share);
            let done = (row.filters - before) * operations(&row);
            if let (Ok(mut paces), true) = (paces.lock(), done > 0) {
                paces.insert(cell.subject.name.clone(), from.elapsed().as_secs_f64() / done as f64);
            }
            let Ok(mut rows) = rows.lock() else { return };
            match outcome {
                Ok(()) if row.filters > 0 => {
                    rows.retain(|old| !is_of(old, &cell));
                    rows.push(row);
                    if let Err(why) = table::write(&path, &mut rows) {
                        println!("{why}");
                    }
                }
                Ok(()) => println!("{} {:?}: no time", cell.subject.name, cell.round),
                Err(why) => println!("{} {:?}: {why}", cell.subject.name, cell.round),
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(work);
        }
    });
    let rows = rows.into_inner().map_err(|why| why.to_string())?;
    set_filters(&folder.join("../promises.toml"), &rows)?;
    let is_wide = |row: &&Row| row.round.target > 1e-5 && !is_precise(row);
    let wide = rows.iter().filter(is_wide).count();
    println!("{} rounds measured; the 99 % interval is wider than ±3 % in {wide} with a target above 1e-5", rows.len());
    Ok(())
}

/// Writes into the figure's parameters how many filters the table has, by which it knows a new table.
fn set_filters(path: &Path, rows: &[Row]) -> Result<(), String> {
    let failed = |why: std::io::Error| format!("{}: {why}", path.display());
    let text = std::fs::read_to_string(path).map_err(failed)?;
    let filters: u64 = rows.iter().map(|row| row.filters).sum();
    let line = |line: &str| {
        if line.starts_with("filters = ") { format!("filters = {filters}\n") } else { format!("{line}\n") }
    };
    std::fs::write(path, text.lines().map(line).collect::<String>()).map_err(failed)
}

fn is_of(row: &Row, cell: &Cell) -> bool {
    row.subject == cell.subject.name && row.round == cell.round
}

/// The row so far, or an empty one where the version is another.
fn started(cell: &Cell, rows: &[Row]) -> Row {
    let same = rows.iter().find(|row| is_of(row, cell) && row.library == cell.library);
    let queries = queries(cell.round, cell.subject.language);
    let empty = || Row::empty(cell.subject.name.clone(), cell.library.clone(), cell.round, queries, today());
    same.filter(|row| row.queries == queries).cloned().unwrap_or_else(empty)
}

/// Questions for each filter: some hundred positives, in the time that filling it takes or more.
fn queries(round: Round, language: &str) -> u64 {
    let most = if language == "Python" { 20_000.0 } else { 1e6 };
    let for_positives = (100.0 / round.target).clamp(1000.0, most) as u64;
    for_positives.max(round.inserted)
}

/// Insertions and questions of one filter.
fn operations(row: &Row) -> u64 {
    2 * row.round.inserted + row.queries
}

/// Filters until the interval is narrow enough or the time is over.
fn run(cell: &Cell, row: &mut Row, share: Duration) -> Result<(), String> {
    let from = Instant::now();
    let mut running: Option<Running> = None;
    while !is_precise(row) && from.elapsed() < share {
        let running = match &mut running {
            Some(running) => running,
            none => none.insert(cell.subject.start()?),
        };
        row.add(running.trial(cell.round, row.first_seed + row.filters, row.queries)?);
        row.measured = today();
    }
    Ok(())
}

fn is_precise(row: &Row) -> bool {
    row.filters >= FEWEST_FILTERS && row.positives > 0 && NORMAL_99 * row.standard_error() < PRECISION * row.rate()
}

/// The day, in UTC, as year-month-day.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs());
    // days to a date of the Gregorian calendar, with years that begin in March and eras of 400 years
    let days = seconds / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year + year / 4 - year / 100);
    let march_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
    format!("{}-{month:02}-{day:02}", era * 400 + year + u64::from(month <= 2))
}
