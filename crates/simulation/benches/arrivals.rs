//! Simulated arrivals per second and core, by the state of the filter and by the filter itself, next to a plain Python
//! simulation with a filter, and what a second thread gains.

use std::process::Command;
use std::time::{Duration, Instant};

use bloomlab_filters::{Recycling, Retention};
use bloomlab_numbers::{Bound, Phases};
use bloomlab_simulation::{
    ArrivalModel, ArrivalTally, Counting, Persistence, RecyclingDesign, RecyclingPoint, SimulationError, StreamKey,
    Task, run, simulate_recycling, simulate_recycling_by_state,
};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const ARRIVALS: u64 = 1_000_000;
/// Of the Python simulation.
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
        if let Err(error) = python(catalogue, PYTHON_ARRIVALS) {
            println!("no comparison with Python: {error}");
            continue;
        }
        group.throughput(Throughput::Elements(PYTHON_ARRIVALS));
        group.bench_function(format!("{name}, plain Python"), |b| {
            b.iter_custom(|runs| {
                let seconds = |_| {
                    python(catalogue, PYTHON_ARRIVALS).map_or(f64::NAN, |(speed, _)| PYTHON_ARRIVALS as f64 / speed)
                };
                Duration::try_from_secs_f64((0..runs).map(seconds).sum()).unwrap_or_default()
            });
        });
    }
    group.finish();
}

/// One epoch, by one of two routes.
type Route = fn(&RecyclingPoint, &StreamKey) -> Result<ArrivalTally, SimulationError>;

/// Seconds for `epochs` epochs on `threads` threads.
fn seconds(route: Route, threads: usize, epochs: u64) -> Result<f64, Box<dyn std::error::Error>> {
    let points = [point(ArrivalModel::uniform(CATALOGUE))];
    let task = Task { experiment: "bench", seed: SEED, points: &points, epochs };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let start = Instant::now();
    pool.install(|| run(&task, route))?;
    Ok(start.elapsed().as_secs_f64())
}

/// Arrivals per second and count-instance rate of the script.
fn python(catalogue: u64, arrivals: u64) -> Result<(f64, f64), Box<dyn std::error::Error>> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/arrivals.py");
    let arguments = [BITS, HASHES, SIGMA, catalogue, arrivals, SEED].map(|argument| argument.to_string());
    let output = Command::new("python3").arg(script).args(arguments).output()?;
    let text = String::from_utf8(output.stdout)?;
    let mut values = text.split_whitespace().map(str::parse);
    match (values.next(), values.next()) {
        (Some(speed), Some(rate)) => Ok((speed?, rate?)),
        _ => Err(String::from_utf8_lossy(&output.stderr).into_owned().into()),
    }
}

fn compare() -> Result<(), Box<dyn std::error::Error>> {
    const EPOCHS: u64 = 8;
    let (plain, plain_rate) = python(CATALOGUE, ARRIVALS)?;
    println!("plain Python: {plain:.3e} arrivals/s, rate {plain_rate:.5}");
    let point = point(ArrivalModel::uniform(CATALOGUE));
    let key = StreamKey::new("bench", SEED, &point, 0)?;
    for (name, route) in [("by state", simulate_recycling_by_state as Route), ("by filter", simulate_recycling)] {
        let rate = route(&point, &key)?.rate(Counting::Instance).ok_or("no arrivals")?;
        // the best of three each, since others may use the machine
        let best = |threads| -> Result<f64, Box<dyn std::error::Error>> {
            let times = (0..3).map(|_| seconds(route, threads, EPOCHS)).collect::<Result<Vec<_>, _>>()?;
            Ok(times.into_iter().fold(f64::INFINITY, f64::min))
        };
        let (one, two) = (best(1)?, best(2)?);
        let ours = (EPOCHS * ARRIVALS) as f64 / one;
        println!(
            "{name}, one thread: {ours:.3e} arrivals/s, rate {rate:.5}, {:.0} times as many as Python",
            ours / plain
        );
        println!("{name}, two threads: {:.2} times as many", one / two);
    }
    Ok(())
}

fn beside_python_and_two_threads(_: &mut Criterion) {
    if let Err(error) = compare() {
        println!("not compared: {error}");
    }
}

criterion_group!(benches, arrivals_per_second, beside_python_and_two_threads);
criterion_main!(benches);
