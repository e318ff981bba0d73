//! The time of a plan for every size and target, and what it saves over sweeping all states of the filters it finds.

use std::hint::black_box;
use std::time::{Duration, Instant};

use bloomlab_occupancy::{Bound, Budget, Phases, Sampling, Shape, Target};
use bloomlab_recycling::{
    NBoundedSweep, Plan, SigmaBounded, TwoPhase, plan_n_bounded, plan_sigma_bounded, plan_worst_case, swept_rate,
};
use criterion::{Criterion, SamplingMode, criterion_group, criterion_main};

const SIZES: [u64; 7] = [10_000, 100_000, 1_000_000, 10_000_000, 1_000_000_000, 1_000_000_000_000, 1 << 40];
const RATES: [f64; 5] = [1e-2, 1e-4, 1e-6, 1e-9, 1e-12];
const POSITIONS: Sampling = Sampling::WithReplacement;

/// What one question takes: of one phase the three policies, of two the only one.
fn plans(memory: u64, phases: Phases, rate: f64) -> Vec<Plan> {
    let Ok(target) = Target::new(rate) else { return Vec::new() };
    let budget = &Budget::default();
    let mut plans = Vec::from_iter(plan_sigma_bounded(memory, POSITIONS, phases, target, None, budget));
    if phases == Phases::One {
        plans.extend(plan_worst_case(memory, POSITIONS, target, None, budget).ok().flatten());
        plans.extend(plan_n_bounded(memory, POSITIONS, target, None, budget));
    }
    plans
}

fn seconds<T>(run: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let value = black_box(run());
    (start.elapsed().as_secs_f64(), value)
}

/// Every state or message of the filter of a plan, once.
fn directly(plan: &Plan, memory: u64, phases: Phases) -> Option<f64> {
    let each = match phases {
        Phases::One => Shape::new(memory, plan.hashes, POSITIONS),
        Phases::Two => TwoPhase::shape_of_each(memory, plan.hashes, POSITIONS),
    };
    let each = each.ok()?;
    match plan.bound {
        Bound::Sigma(sigma) => {
            let filter = SigmaBounded::new(each, sigma).ok()?;
            Some(seconds(|| swept_rate(filter, phases)).0)
        }
        Bound::Messages(messages) => Some(seconds(|| NBoundedSweep::new(each).nth(messages as usize - 1)).0),
    }
}

fn every_size_and_target(c: &mut Criterion) {
    for (phases, count) in [(Phases::One, 3), (Phases::Two, 1)] {
        let mut group = c.benchmark_group(format!("recycling plan, {phases:?}"));
        group.sample_size(10).sampling_mode(SamplingMode::Flat).nresamples(2000);
        group.warm_up_time(Duration::from_millis(20)).measurement_time(Duration::from_millis(100));
        for memory in SIZES {
            for rate in RATES {
                group.bench_function(format!("M = {memory}, rate {rate:e}"), |b| {
                    b.iter(|| {
                        let plans = plans(black_box(memory), phases, rate);
                        assert_eq!(plans.len(), count, "M = {memory}, rate {rate}, {phases:?}");
                        plans
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
            let (time, plans) = seconds(|| plans(MEMORY, phases, rate));
            let direct: f64 = plans.iter().filter_map(|plan| directly(plan, MEMORY, phases)).sum();
            println!(
                "plan, {phases:?}, M = {MEMORY}, rate {rate:e}: {:.1} ms; its filters state by state {:.1} ms, ratio {:.0}",
                time * 1e3,
                direct * 1e3,
                direct / time
            );
        }
    }
}

criterion_group!(benches, every_size_and_target, beside_every_state);
criterion_main!(benches);
