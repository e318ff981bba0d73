//! Measures how long each formula takes in each arithmetic on this machine, and prints `data/reference/seconds.json`:
//!
//!     cargo run --release -p precision --example measure_seconds -- "machine" "date" > data/reference/seconds.json

use std::error::Error;
use std::time::{Duration, Instant};

use bloomlab_evaluation::{ArithmeticKind, FilterRate, Quantity, evaluate};
use bloomlab_formulas::{Formula, Load};
use bloomlab_numbers::Double;
use bloomlab_occupancy::{ANSWER_SECONDS, Budget};

const FORMULAS: [Formula; 5] = [
    Formula::ChristensenClosed,
    Formula::BoseStirling,
    Formula::ChristensenRecursion,
    Formula::InclusionExclusion,
    Formula::Coverage,
];
const ARITHMETICS: [ArithmeticKind; 3] = [ArithmeticKind::F64, ArithmeticKind::Mpfr(113), ArithmeticKind::Mpfr(256)];
/// m/n, and k = (m/n) ln 2, rounded.
const BITS_PER_ITEM: u64 = 16;
const HASHES: u64 = 11;
/// Evaluations whose estimated time is longer are left out.
const LONGEST: f64 = 2.0;
/// An evaluation is repeated so often at least, and as long at least; the shortest time counts.
const REPEATS: u32 = 5;
const SPAN: Duration = Duration::from_millis(20);
/// An evaluation this long is likely to be interrupted.
const LONG: Duration = Duration::from_millis(50);

fn main() -> Result<(), Box<dyn Error>> {
    let [machine, date] =
        std::env::args().skip(1).collect::<Vec<_>>().try_into().map_err(|_| "needs machine and date")?;
    let small = [20, 50, 100, 200, 500, 1000, 2000, 5000];
    let sizes = small.into_iter().chain((4..=12).map(|power| 10_u64.pow(power)));
    let mut rows = Vec::new();
    for bits in sizes {
        for formula in FORMULAS {
            let rate = FilterRate { formula, load: Load::new(bits, bits / BITS_PER_ITEM, HASHES)? };
            for arithmetic in ARITHMETICS {
                if rate.demand(&Double).seconds(arithmetic) > LONGEST {
                    continue;
                }
                let seconds = shortest(&rate, arithmetic).as_secs_f64();
                rows.push(format!(
                    "  {{\"formula\": \"{formula}\", \"arithmetic\": \"{arithmetic}\", \"bits\": {bits}, \"items\": {}, \"hashes\": {HASHES}, \"seconds\": {seconds:.1e}}}",
                    bits / BITS_PER_ITEM
                ));
            }
        }
    }
    println!("{{\"machine\": {machine:?}, \"date\": {date:?}, \"rows\": [\n{}\n]}}", rows.join(",\n"));
    Ok(())
}

/// The shortest time of several evaluations; one that overflows or has no digit takes its time too. Of a long one the time
/// on a core counts, where the system tells it (Linux), because other programs have cores too.
fn shortest(rate: &FilterRate, arithmetic: ArithmeticKind) -> Duration {
    let begin = Instant::now();
    let mut shortest = Duration::MAX;
    let mut count = 0;
    while count < REPEATS || begin.elapsed() < SPAN {
        let on_core = on_core();
        let start = Instant::now();
        let _ = std::hint::black_box(evaluate(rate, arithmetic, 17, &Budget::of_seconds(ANSWER_SECONDS)));
        let elapsed = start.elapsed();
        shortest = shortest.min(match (on_core, self::on_core()) {
            (Some(before), Some(after)) if elapsed > LONG => after - before,
            _ => elapsed,
        });
        count += 1;
    }
    shortest
}

/// The time that this thread has been on a core, a few milliseconds late.
fn on_core() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split(' ').next()?.parse().ok()?))
}
