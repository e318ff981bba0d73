//! The time of a plan for every size and target, and what it saves over sweeping all states of the filters it finds.

use std::hint::black_box;
use std::time::{Duration, Instant};

use bloomlab_numbers::{Bound, Phases, Sampling, Shape, Target};
use bloomlab_recycling::{Plan, SigmaBounded, TwoPhase, plan_sigma_bounded, swept_rate};
use criterion::{Criterion, SamplingMode, criterion_group, criterion_main};

const SIZES: [u64; 7] = [10_000, 100_000, 1_000_000, 10_000_000, 1_000_000_000, 1_000_000_000_000, 1 << 40];
const RATES: [f64; 5] = [1e-2, 1e-4, 1e-6, 1e-9, 1e-12];
const POSITIONS: Sampling = Sampling::WithReplacement;

fn plan(memory: u64, phases: Phases, rate: f64) -> Option<Plan> {
    plan_sigma_bounded(memory, POSITIONS, phases, Target::new(rate).ok()?, None).ok()
}

fn seconds<T>(run: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let value = black_box(run());
    (start.elapsed().as_secs_f64(), value)
}

/// Every state of the filter of a plan, once.
fn directly(plan: &Plan, memory: u64, phases: Phases) -> Option<f64> {
    let each = match phases {
        Phases::One => Shape::new(memory, plan.hashes, POSITIONS),
        Phases::Two => TwoPhase::shape_of_each(memory, plan.hashes, POSITIONS),
    };
    let Bound::Sigma(sigma) = plan.bound else { return None };
    let filter = SigmaBounded::new(each.ok()?, sigma).ok()?;
    Some(seconds(|| swept_rate(filter, phases)).0)
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

fn beside_every_state(_: &mut Criterion) {
    const MEMORY: u64 = 100_000;
    for phases in [Phases::One, Phases::Two] {
        for rate in RATES {
            let (time, plan) = seconds(|| plan(MEMORY, phases, rate));
            let direct = plan.and_then(|plan| directly(&plan, MEMORY, phases)).unwrap_or(0.0);
            println!(
                "plan, {phases:?}, M = {MEMORY}, rate {rate:e}: {:.1} ms; its filter state by state {:.1} ms, ratio {:.0}",
                time * 1e3,
                direct * 1e3,
                direct / time
            );
        }
    }
}

criterion_group!(benches, every_size_and_target, beside_every_state);
criterion_main!(benches);
