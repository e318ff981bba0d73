//! Time per state of the sweep next to the floating-point bound, and what one sweep saves over the papers' route of one
//! computation per threshold.

use std::hint::black_box;
use std::time::{Duration, Instant};

use bloomlab_numbers::{Double, OutOfDomain, Sampling, Shape};
use bloomlab_recycling::{SigmaBounded, Sweep, published_one_phase};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const POSITIONS: [Sampling; 2] = [Sampling::WithReplacement, Sampling::WithoutReplacement];

fn shape(bits: u64, hashes: u64, sampling: Sampling) -> Result<Shape, OutOfDomain> {
    Shape::new(bits, hashes, sampling)
}

/// Floating-point operations of the sweep for one state, as implemented; a maximum or a division counts as one.
fn operations_per_state(hashes: u64, sampling: Sampling) -> f64 {
    let k = hashes as f64;
    let transitions = match sampling {
        // (i + d)/M and (M − i − d)/M: 5 (k + 1); two products and r − 1 sums of two products for r = 2 … k
        Sampling::WithReplacement => 5.0 * (k + 1.0) + 2.0 * (k - 1.0) + 1.5 * k * (k - 1.0),
        // the two counts of bits; the first entry by 3 operations for each hash function, the others by 6 each
        Sampling::WithoutReplacement => 2.0 + 3.0 * k + 6.0 * k,
    };
    // 1 − τ(i, i); the visits, and what they owe to the next k states; the rescaling, once for eight states
    let visits = k + 2.0 + 2.0 * k + (2.0 * k + 3.0) / 8.0;
    // the running sums with their compensation, and the rate
    let sums = 8.0 + 1.0;
    transitions + visits + sums
}

/// At least `operations` operations, those of the recurrence's inner loop, two multiplications to an addition, on numbers that
/// stay in registers and do not wait for each other: rotations of six pairs of two.
fn compute(operations: f64) -> [[f64; 12]; 2] {
    let (sine, cosine) = black_box((0.6_f64, 0.8_f64));
    let (mut x, mut y) = (black_box([1.0_f64; 12]), black_box([0.0_f64; 12]));
    for _ in 0..(operations / (12.0 * 6.0)).ceil() as u64 {
        for (x, y) in x.iter_mut().zip(&mut y) {
            (*x, *y) = (*x * cosine - *y * sine, *x * sine + *y * cosine);
        }
    }
    [x, y]
}

/// The time of the sweep over the first states of M = 10^6, and the floating-point bound: the time of as many operations. Throughput is
/// in states (elements) per second.
fn beside_the_floating_point_bound(c: &mut Criterion) {
    const BITS: u64 = 1_000_000;
    const STATES: usize = 50_000;
    let mut group = c.benchmark_group("sweep, M = 10^6");
    group.throughput(Throughput::Elements(STATES as u64)).sample_size(50).nresamples(2000);
    group.warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_secs(1));
    for sampling in POSITIONS {
        for hashes in [4, 8, 16] {
            let Ok(shape) = shape(BITS, hashes, sampling) else { continue };
            let operations = STATES as f64 * operations_per_state(hashes, sampling);
            group.bench_function(format!("{sampling:?}, k = {hashes}"), |b| {
                b.iter(|| Sweep::new(black_box(shape)).take(STATES).last());
            });
            group.bench_function(format!("{sampling:?}, k = {hashes}, operations alone"), |b| {
                b.iter(|| compute(black_box(operations)));
            });
        }
    }
    group.finish();
}

/// All thresholds of M = 10^4 bits: one sweep, against the per-threshold route timed at 21 evenly spaced thresholds.
fn ratio_to_the_published_route(_: &mut Criterion) {
    const BITS: u64 = 10_000;
    for sampling in POSITIONS {
        for hashes in [4, 8, 16] {
            let Ok(shape) = shape(BITS, hashes, sampling) else { continue };
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
                "{sampling:?}, k = {hashes}, M = {BITS}: one sweep {:.3} ms; published route {:.3} ms a threshold, {:.1} s for all; ratio {:.0}",
                sweep * 1e3,
                one * 1e3,
                one * BITS as f64,
                one * BITS as f64 / sweep
            );
        }
    }
}

criterion_group!(benches, beside_the_floating_point_bound, ratio_to_the_published_route);
criterion_main!(benches);
