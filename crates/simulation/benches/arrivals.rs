//! Simulated arrivals per second and core, by the state of the filter and by the filter itself, next to a plain Python
//! simulation with a filter; `make bench` prints the ratios.

use std::process::Command;
use std::time::Duration;

use bloomlab_filters::{Recycling, Retention};
use bloomlab_numbers::{Bound, Phases};
use bloomlab_simulation::{
    ArrivalModel, Persistence, RecyclingDesign, RecyclingPoint, StreamKey, simulate_recycling,
    simulate_recycling_by_state,
};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const ARRIVALS: u64 = 1_000_000;
const PYTHON_ARRIVALS: u64 = 100_000;
const BITS: u64 = 1000;
const HASHES: u64 = 5;
const SIGMA: u64 = 539;
const CATALOGUE: u64 = 1000;
const SEED: u64 = 1;

/// The papers' simulation: M = 1000, arrivals uniform from 1000 messages; or messages that never repeat.
fn point(arrivals: ArrivalModel) -> RecyclingPoint {
    let recycling = Recycling { bound: Bound::Sigma(SIGMA), retention: Retention::NonRetaining };
    RecyclingPoint {
        filter: RecyclingDesign::new(Phases::One, BITS, HASHES, recycling),
        positions: Persistence::Fresh,
        arrivals,
        warm_up: 0,
        length: ARRIVALS,
    }
}

fn arrivals_per_second(c: &mut Criterion) {
    let mut group = c.benchmark_group("arrivals at M = 1000, k = 5, sigma = 539");
    group.sample_size(10).nresamples(2000);
    group.warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_secs(2));
    for (name, arrivals) in
        [("uniform from 1000", ArrivalModel::uniform(CATALOGUE)), ("never repeating", ArrivalModel::never_repeating())]
    {
        let point = point(arrivals);
        let Ok(key) = StreamKey::new("bench", SEED, &point, 0) else { continue };
        group.throughput(Throughput::Elements(ARRIVALS));
        group.bench_function(format!("{name}, by state"), |b| b.iter(|| simulate_recycling_by_state(&point, &key)));
        group.bench_function(format!("{name}, by filter"), |b| b.iter(|| simulate_recycling(&point, &key)));
        let catalogue = if point.arrivals.leak == 1.0 { 0 } else { CATALOGUE };
        if let Err(error) = python(catalogue) {
            println!("no comparison with Python: {error}");
            continue;
        }
        group.throughput(Throughput::Elements(PYTHON_ARRIVALS));
        group.bench_function(format!("{name}, plain Python"), |b| {
            b.iter_custom(|runs| {
                let seconds = |_| python(catalogue).map_or(f64::NAN, |speed| PYTHON_ARRIVALS as f64 / speed);
                Duration::try_from_secs_f64((0..runs).map(seconds).sum()).unwrap_or_default()
            });
        });
    }
    group.finish();
}

/// Arrivals per second of the script.
fn python(catalogue: u64) -> Result<f64, Box<dyn std::error::Error>> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/arrivals.py");
    let arguments = [BITS, HASHES, SIGMA, catalogue, PYTHON_ARRIVALS, SEED].map(|argument| argument.to_string());
    let output = Command::new("python3").arg(script).args(arguments).output()?;
    let text = String::from_utf8(output.stdout)?;
    let speed = text.split_whitespace().next().ok_or_else(|| String::from_utf8_lossy(&output.stderr).into_owned())?;
    Ok(speed.parse()?)
}

criterion_group!(benches, arrivals_per_second);
criterion_main!(benches);
