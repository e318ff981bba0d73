//! The certified rate takes the same time at every size; the published table algorithm does not.
//!
//! m/n = 10, k = 7. The table algorithm runs in doubles, repaired, with its tables kept between calls: its cheapest use.

use std::hint::black_box;
use std::time::{Duration, Instant};

use bloomlab_exact::certify;
use bloomlab_formulas::{
    Load, exact, inclusion_exclusion,
    table::{self, LineSeven},
    walks::{ExactRate, HashingScheme, SchemeLoad, rate_in_double},
};
use bloomlab_numbers::{Double, Refused};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, criterion_group, criterion_main};

fn load(log2_bits: u32) -> Result<Load, Refused> {
    Load::new(1 << log2_bits, (1 << log2_bits) / 10, 7)
}

/// Least of several runs, for the ratios printed at the end.
fn least_time<T>(runs: u32, work: impl Fn() -> T) -> Duration {
    let time = |_| {
        let start = Instant::now();
        black_box(work());
        start.elapsed()
    };
    (0..runs).map(time).min().unwrap_or_default()
}

fn briefly(group: &mut BenchmarkGroup<WallTime>) {
    group.sample_size(20).nresamples(2000);
    group.warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_secs(1));
}

fn certified_rate(c: &mut Criterion) {
    let mut group = c.benchmark_group("rate to 17 certified digits, m = 2^");
    briefly(&mut group);
    for log2_bits in [10, 20, 40, 60] {
        let Ok(load) = load(log2_bits) else { continue };
        group.bench_with_input(BenchmarkId::from_parameter(log2_bits), &load, |b, &load| {
            b.iter(|| certify(17, |a| inclusion_exclusion::rate(a, black_box(load))));
        });
    }
    group.finish();
    let mut group = c.benchmark_group("rate in doubles (positive terms), m = 2^");
    briefly(&mut group);
    for log2_bits in [10, 20, 40, 60] {
        let Ok(load) = load(log2_bits) else { continue };
        group.bench_with_input(BenchmarkId::from_parameter(log2_bits), &load, |b, &load| {
            b.iter(|| exact::rate(&Double, black_box(load)));
        });
    }
    group.finish();
}

fn ratio_to_the_table_algorithm(_: &mut Criterion) {
    for log2_bits in [10, 12, 14] {
        let Ok(load) = load(log2_bits) else { continue };
        let certified = least_time(50, || certify(17, |a| inclusion_exclusion::rate(a, black_box(load))));
        let table = least_time(3, || table::rate(&Double, LineSeven::Repaired, black_box(load)));
        println!(
            "m = 2^{log2_bits}: certified {certified:.2?}, published table algorithm in doubles {table:.2?}, ratio {:.0}",
            table.as_secs_f64() / certified.as_secs_f64()
        );
    }
}

fn scheme_load(log2_bits: u32, hashes: u64) -> Result<SchemeLoad, Refused> {
    let items = (1 << log2_bits) / (hashes * 13 / 9);
    SchemeLoad::new(HashingScheme::Double, 1 << log2_bits, items, hashes)
}

/// Double hashing in half full filters: 17 certified digits, the alternating sum, and positive terms.
fn double_hashing(_: &mut Criterion) {
    for (log2_bits, hashes) in [(6, 7), (20, 7), (40, 7), (60, 7), (60, 10), (60, 13), (60, 16), (60, 20)] {
        let runs = if hashes < 16 { 20 } else { 3 };
        let rate = || ExactRate::new(scheme_load(log2_bits, hashes)?);
        let in_enclosures = least_time(runs, || rate().map(|rate| certify(17, |a| rate.rate(a)).ok()));
        let sum = least_time(runs, || rate().map(|rate| rate.rate_in_double()));
        println!(
            "m = 2^{log2_bits}, k = {hashes}: 17 certified digits {in_enclosures:.2?}, alternating sum in doubles {sum:.2?}"
        );
    }
    for hashes in [5, 7, 10] {
        let time = least_time(3, || rate_in_double(scheme_load(60, hashes)?));
        println!("m = 2^60, k = {hashes}: double precision from positive terms {time:.2?}");
    }
}

criterion_group!(benches, certified_rate, ratio_to_the_table_algorithm, double_hashing);
criterion_main!(benches);
