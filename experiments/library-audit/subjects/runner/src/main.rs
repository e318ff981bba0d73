//! `audit [--seconds N] [--shard I/N] [--only SUBJECT] [--quick] [--seed N]`: runs every subject that there is, or one, on every round, within
//! the time, and adds what it counted to `data/library-audit/measured.csv`. Run again, it goes on where it stopped. A subject that
//! cannot run is named, and its rows stay. With `--shard I/N` it takes every N-th pair of subject and round, from the I-th on, so
//! that N processes share the work; they may write the same table. `--quick` writes nothing: it measures small filters anew, with
//! seeds of other items, further ones for each `--seed`, and fails if one contradicts the table.

mod precision;
mod quick;
mod rounds;
mod subjects;
mod table;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use measuring::schedule::{Job, Schedule, Task};
use measuring::table::set_parameter;
use measuring::{shard, today};
use rounds::{Round, rounds};
use subjects::Subject;
use table::Row;

/// Seconds of a whole run, and of a quick one.
const SECONDS: u64 = 1740;
const QUICK_SECONDS: u64 = 75;
/// Items from which filters of a kind differ little from each other.
const ALIKE: u64 = 100_000;
/// Programs that run at a time.
const WORKERS: usize = 2;

/// A round of a subject, to be measured.
#[derive(Clone)]
struct Cell {
    subject: Subject,
    library: [String; 3],
    /// Seconds that one of its insertions and questions takes in a small filter.
    pace: f64,
    round: Round,
}

/// A round with its row so far.
#[derive(Clone)]
struct Work {
    cell: Cell,
    row: Row,
}

impl Job for Work {
    fn trials(&self) -> u64 {
        self.row.filters
    }

    fn is_done(&self) -> bool {
        precision::is_done(&self.row)
    }

    fn trials_needed(&self) -> u64 {
        precision::filters_needed(&self.row)
    }

    fn group(&self) -> String {
        self.cell.subject.name.clone()
    }

    /// Insertions and questions of one filter.
    fn operations(&self) -> f64 {
        (2 * self.row.round.inserted + self.row.queries) as f64
    }

    fn pace(&self) -> f64 {
        self.cell.pace
    }
}

/// What the command line asks for.
struct Options {
    quick: bool,
    seconds: u64,
    /// Which of how many parts, from 0.
    shard: (usize, usize),
    /// Which filters a quick run takes.
    seed: u64,
    /// The one subject that runs.
    only: Option<String>,
}

fn main() -> ExitCode {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let path = folder.join("../../../data/library-audit/measured.csv");
    let run = |options: Options| match options.quick {
        true => quick::check(&folder, &path, &options),
        false => measure(&folder, &path, &options),
    };
    let words: Vec<String> = std::env::args().skip(1).collect();
    match options(&words).and_then(run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("audit: {why}");
            ExitCode::FAILURE
        }
    }
}

fn options(words: &[String]) -> Result<Options, String> {
    let mut options = Options { quick: false, seconds: 0, shard: (0, 1), seed: 0, only: None };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--quick" => options.quick = true,
            "--seconds" => {
                let seconds = words.next().and_then(|word| word.parse().ok()).filter(|seconds| *seconds > 0);
                options.seconds = seconds.ok_or("--seconds: a number of seconds above 0")?;
            }
            "--seed" => {
                let seed = words.next().and_then(|word| word.parse().ok()).filter(|seed| *seed < 1 << 16);
                options.seed = seed.ok_or("--seed: a number below 65536")?;
            }
            "--only" => options.only = Some(words.next().ok_or("--only: a subject")?.clone()),
            "--shard" => options.shard = words.next().and_then(|word| shard(word)).ok_or("--shard: I/N, 1 ≤ I ≤ N")?,
            other => {
                return Err(format!(
                    "{other}: there are --seconds N, --shard I/N, --only SUBJECT, --quick and --seed N"
                ));
            }
        }
    }
    let usual = if options.quick { QUICK_SECONDS } else { SECONDS };
    Ok(Options { seconds: if options.seconds == 0 { usual } else { options.seconds }, ..options })
}

/// Every round of every subject that runs, or of the only one that is wanted; subjects that do not run are named.
fn cells(folder: &Path, only: Option<&str>) -> Vec<Cell> {
    let mut cells = Vec::new();
    let is_wanted = |subject: &Subject| only.is_none_or(|name| subject.name == name);
    for subject in subjects::all(folder).into_iter().filter(is_wanted) {
        match subject.start().and_then(|mut running| Ok((running.library()?, running.pace()?))) {
            Ok(((library, version), pace)) => {
                let library = [library, version, subject.language.to_owned()];
                let of = |round| Cell { subject: subject.clone(), library: library.clone(), pace, round };
                cells.extend(rounds(&subject.name).into_iter().map(of));
            }
            Err(why) => println!("{} cannot run; its rows stay as they are ({why})", subject.name),
        }
    }
    cells
}

