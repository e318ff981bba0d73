//! The exact rate under double hashing takes the same time at every size: what 17 certified digits, and a double, take.
//!
//! Half full filters. Each line is the least of several runs.

use std::hint::black_box;
use std::time::{Duration, Instant};

use bloomlab_exact::certify;
use bloomlab_formulas::walks::{ExactRate, HashingScheme, SchemeLoad, rate_in_double};
use bloomlab_numbers::Refused;
use criterion::{Criterion, criterion_group, criterion_main};

fn load(log2_bits: u32, hashes: u64) -> Result<SchemeLoad, Refused> {
    let items = (1 << log2_bits) / (hashes * 13 / 9);
    SchemeLoad::new(HashingScheme::Double, 1 << log2_bits, items, hashes)
}

fn certified(log2_bits: u32, hashes: u64) -> Result<String, Refused> {
    let rate = ExactRate::new(load(log2_bits, hashes)?)?;
    Ok(certify(17, |a| rate.rate(a)).map_or_else(|why| why.to_string(), |rate| rate.decimal(17)))
}

fn least_time<T>(runs: u32, work: impl Fn() -> T) -> Duration {
    let time = |_| {
        let start = Instant::now();
        black_box(work());
        start.elapsed()
    };
    (0..runs).map(time).min().unwrap_or_default()
}

fn times(_: &mut Criterion) {
    for (log2_bits, hashes) in [(6, 7), (20, 7), (40, 7), (60, 7), (60, 10), (60, 13), (60, 16), (60, 20)] {
        let runs = if hashes < 16 { 20 } else { 3 };
        let in_enclosures = least_time(runs, || certified(log2_bits, hashes));
        let sum = least_time(runs, || ExactRate::new(load(log2_bits, hashes)?).map(|rate| rate.rate_in_double()));
        println!(
            "m = 2^{log2_bits}, k = {hashes}: 17 certified digits {in_enclosures:.2?}, alternating sum in doubles {sum:.2?}"
        );
    }
    for hashes in [5, 7, 10] {
        let time = least_time(3, || rate_in_double(load(60, hashes)?));
        println!("m = 2^60, k = {hashes}: double precision from positive terms {time:.2?}");
    }
}

criterion_group!(benches, times);
criterion_main!(benches);
