//! The time of a plan for every size and target.

use std::hint::black_box;
use std::time::Duration;

use bloomlab_numbers::{Phases, Sampling, Target};
use bloomlab_recycling::{Plan, plan_sigma_bounded};
use criterion::{Criterion, SamplingMode, criterion_group, criterion_main};

const SIZES: [u64; 7] = [10_000, 100_000, 1_000_000, 10_000_000, 1_000_000_000, 1_000_000_000_000, 1 << 40];
const RATES: [f64; 5] = [1e-2, 1e-4, 1e-6, 1e-9, 1e-12];
const POSITIONS: Sampling = Sampling::WithReplacement;

fn plan(memory: u64, phases: Phases, rate: f64) -> Option<Plan> {
    plan_sigma_bounded(memory, POSITIONS, phases, Target::new(rate).ok()?, None).ok()
}

fn every_size_and_target(c: &mut Criterion) {
    for phases in [Phases::One, Phases::Two] {
        let mut group = c.benchmark_group(format!("recycling plan, {phases:?}"));
        group.sample_size(10).sampling_mode(SamplingMode::Flat).nresamples(2000);
        group.warm_up_time(Duration::from_millis(20)).measurement_time(Duration::from_millis(100));
        for memory in SIZES {
            for rate in RATES {
                group.bench_function(format!("M = {memory}, rate {rate:e}"), |b| {
                    b.iter(|| {
                        let plan = plan(black_box(memory), phases, rate);
                        assert!(plan.is_some(), "M = {memory}, rate {rate}, {phases:?}");
                        plan
                    });
                });
            }
        }
        group.finish();
    }
}

criterion_group!(benches, every_size_and_target);
criterion_main!(benches);
