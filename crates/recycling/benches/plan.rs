//! The time of a plan for every size and target, and what it saves over sweeping all states of the filters it finds.

use std::hint::black_box;
use std::time::Instant;

use bloomlab_occupancy::{Bound, Phases, Sampling, Shape};
use bloomlab_recycling::{
    Budget, NBoundedSweep, Plan, SigmaBounded, Target, TwoPhase, plan_n_bounded, plan_sigma_bounded, plan_worst_case,
    swept_rate,
};
use criterion::{Criterion, criterion_group, criterion_main};

const SIZES: [u64; 6] = [10_000, 100_000, 1_000_000, 10_000_000, 1_000_000_000, 1_000_000_000_000];
const RATES: [f64; 5] = [1e-2, 1e-4, 1e-6, 1e-9, 1e-12];
const POSITIONS: Sampling = Sampling::WithReplacement;

/// What one question takes: of one phase the three policies, of two the only one.
fn plans(memory: u64, phases: Phases, rate: f64) -> Vec<Plan> {
    let Ok(target) = Target::new(rate) else { return Vec::new() };
    let budget = &mut Budget::default();
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

fn every_size_and_target(_: &mut Criterion) {
    let mut worst: f64 = 0.0;
    for (phases, count) in [(Phases::One, 3), (Phases::Two, 1)] {
        for memory in SIZES {
            for rate in RATES {
                let (time, plans) = seconds(|| plans(memory, phases, rate));
                worst = worst.max(time);
                assert_eq!(plans.len(), count, "M = {memory}, rate {rate}, {phases:?}");
                let direct: Option<f64> =
                    (memory <= 1_000_000).then(|| plans.iter().filter_map(|plan| directly(plan, memory, phases)).sum());
                let ratio = direct.map_or(String::new(), |direct| {
                    format!("; its filters state by state {:.1} ms, ratio {:.0}", direct * 1e3, direct / time)
                });
                println!("plan, {phases:?}, M = {memory:e}, rate {rate:e}: {:.1} ms{ratio}", time * 1e3);
            }
        }
    }
    println!("plan, worst of all: {:.0} ms; goal 100 ms, ratio {:.1}", worst * 1e3, 0.1 / worst);
}

criterion_group!(benches, every_size_and_target);
criterion_main!(benches);
