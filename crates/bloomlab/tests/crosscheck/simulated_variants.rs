//! Every recycling filter, simulated, against its model.

use bloomlab_filters::{Ending, Recycling, Retention};
use bloomlab_numbers::{Bound, Double, Phases, Sampling, Shape};
use bloomlab_recycling::{Cycle, Reuse, Variant, processed_repeats, variant_forgetting};
use bloomlab_simulation::*;

const RETENTIONS: [Retention; 2] = [Retention::NonRetaining, Retention::Retaining];
const FROZEN: [Option<Ending>; 3] = [None, Some(Ending::Dropping), Some(Ending::Keeping)];

fn variant((bits, hashes): (u64, u64), bound: Bound, retention: Retention, frozen: Option<Ending>) -> Variant {
    let shape = Shape::new(bits, hashes, Sampling::WithReplacement).unwrap();
    let cycle = Cycle::new(shape, bound, retention).unwrap();
    frozen.map_or(Variant::one_phase(cycle), |ending| Variant::two_phases(cycle, ending))
}

fn design(variant: Variant) -> RecyclingDesign {
    let (each, phases) = (variant.each(), if variant.frozen().is_some() { Phases::Two } else { Phases::One });
    let recycling = Recycling { bound: each.bound(), retention: each.retention() };
    let design = RecyclingDesign::new(phases, each.shape().bits(), each.shape().hashes(), recycling);
    RecyclingDesign { ending: variant.frozen().unwrap_or_default(), ..design }
}

/// An event of this probability is not seen among 400,000 messages with a probability of 1e-6.
const NEVER_SEEN: f64 = 3.5e-5;

/// An interval of confidence 1 − 1e-6.
fn estimate<T>(tallies: &[T], value: impl Fn(&T) -> Option<f64>) -> Estimate {
    let values: Vec<f64> = tallies.iter().map(|tally| value(tally).unwrap()).collect();
    Estimate::of(&values, 1.0 - 1e-6).unwrap()
}

/// M' = 100, k = 3, σ = 40 or N = 14, 20 epochs of 20,000 messages, α = 1e-6 for each of the 144 comparisons, seed 21.
#[test]
fn forgetting_of_every_filter() {
    let distances = vec![0, 6, 13, 14, 20, 40];
    for bound in [Bound::Sigma(40), Bound::Messages(14)] {
        for (retention, frozen) in RETENTIONS.into_iter().flat_map(|r| FROZEN.map(|frozen| (r, frozen))) {
            let variant = variant((100, 3), bound, retention, frozen);
            let model: Vec<_> = variant_forgetting(&Double, variant).take(41).collect();
            let point = ForgettingPoint {
                filter: design(variant),
                distances: distances.clone(),
                warm_up: 1_000,
                length: 20_000,
            };
            let epochs = run("variants", 21, &[point], 20, simulate_forgetting).unwrap().remove(0);
            for (index, &distance) in distances.iter().enumerate() {
                let at = &model[distance as usize];
                let check = |simulated: Estimate, exact: f64| {
                    let within = simulated.half_width.max(NEVER_SEEN);
                    assert!(
                        (simulated.mean - exact).abs() <= within,
                        "{variant:?} r = {distance}: {exact} {simulated:?}"
                    );
                    assert!(simulated.half_width < 0.05 * exact + 0.002, "{variant:?} r = {distance}: {simulated:?}");
                };
                check(estimate(&epochs, |tallies| tallies[index].forgotten_rate()), at.cleared);
                check(estimate(&epochs, |tallies| tallies[index].false_negative_rate()), at.false_negative_rate);
            }
        }
    }
}

/// The closure for repeats that are processed is an approximation: within 3 % of the simulation. One phase of 1000 bits and two
/// of 500, k = 5, every message returning once after a geometric distance of mean 20; 20 epochs of 60,000 messages, seed 22.
#[test]
fn repeats_that_are_processed_within_three_per_cent() {
    let reuse = Reuse::geometric(20.0).unwrap();
    for (frozen, bits, sigma) in
        [(None, 1000, 539), (Some(Ending::Dropping), 500, 189), (Some(Ending::Keeping), 500, 189)]
    {
        let variant = variant((bits, 5), Bound::Sigma(sigma), Retention::NonRetaining, frozen);
        let model = processed_repeats(variant, reuse, 1.0).unwrap();
        let point = ReusePoint {
            filter: design(variant),
            reuse: ReuseDistance::Geometric { mean: 20.0 },
            repeats: 1,
            warm_up: 1_000,
            length: 60_000,
        };
        let tallies = run("repeats", 22, &[point], 20, simulate_reuse).unwrap().remove(0);
        for (simulated, model) in [
            (estimate(&tallies, |tally| tally.repeats.forgotten_rate()), model.cleared),
            (estimate(&tallies, |tally| tally.repeats.false_negative_rate()), model.false_negative_rate),
            (estimate(&tallies, ReuseTally::messages_per_cycle), model.messages_per_cycle),
        ] {
            assert!((model / simulated.mean - 1.0).abs() < 0.03, "{variant:?}: {model} {simulated:?}");
            assert!(simulated.half_width < 0.02 * model, "{variant:?}: {simulated:?}");
        }
    }
}
