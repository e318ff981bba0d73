//! Simulated arrivals per second on one core, and the speed-up of two threads; trials of deletable filters likewise.

use std::{ops::ControlFlow, time::Instant};

use bloomlab_filters::{Recycling, Retention, Scheme, Source};
use bloomlab_occupancy::{Bound, DeletableKind, Phases, Sampling};
use bloomlab_simulation::*;

fn seconds<P, T>(
    threads: usize,
    points: &[P],
    epochs: u64,
    epoch: fn(&P, &StreamKey) -> Result<T, SimulationError>,
) -> f64
where
    P: serde::Serialize + Sync,
    T: serde::Serialize + serde::de::DeserializeOwned + Send,
{
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool of threads");
    let task = Task { experiment: "throughput", version: "1", seed: 1, points, epochs };
    let start = Instant::now();
    let results = pool.install(|| run(&task, None, &|_| ControlFlow::Continue(()), epoch));
    assert!(results.is_ok());
    start.elapsed().as_secs_f64()
}

fn main() {
    let point = |phases, bits, sigma, arrivals| RecyclingPoint {
        filter: RecyclingDesign::new(
            phases,
            bits,
            5,
            Recycling { bound: Bound::Sigma(sigma), retention: Retention::NonRetaining },
        ),
        positions: Persistence::Fresh,
        arrivals,
        warm_up: 0,
        length: 1_000_000,
    };
    let zipf = ArrivalModel { popularity: Popularity::Zipf { exponent: 1.0 }, ..ArrivalModel::uniform(1000) };
    for (name, point) in [
        ("one phase, uniform 1000", point(Phases::One, 1000, 540, ArrivalModel::uniform(1000))),
        ("two phases, uniform 1000", point(Phases::Two, 500, 270, ArrivalModel::uniform(1000))),
        ("one phase, Zipf(1) 1000", point(Phases::One, 1000, 540, zipf)),
        ("one phase, never repeating", point(Phases::One, 1000, 540, ArrivalModel::never_repeating())),
    ] {
        let (one, two) = (seconds(1, &[point], 10, simulate_recycling), seconds(2, &[point], 10, simulate_recycling));
        println!("{name:28} {:6.2} M arrivals/s on one thread, {:.2} times that on two", 10.0 / one, one / two);
        if point.filter.phases == Phases::One {
            let by_state = seconds(1, &[point], 10, simulate_recycling_by_state);
            println!("{name:28} {:6.2} M arrivals/s on one thread by state", 10.0 / by_state);
        }
    }
    for (name, kind) in [
        ("D-FP", DeletableKind::Dfp),
        ("TBF packed", DeletableKind::TBF_PACKED),
        ("DlBF 8", DeletableKind::Dlbf { region_bits: 8 }),
    ] {
        let point = DeletablePoint {
            kind,
            bits: 262_144,
            hashes: 4,
            source: Source::Ideal,
            scheme: Scheme::Independent,
            sampling: Sampling::WithReplacement,
            items: 32_768,
            deleted: 6_554,
            queries: 0,
        };
        let (one, two) = (seconds(1, &[point], 40, simulate_deletable), seconds(2, &[point], 40, simulate_deletable));
        println!("{name:28} {:6.2} ms a trial of 39,322 items, {:.2} times faster on two", one * 25.0, one / two);
    }
}
