//! Random command lines: whatever is asked, there is an answer or a refusal, soon, and it is well formed.
//!
//! Commands run in this process, as `main` runs them, for 5 ms of a processor each on average. `make fuzz`
//! runs as many as `CASES` says, from `SEED`; a case depends on the seed and its number only.

mod arguments;
mod mutants;
mod property;

use std::env;
use std::fs;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use property::{End, end};

const CASES: u64 = 10_000;
const SEED: u64 = 14;
const WORKERS: usize = 2;
/// The longest that a command may take, in time of the processor where the system reports it, which other work does not prolong.
const LIMIT: Duration = Duration::from_secs(10);
/// A command hangs that has not ended after this multiple of the limit.
const HANGS: u32 = 30;

/// What was found so far.
#[derive(Debug, Default)]
struct Found {
    answered: u64,
    failed: u64,
    refused: u64,
    wrong: Vec<String>,
    slowest: (Duration, String),
    /// What each worker is at, and since when.
    running: [Option<(Instant, String)>; WORKERS],
}

impl Found {
    fn note(&mut self, case: String, took: Duration, end: Result<End, String>) {
        match end {
            Ok(End::Answered) => self.answered += 1,
            Ok(End::Failed) => self.failed += 1,
            Ok(End::Refused) => self.refused += 1,
            Err(why) => self.wrong.push(format!("{case}: {why}")),
        }
        if took > LIMIT {
            self.wrong.push(format!("{case}: it took {took:.1?}"));
        }
        if took > self.slowest.0 {
            self.slowest = (took, case);
        }
    }

    /// A case that runs for too long already.
    fn hangs(&self, now: Instant) -> Option<&str> {
        let too_long = |(began, _): &&(Instant, String)| now.duration_since(*began) > HANGS * LIMIT;
        self.running.iter().flatten().find(too_long).map(|(_, case)| case.as_str())
    }
}

fn setting(name: &str, otherwise: u64) -> u64 {
    env::var(name).ok().filter(|text| !text.is_empty()).map_or(otherwise, |text| text.parse().unwrap())
}

/// The time that this thread had a processor, on Linux.
fn spent() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

fn work(found: &Mutex<Found>, next: &AtomicU64, cases: u64, seed: u64, worker: usize) {
    let command = bloomlab_cli::command();
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= cases {
            return;
        }
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(number);
        let arguments = arguments::arguments(&command, &mut random);
        let case = format!("{number}: bloomlab {arguments:?}");
        let (began, spent) = (Instant::now(), spent());
        found.lock().unwrap().running[worker] = Some((began, case.clone()));
        let end = end(&arguments);
        let took = self::spent().zip(spent).map_or_else(|| began.elapsed(), |(now, before)| now - before);
        let mut found = found.lock().unwrap();
        found.running[worker] = None;
        found.note(case, took, end);
    }
}

#[test]
fn every_command_line_has_an_answer_or_a_refusal() {
    let (cases, seed) = (setting("CASES", CASES), setting("SEED", SEED));
    let (found, next) = (Arc::new(Mutex::new(Found::default())), Arc::new(AtomicU64::new(0)));
    // not joined while one of them hangs
    let workers: Vec<_> = (0..WORKERS)
        .map(|worker| {
            let (found, next) = (Arc::clone(&found), Arc::clone(&next));
            thread::spawn(move || work(&found, &next, cases, seed, worker))
        })
        .collect();
    while workers.iter().any(|worker| !worker.is_finished()) {
        thread::sleep(Duration::from_millis(20));
        let hangs = found.lock().unwrap().hangs(Instant::now()).map(str::to_owned);
        assert_eq!(hangs, None, "it hangs");
    }
    workers.into_iter().for_each(|worker| worker.join().unwrap());
    let found = found.lock().unwrap();
    let Found { answered, failed, refused, wrong, slowest: (took, case), .. } = &*found;
    println!("{answered} answered, {failed} failed, {refused} refused; slowest {took:.2?}, {case}");
    assert!(wrong.is_empty(), "{} of {cases} are wrong:\n{}", wrong.len(), wrong[..wrong.len().min(40)].join("\n"));
    assert!(*answered > cases / 10 && *refused > cases / 10, "too few are answered or refused");
}
