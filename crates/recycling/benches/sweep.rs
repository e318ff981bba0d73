//! Time per state of the sweep next to the floating-point bound.

use std::hint::black_box;
use std::time::Duration;

use bloomlab_numbers::{Sampling, Shape};
use bloomlab_recycling::Sweep;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const HASHES: [u64; 3] = [4, 8, 16];

fn shape(bits: u64, hashes: u64) -> Shape {
    Shape::new(bits, hashes, Sampling::WithReplacement).expect("a filter has a bit and a hash function")
}

/// Floating-point operations of the sweep for one state, as implemented; a maximum or a division counts as one.
fn operations_per_state(hashes: u64) -> f64 {
    let k = hashes as f64;
    // (i + d)/M and (M − i − d)/M: 5 (k + 1); two products and r − 1 sums of two products for r = 2 … k
    let transitions = 5.0 * (k + 1.0) + 2.0 * (k - 1.0) + 1.5 * k * (k - 1.0);
    // 1 − τ(i, i); the visits, and what they owe to the next k states; the rescaling, once for eight states
    let visits = k + 2.0 + 2.0 * k + (2.0 * k + 3.0) / 8.0;
    // the running sums with their compensation, and the rate
    let sums = 8.0 + 1.0;
    transitions + visits + sums
}

/// Does at least `operations` operations, those of the recurrence's inner loop, two multiplications for each addition,
/// on numbers that stay in registers and do not wait for each other: rotations of six pairs of two.
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

/// The time of the sweep over the first states of M = 10^6, and the floating-point bound: the time of as many operations. Throughput is in
/// states (elements) per second.
fn next_to_the_floating_point_bound(c: &mut Criterion) {
    const STATES: usize = 50_000;
    let mut group = c.benchmark_group("sweep, M = 10^6");
    group.throughput(Throughput::Elements(STATES as u64)).sample_size(50).nresamples(2000);
    group.warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_secs(1));
    for hashes in HASHES {
        let (shape, operations) = (shape(1_000_000, hashes), STATES as f64 * operations_per_state(hashes));
        group.bench_function(format!("WithReplacement, k = {hashes}"), |b| {
            b.iter(|| Sweep::new(black_box(shape)).take(STATES).last());
        });
        group.bench_function(format!("WithReplacement, k = {hashes}, operations alone"), |b| {
            b.iter(|| compute(black_box(operations)));
        });
    }
    group.finish();
}

criterion_group!(benches, next_to_the_floating_point_bound);
criterion_main!(benches);
