//! What is measured next: the job whose interval can be made narrow soonest, so that a run of any length leaves the most narrow
//! intervals. How many trials a job needs comes from the variance that its trials have shown.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// A worker returns with what it has after so long, so that the table is written and other jobs are looked at.
pub const MOST_SECONDS: f64 = 20.0;

/// One kind of filter, with what was counted of it so far.
pub trait Job: Clone {
    /// Trials so far.
    fn trials(&self) -> u64;
    /// Whether no more trials are wanted.
    fn is_done(&self) -> bool;
    /// How many more trials a narrow interval needs.
    fn trials_needed(&self) -> u64;
    /// Jobs of one group have one pace.
    fn group(&self) -> String;
    /// Operations of one trial.
    fn operations(&self) -> f64;
    /// Seconds that an operation takes before any was seen.
    fn pace(&self) -> f64;
}

/// A job, with what is known of it.
struct Entry<J> {
    job: J,
    /// Seconds that a trial takes.
    seconds: Option<f64>,
    /// Whether a worker has it, or it cannot be measured.
    is_taken: bool,
}

/// Some trials of a job, to be measured by one worker.
pub struct Task<J> {
    /// The job, to which the worker adds.
    pub job: J,
    /// Trials to add.
    pub trials: u64,
    index: usize,
}

impl<J> Task<J> {
    /// Trials of a job that no schedule holds.
    pub fn alone(job: J, trials: u64) -> Self {
        Self { job, trials, index: 0 }
    }
}

/// All jobs.
pub struct Schedule<J> {
    entries: Vec<Entry<J>>,
    /// Seconds that an operation takes, by group: the last that was seen, once a task was.
    paces: BTreeMap<String, f64>,
    end: Instant,
}

impl<J: Job> Schedule<J> {
    /// The jobs, to be measured until `end`.
    pub fn new(jobs: impl IntoIterator<Item = J>, end: Instant) -> Self {
        let entry = |job| Entry { job, seconds: None, is_taken: false };
        Self { entries: jobs.into_iter().map(entry).collect(), paces: BTreeMap::new(), end }
    }

    /// The next task; nothing when all is done or no trial can be finished in the time that is left.
    #[expect(clippy::should_implement_trait, reason = "what follows depends on what is done")]
    pub fn next(&mut self) -> Option<Task<J>> {
        let left = self.end.saturating_duration_since(Instant::now()).as_secs_f64();
        let open = self.entries.iter().enumerate().filter(|(_, entry)| !entry.is_taken && !entry.job.is_done());
        let timed = open.map(|(index, entry)| (index, self.seconds(entry), entry.job.trials_needed().max(1)));
        let feasible = timed.filter(|(_, seconds, _)| *seconds < left);
        let (index, seconds, needed) = feasible.min_by(|a, b| (a.1 * a.2 as f64).total_cmp(&(b.1 * b.2 as f64)))?;
        let trials = ((MOST_SECONDS.min(left) / seconds) as u64).clamp(1, needed);
        self.entries[index].is_taken = true;
        Some(Task { job: self.entries[index].job.clone(), trials, index })
    }

    /// Takes back what a worker measured in so long; what added nothing is not tried again.
    pub fn done(&mut self, task: Task<J>, took: Duration) {
        let entry = &mut self.entries[task.index];
        let added = task.job.trials() - entry.job.trials();
        entry.is_taken = added == 0;
        if added > 0 {
            let seconds = took.as_secs_f64() / added as f64;
            entry.seconds = Some(seconds);
            self.paces.insert(task.job.group(), seconds / task.job.operations());
        }
        entry.job = task.job;
    }

    /// Seconds that a trial of a job takes, as far as is known.
    fn seconds(&self, entry: &Entry<J>) -> f64 {
        let each = self.paces.get(&entry.job.group()).copied().unwrap_or(entry.job.pace());
        entry.seconds.unwrap_or(each * entry.job.operations())
    }

    /// The jobs that are not done.
    pub fn left(&self) -> impl Iterator<Item = &J> {
        self.entries.iter().map(|entry| &entry.job).filter(|job| !job.is_done())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Done after ten trials.
    #[derive(Clone)]
    struct Ten {
        items: u64,
        trials: u64,
    }

    impl Job for Ten {
        fn trials(&self) -> u64 {
            self.trials
        }
        fn is_done(&self) -> bool {
            self.trials >= 10
        }
        fn trials_needed(&self) -> u64 {
            10 - self.trials
        }
        fn group(&self) -> String {
            String::new()
        }
        fn operations(&self) -> f64 {
            self.items as f64
        }
        fn pace(&self) -> f64 {
            1e-7
        }
    }

    fn schedule(items: &[u64], seconds: u64) -> Schedule<Ten> {
        let jobs = items.iter().map(|&items| Ten { items, trials: 0 });
        Schedule::new(jobs, Instant::now() + Duration::from_secs(seconds))
    }

    fn measured(mut task: Task<Ten>, trials: u64) -> Task<Ten> {
        task.job.trials += trials;
        task
    }

    #[test]
    fn the_job_that_is_done_soonest_comes_first_and_only_once() {
        let mut schedule = schedule(&[100_000, 10, 1000], 100);
        let (first, second) = (schedule.next().unwrap(), schedule.next().unwrap());
        assert_eq!((first.job.items, second.job.items), (10, 1000));
        let trials = first.trials;
        schedule.done(measured(first, trials), Duration::from_millis(10));
        assert_eq!(schedule.next().unwrap().job.items, 100_000);
        schedule.done(second, Duration::from_millis(10));
        assert!(schedule.next().is_none(), "what added nothing is not tried again");
        assert_eq!(schedule.left().count(), 2);
    }

    #[test]
    fn what_takes_too_long_is_left_out_or_divided() {
        let mut schedule = schedule(&[10], 1000);
        let task = schedule.next().unwrap();
        assert_eq!(task.trials, 10);
        schedule.done(measured(task, 1), Duration::from_secs(5));
        let task = schedule.next().unwrap();
        assert_eq!(task.trials, 4);
        schedule.done(measured(task, 1), Duration::from_secs(2000));
        assert!(schedule.next().is_none());
    }
}
