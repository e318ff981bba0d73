//! What is measured next: the round whose interval can be made narrow soonest, so that a run of any length leaves the most narrow
//! intervals. How many filters a round needs comes from the variance that its filters have shown.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::Cell;
use crate::precision::{filters_needed, is_done};
use crate::table::Row;

/// A worker returns with what it has after so long, so that the table is written and other rounds are looked at.
const MOST_SECONDS: f64 = 20.0;

/// A round to be measured, with what is known of it.
struct Job {
    cell: Cell,
    row: Row,
    /// Seconds that a filter takes.
    pace: Option<f64>,
    /// Whether a worker has it, or it cannot be measured.
    is_taken: bool,
}

/// Some filters of a round, to be measured by one worker.
pub struct Task {
    /// The round.
    pub cell: Cell,
    /// What was counted so far.
    pub row: Row,
    /// Filters to add.
    pub filters: u64,
    job: usize,
}

impl Task {
    /// Filters of a round that no schedule holds.
    pub fn alone(cell: Cell, row: Row, filters: u64) -> Self {
        Self { cell, row, filters, job: 0 }
    }
}

/// All rounds.
pub struct Schedule {
    jobs: Vec<Job>,
    /// Seconds that an insertion or a question takes, by subject: the last that was seen, once a task was.
    paces: BTreeMap<String, f64>,
    end: Instant,
}

impl Schedule {
    /// The rounds, each with its row so far, to be measured until `end`.
    pub fn new(rounds: impl IntoIterator<Item = (Cell, Row)>, end: Instant) -> Self {
        let job = |(cell, row)| Job { cell, row, pace: None, is_taken: false };
        Self { jobs: rounds.into_iter().map(job).collect(), paces: BTreeMap::new(), end }
    }

    /// The next task; nothing when all is done or no filter can be finished in the time that is left.
    pub fn next(&mut self) -> Option<Task> {
        let left = self.end.saturating_duration_since(Instant::now()).as_secs_f64();
        let open = self.jobs.iter().enumerate().filter(|(_, job)| !job.is_taken && !is_done(&job.row));
        let timed = open.map(|(index, job)| (index, self.seconds(job), filters_needed(&job.row).max(1)));
        let feasible = timed.filter(|(_, seconds, _)| *seconds < left);
        let (job, seconds, needed) = feasible.min_by(|a, b| (a.1 * a.2 as f64).total_cmp(&(b.1 * b.2 as f64)))?;
        let filters = ((MOST_SECONDS.min(left) / seconds) as u64).clamp(1, needed);
        self.jobs[job].is_taken = true;
        let Job { cell, row, .. } = &self.jobs[job];
        Some(Task { cell: cell.clone(), row: row.clone(), filters, job })
    }

    /// Takes back what a worker measured in so long; what added nothing is not tried again.
    pub fn done(&mut self, task: Task, took: Duration) {
        let job = &mut self.jobs[task.job];
        let added = task.row.filters - job.row.filters;
        job.is_taken = added == 0;
        if added > 0 {
            let pace = took.as_secs_f64() / added as f64;
            job.pace = Some(pace);
            self.paces.insert(task.cell.subject.name.clone(), pace / operations(&task.row));
        }
        job.row = task.row;
    }

    /// Seconds that a filter of a job takes, as far as is known.
    fn seconds(&self, job: &Job) -> f64 {
        let each = self.paces.get(&job.cell.subject.name).copied().unwrap_or(job.cell.pace);
        job.pace.unwrap_or(each * operations(&job.row))
    }

    /// The rounds that are not done.
    pub fn left(&self) -> impl Iterator<Item = &Row> {
        self.jobs.iter().map(|job| &job.row).filter(|row| !is_done(row))
    }
}

/// Insertions and questions of one filter.
fn operations(row: &Row) -> f64 {
    (2 * row.round.inserted + row.queries) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rounds::Round;
    use crate::subjects::{Subject, Trial};

    /// Rounds of one subject for 0.01, one for each number of items.
    fn schedule(items: &[u64], seconds: u64) -> Schedule {
        let round = |&items: &u64| {
            let round = Round { items, target: 0.01, inserted: items };
            let cell = Cell { subject: Subject::named("a"), library: Default::default(), pace: 1e-7, round };
            let row = Row::empty("a".to_owned(), Default::default(), round, 10_000, String::new());
            (cell, row)
        };
        Schedule::new(items.iter().map(round), Instant::now() + Duration::from_secs(seconds))
    }

    fn measured(mut task: Task, filters: u64) -> Task {
        for _ in 0..filters {
            task.row.add(Trial { described: Default::default(), positives: 100, missed: 0, refused: 0 });
        }
        task
    }

    #[test]
    fn the_round_that_is_done_soonest_comes_first_and_only_once() {
        let mut schedule = schedule(&[100_000, 10, 1000], 100);
        let items = |task: &Task| task.row.round.items;
        let (first, second) = (schedule.next().unwrap(), schedule.next().unwrap());
        assert_eq!((items(&first), items(&second)), (10, 1000));
        let filters = first.filters;
        schedule.done(measured(first, filters), Duration::from_millis(10));
        // equal counts, in as many filters as were planned: nothing is left of the first round
        assert_eq!(items(&schedule.next().unwrap()), 100_000);
        schedule.done(second, Duration::from_millis(10));
        assert!(schedule.next().is_none(), "what added nothing is not tried again");
        assert_eq!(schedule.left().count(), 2);
    }

    #[test]
    fn what_takes_too_long_is_left_out_or_divided() {
        let mut schedule = schedule(&[10], 1000);
        let task = schedule.next().unwrap();
        let planned = task.filters;
        schedule.done(measured(task, 1), Duration::from_secs(5));
        let task = schedule.next().unwrap();
        assert!(task.filters < planned && task.filters == 4, "{}", task.filters);
        schedule.done(measured(task, 1), Duration::from_secs(2000));
        assert!(schedule.next().is_none());
    }
}
