//! All cases measured, as far as the time goes.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::options::Options;
use crate::row::Row;
use crate::{Work, known, precision};

/// Seconds of a whole run.
const SECONDS: u64 = 3600;
/// Programs that run at a time.
const WORKERS: usize = 2;
/// Seconds after which a case waits for the others.
const TURN: u64 = 20;

/// Measures until the end, and writes what it counted.
pub fn measure(folder: &Path, all: &[Work], rows: &[Row], options: &Options) -> Result<(), String> {
    let started = |work: &Work| Work { row: known(work, all, rows).unwrap_or(&work.row).clone(), ..work.clone() };
    let seconds = if options.seconds == 0 { SECONDS } else { options.seconds };
    let left = turns(folder, all.iter().map(started), Instant::now() + Duration::from_secs(seconds))?;
    println!("left: {} cases whose 99 % interval is wider than wanted", left.len());
    Ok(())
}

/// Measures the cases by turns until the end: in its turn a case is given as many trials as it is planned to need. How many is not looked
/// at after each, so that stopping early leaves little bias. Those that are not done then, and those that cannot be measured, are left;
/// if there is none but these, it fails.
pub fn turns(folder: &Path, cases: impl Iterator<Item = Work>, end: Instant) -> Result<Vec<Work>, String> {
    let waiting: Mutex<VecDeque<Work>> = Mutex::new(cases.filter(|work| !precision::is_done(&work.row)).collect());
    let failed = Mutex::new(Vec::new());
    let count = waiting.lock().map_or(0, |waiting| waiting.len());
    let turn = || -> Option<()> {
        let mut work = waiting.lock().ok()?.pop_front()?;
        let until = end.min(Instant::now() + Duration::from_secs(TURN));
        let before = work.row.trials;
        let measured = work.run(precision::trials_needed(&work.row).max(1), 0, |_| Instant::now() < until);
        let is_new = work.row.trials > before;
        let dated = work.row.date();
        let written = dated.and_then(|()| if is_new { work.row.table.put(folder, &work.row) } else { Ok(()) });
        if let Err(why) = measured.and(written) {
            println!("{}: {why}", work.place());
        }
        match is_new {
            true if precision::is_done(&work.row) => {}
            true => waiting.lock().ok()?.push_back(work),
            false => failed.lock().ok()?.push(work),
        }
        Some(())
    };
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| while Instant::now() < end && turn().is_some() {});
        }
    });
    let mut left = failed.into_inner().map_err(|why| why.to_string())?;
    if count > 0 && left.len() == count {
        return Err("no trial succeeded".to_owned());
    }
    left.extend(waiting.into_inner().map_err(|why| why.to_string())?);
    Ok(left)
}