fn measure(folder: &Path, path: &Path, options: &Options) -> Result<(), String> {
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent).map_err(|why| format!("{}: {why}", parent.display()))?;
    }
    let rows = table::read(path)?;
    let (part, of) = options.shard;
    let cells = cells(folder, options.only.as_deref()).into_iter().skip(part).step_by(of);
    let rounds = cells.map(|cell| {
        let row = started(&cell, &rows);
        Work { cell, row }
    });
    let schedule = Mutex::new(Schedule::new(rounds, Instant::now() + Duration::from_secs(options.seconds)));
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| work(&schedule, path));
        }
    });
    let schedule = schedule.into_inner().map_err(|why| why.to_string())?;
    let wide = |work: &&Work| precision::is_claimed(&work.row) && !precision::is_narrow(&work.row);
    println!(
        "left: {} rounds, of which {} have a target above 1e-5 and a 99 % interval wider than ±3 %",
        schedule.left().count(),
        schedule.left().filter(wide).count()
    );
    let rows = table::read(path)?;
    let filters = rows.iter().map(|row| row.filters).sum();
    let figures = ["promises.toml", "causes.toml"].map(|figure| folder.join("..").join(figure));
    figures.iter().try_for_each(|figure| set_parameter(figure, "filters", filters))
}

/// Takes tasks until there is none, and writes what each adds.
fn work(schedule: &Mutex<Schedule<Work>>, path: &Path) {
    loop {
        let Ok(Some(mut task)) = schedule.lock().map(|mut schedule| schedule.next()) else { return };
        let from = Instant::now();
        let written = run(&mut task, || true).and_then(|()| table::update(path, &task.job.row));
        if let Err(why) = written {
            println!("{} {:?}: {why}", task.job.cell.subject.name, task.job.cell.round);
        }
        let Ok(mut schedule) = schedule.lock() else { return };
        schedule.done(task, from.elapsed());
    }
}

/// Measures the filters of a task, as long as `goes_on`.
fn run(task: &mut Task<Work>, goes_on: impl Fn() -> bool) -> Result<(), String> {
    let mut running = task.job.cell.subject.start()?;
    for _ in 0..task.trials {
        if !goes_on() {
            break;
        }
        let row = &mut task.job.row;
        row.add(running.trial(task.job.cell.round, row.first_seed + row.filters, row.queries)?);
        row.measured = today();
    }
    Ok(())
}

fn is_of(row: &Row, cell: &Cell) -> bool {
    row.subject == cell.subject.name && row.round == cell.round
}

/// The row so far; an empty one where the version is another, or where its filters were asked fewer questions than now, and all of them
/// fewer than the fewest filters are.
fn started(cell: &Cell, rows: &[Row]) -> Row {
    let queries = queries(cell.round);
    let goes_on = |row: &&Row| {
        let is_asked_enough = row.queries >= queries || row.filters * row.queries >= precision::fewest(row) * queries;
        row.library == cell.library && (is_asked_enough || precision::is_done(row))
    };
    let empty = || Row::empty(cell.subject.name.clone(), cell.library.clone(), cell.round, queries, today());
    rows.iter().find(|row| is_of(row, cell)).filter(goes_on).cloned().unwrap_or_else(empty)
}

/// Questions for each filter: some hundred positives, in the time that filling it takes or more; ten times as many where filters are
/// so large that they are alike.
fn queries(round: Round) -> u64 {
    let (positives, most) = if round.inserted < ALIKE { (100.0, 1e6) } else { (1000.0, 1e7) };
    let for_positives = (positives / round.target).clamp(1000.0, most) as u64;
    for_positives.max(round.inserted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_read() {
        let options = |words: &[&str]| options(&words.iter().map(|word| word.to_string()).collect::<Vec<_>>());
        let given = options(&["--shard", "2/3", "--seconds", "5"]).unwrap();
        assert_eq!((given.quick, given.seconds, given.shard), (false, 5, (1, 3)));
        assert_eq!(options(&["--only", "bloom"]).unwrap().only.as_deref(), Some("bloom"));
        assert_eq!(options(&["--quick"]).unwrap().seconds, QUICK_SECONDS);
        assert!(options(&["--seconds", "0"]).is_err() && options(&["--shard"]).is_err() && options(&["x"]).is_err());
    }

    #[test]
    fn a_row_goes_on_unless_its_filters_were_asked_too_little() {
        let round = Round { items: 10_000_000, target: 0.01, inserted: 10_000_000 };
        let library = ["b", "1.2", "Python"].map(str::to_owned);
        let cell = Cell { subject: Subject::named("b"), library: library.clone(), pace: 1e-6, round };
        let filters = |filters: u64, queries: u64| {
            let mut row = Row::empty("b".to_owned(), library.clone(), round, queries, today());
            let trial = |positives| subjects::Trial { described: Default::default(), positives, missed: 0, refused: 0 };
            (0..filters).for_each(|filter| row.add(trial(queries / 100 + filter * queries / 1000)));
            started(&cell, &[row]).filters
        };
        let now = queries(round);
        // fewer than the fewest are kept as they are; three asked a tenth are not, thirty are
        assert_eq!((filters(1, now), filters(2, now), filters(3, now / 10), filters(30, now / 10)), (1, 2, 0, 30));
    }
}
