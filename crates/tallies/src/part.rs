//! Which jobs of a run a process does.

use std::fmt;
use std::str::FromStr;

/// What a process does of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Part {
    /// Every job that is not in the store.
    #[default]
    Whole,
    /// The jobs of one shard that are not in the store.
    Shard(Shard),
    /// No job: it reads the tallies of all.
    Merge,
}

/// The I-th of N processes that share the jobs of a run, I = 1 … N.
///
/// Jobs are dealt in rounds of N, each job of a round to another shard, there and back: every second round begins with the last
/// shard. A deal that begins with the first each time would give one shard the same places of every period of the points:
/// where N divides the number of loads, all the fullest filters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u64,
    count: u64,
}

/// Not a shard.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("shard = {0} is out of domain: I/N with 1 ≤ I ≤ N")]
pub struct NoShard(pub String);

impl Shard {
    /// Shard I of N.
    ///
    /// # Errors
    /// [`NoShard`] unless 1 ≤ I ≤ N.
    pub fn new(index: u64, count: u64) -> Result<Shard, NoShard> {
        let shard = Shard { index, count };
        if (1..=count).contains(&index) { Ok(shard) } else { Err(NoShard(shard.to_string())) }
    }

    /// N.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Whether it does a job, by the job's number from 0.
    pub fn does(&self, job: usize) -> bool {
        let job = job as u64;
        let (round, place) = (job / self.count, job % self.count);
        self.index - 1 == if round.is_multiple_of(2) { place } else { self.count - 1 - place }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = NoShard;

    fn from_str(text: &str) -> Result<Shard, NoShard> {
        let refused = || NoShard(text.to_owned());
        let (index, count) = text.split_once('/').ok_or_else(refused)?;
        let number = |digits: &str| digits.parse().map_err(|_| refused());
        Shard::new(number(index)?, number(count)?).map_err(|_| refused())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_is_done_by_one_shard() {
        for count in 1..=20 {
            let shards: Vec<Shard> = (1..=count).map(|index| Shard::new(index, count).unwrap()).collect();
            for job in (0..500).chain([usize::MAX - 1, usize::MAX]) {
                assert_eq!(shards.iter().filter(|shard| shard.does(job)).count(), 1, "job {job} of {count}");
            }
        }
        let widest = Shard::new(u64::MAX, u64::MAX).unwrap();
        assert!(widest.does(usize::MAX) && widest.does(usize::MAX - 1) && !widest.does(0));
    }

    /// 20 filters at 16 loads, the work proportional to the load. Dealt in one direction, one of 16 shards would have 16 times
    /// the work of another.
    #[test]
    fn no_period_of_the_points_falls_on_one_shard() {
        for count in [4, 8, 16] {
            let work = |index| {
                let shard = Shard::new(index, count).unwrap();
                (0..320).filter(|&job| shard.does(job)).map(|job| job as u64 % 16 + 1).sum::<u64>()
            };
            assert!((1..=count).all(|index| work(index) == 20 * 136 / count), "{count} shards");
        }
    }

    #[test]
    fn shards_read_as_they_are_written() {
        for text in ["1/1", "3/16", "16/16"] {
            assert_eq!(text.parse::<Shard>().unwrap().to_string(), text);
        }
        for text in ["", "3", "/", "0/4", "5/4", "1/0", "-1/4", "1/4/4", "a/b", "1/18446744073709551616", "٣/٤"] {
            let why = text.parse::<Shard>().unwrap_err().to_string();
            assert_eq!(why, format!("shard = {text} is out of domain: I/N with 1 ≤ I ≤ N"));
        }
    }
}
