//! Time per state of the sweep, and what one sweep saves over the papers' route of one computation per threshold.

use std::hint::black_box;
use std::time::Instant;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use numbers::Double;
use recycling::{Error, Phases, Positions, Shape, SigmaBounded, Sweep, extrapolated_rate, published_one_phase};

const POSITIONS: [Positions; 2] = [Positions::WithReplacement, Positions::WithoutReplacement];

fn shape(bits: u64, hashes: u64, positions: Positions) -> Result<Shape, Error> {
    Shape::new(bits, hashes, positions)
}

/// Throughput is in states (elements) per second, M = 10^6.
fn sweep_per_state(c: &mut Criterion) {
    const BITS: u64 = 1_000_000;
    let mut group = c.benchmark_group("sweep");
    group.throughput(Throughput::Elements(BITS)).sample_size(10);
    for positions in POSITIONS {
        for hashes in [4, 8, 16] {
            let Ok(shape) = shape(BITS, hashes, positions) else { continue };
            group.bench_with_input(BenchmarkId::new(format!("{positions:?}"), hashes), &shape, |b, &shape| {
                b.iter(|| Sweep::new(black_box(shape)).last());
            });
        }
    }
    group.finish();
}

fn extrapolation(c: &mut Criterion) {
    let mut group = c.benchmark_group("extrapolation to 2^40 bits, sigma = M/2");
    group.sample_size(10);
    for hashes in [4, 8, 16] {
        let filter = shape(1 << 40, hashes, Positions::WithReplacement).and_then(|s| SigmaBounded::new(s, 1 << 39));
        let Ok(filter) = filter else { continue };
        group.bench_with_input(BenchmarkId::from_parameter(hashes), &filter, |b, &filter| {
            b.iter(|| extrapolated_rate(black_box(filter), Phases::One));
        });
    }
    group.finish();
}

/// All thresholds of M = 10^4 bits: one sweep, against the per-threshold route timed at 21 evenly spaced thresholds.
fn ratio_to_the_published_route(_: &mut Criterion) {
    const BITS: u64 = 10_000;
    for positions in POSITIONS {
        for hashes in [4, 8, 16] {
            let Ok(shape) = shape(BITS, hashes, positions) else { continue };
            let start = Instant::now();
            let repeats = 10;
            for _ in 0..repeats {
                black_box(Sweep::new(black_box(shape)).last());
            }
            let sweep = start.elapsed().as_secs_f64() / f64::from(repeats);
            let thresholds: Vec<SigmaBounded> =
                (0..=20).filter_map(|i| SigmaBounded::new(shape, i * (BITS - 1) / 20).ok()).collect();
            let start = Instant::now();
            for &filter in &thresholds {
                black_box(published_one_phase(&Double, black_box(filter)));
            }
            let one = start.elapsed().as_secs_f64() / thresholds.len() as f64;
            println!(
                "{positions:?}, k = {hashes}, M = {BITS}: one sweep {:.3} ms; published route {:.3} ms a threshold, {:.1} s for all; ratio {:.0}",
                sweep * 1e3,
                one * 1e3,
                one * BITS as f64,
                one * BITS as f64 / sweep
            );
        }
    }
}

criterion_group!(benches, sweep_per_state, extrapolation, ratio_to_the_published_route);
criterion_main!(benches);
