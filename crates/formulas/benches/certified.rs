//! The certified rate takes the same time at every size; the published table algorithm does not.
//!
//! m/n = 10, k = 7. The table algorithm runs in doubles, repaired, with its tables kept between calls: its cheapest use.

use std::hint::black_box;
use std::time::{Duration, Instant};

use bloomlab_exact::certify;
use bloomlab_formulas::{
    Load, exact, inclusion_exclusion,
    table::{self, LineSeven},
};
use bloomlab_numbers::{Double, OutOfDomain};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, criterion_group, criterion_main};

fn load(log2_bits: u32) -> Result<Load, OutOfDomain> {
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

criterion_group!(benches, certified_rate, ratio_to_the_table_algorithm);
criterion_main!(benches);
