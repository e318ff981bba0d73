//! Simulated recycling filters, by the filter and by its state, against their models, which every hash outcome of tiny filters
//! confirms.

use bloomlab_filters::{Recycling, Source};
use bloomlab_numbers::{Bound, Double, Ending, Phases, Retention, Sampling, Shape};
use bloomlab_recycling::{Cycle, Variant, variant_average};
use bloomlab_simulation::*;

use crate::{epochs, estimate};

/// A filter of one phase that forgets.
fn one_phase(bits: u64, hashes: u64, sigma: u64) -> RecyclingDesign {
    let recycling = Recycling { bound: Bound::Sigma(sigma), retention: Retention::NonRetaining };
    RecyclingDesign::new(Phases::One, bits, hashes, recycling)
}

/// Simulates one epoch.
type Route = fn(&RecyclingPoint, &StreamKey) -> Result<ArrivalTally, SimulationError>;

const ROUTES: [Route; 2] = [simulate_recycling, simulate_recycling_by_state];

/// Filters of six bits of every kind, 30 epochs of 50,000 arrivals that never repeat, seed 11; rate and messages per cycle must
/// lie in the interval of confidence 1 − 1e-6, and the interval must be narrow enough to mean something.
#[test]
fn simulated_rates_are_those_of_the_models() {
    for frozen in [None, Some(Ending::Dropping), Some(Ending::Keeping)] {
        for retention in [Retention::NonRetaining, Retention::Retaining] {
            for sampling in [Sampling::WithReplacement, Sampling::WithoutReplacement] {
                for bound in [Bound::Sigma(3), Bound::Messages(3)] {
                    let cycle = Cycle::new(Shape::new(6, 2, sampling).unwrap(), bound, retention).unwrap();
                    let variant = frozen.map_or(Variant::one_phase(cycle), |ending| Variant::two_phases(cycle, ending));
                    let model = variant_average(&Double, variant);
                    let phases = if frozen.is_some() { Phases::Two } else { Phases::One };
                    let design = RecyclingDesign::new(phases, 6, 2, Recycling { bound, retention });
                    let point = RecyclingPoint {
                        filter: RecyclingDesign { sampling, ending: frozen.unwrap_or_default(), ..design },
                        positions: Persistence::Fresh,
                        arrivals: ArrivalModel::never_repeating(),
                        warm_up: 1_000,
                        length: 50_000,
                    };
                    for route in ROUTES {
                        let tallies = epochs(("chain", 11), point, 30, route);
                        let rate = estimate(&tallies, |tally| tally.rate(Counting::Instance).unwrap());
                        assert!(rate.contains(model.rate), "{variant:?}: {} {rate:?}", model.rate);
                        assert!(rate.half_width < 0.05 * model.rate);
                        let messages = estimate(&tallies, |tally| tally.messages_per_cycle().unwrap());
                        assert!(messages.contains(model.messages_per_cycle), "{variant:?}: {messages:?}");
                    }
                }
            }
        }
    }
}

/// A catalogue as small as a cycle, M = 5, k = 3, σ = 4, without replacement: five messages and one arrival in a
/// thousand that never repeats. Count-instance is then not the largest rate: F_n = 5/29, F_r = 0.578975 exactly. 20
/// epochs of 200,000 arrivals by each route, α = 1e-6 each, seed 2.
#[test]
fn count_each_can_exceed_count_instance() {
    let point = RecyclingPoint {
        filter: RecyclingDesign { sampling: Sampling::WithoutReplacement, ..one_phase(5, 3, 4) },
        positions: Persistence::Fresh,
        arrivals: ArrivalModel { leak: 0.001, ..ArrivalModel::uniform(5) },
        warm_up: 10_000,
        length: 200_000,
    };
    for route in ROUTES {
        let tallies = epochs(("theorem-1", 2), point, 20, route);
        let of = |counting| estimate(&tallies, |tally| tally.rate(counting).unwrap());
        let (instance, each) = (of(Counting::Instance), of(Counting::Each));
        assert!(instance.contains(5.0 / 29.0), "{instance:?}");
        assert!(each.contains(0.578_975), "{each:?}");
        assert!(instance.half_width < 0.01 && each.half_width < 0.02);
    }
}

/// Fresh positions make the rate independent of the catalogue: that of messages that never repeat. Fixed hash functions with a
/// catalogue much larger than a cycle come close.
#[test]
fn count_instance_does_not_depend_on_the_catalogue() {
    let shape = Shape::new(8, 2, Sampling::WithReplacement).unwrap();
    let cycle = Cycle::new(shape, Bound::Sigma(5), Retention::NonRetaining).unwrap();
    let rate = variant_average(&Double, Variant::one_phase(cycle)).rate;
    for (popularity, positions) in [
        (Popularity::Uniform, Persistence::Fresh),
        (Popularity::Zipf { exponent: 1.0 }, Persistence::Fresh),
        (Popularity::Uniform, Persistence::Fixed(Source::Ideal)),
        (Popularity::Uniform, Persistence::Fixed(Source::Hash)),
    ] {
        // 40 messages on 8 bits often fall on equal positions: only a large catalogue makes fixed functions average out
        let catalogue = if positions == Persistence::Fresh { 40 } else { 100_000 };
        let point = RecyclingPoint {
            filter: one_phase(8, 2, 5),
            positions,
            arrivals: ArrivalModel { catalogue, popularity, leak: 0.01 },
            warm_up: 1_000,
            length: 50_000,
        };
        let routes = if positions == Persistence::Fresh { &ROUTES[..] } else { &ROUTES[..1] };
        for route in routes {
            let tallies = epochs(("catalogue", 4), point, 20, route);
            let simulated = estimate(&tallies, |tally| tally.rate(Counting::Instance).unwrap());
            assert!(simulated.contains(rate), "{popularity:?} {positions:?}: {rate} {simulated:?}");
        }
    }
}

/// In filters so large that nothing collides (below 1e-15 a query), whatever is counted as a false positive would be a
/// repeat taken for new: a catalogue of 30 messages, cycles of 10, so that most arrivals are in one filter or the other.
#[test]
fn repeats_are_never_counted_as_new() {
    for phases in [Phases::One, Phases::Two] {
        for retention in [Retention::NonRetaining, Retention::Retaining] {
            for positions in [Persistence::Fresh, Persistence::Fixed(Source::Hash)] {
                let recycling = Recycling { bound: Bound::Messages(10), retention };
                let point = RecyclingPoint {
                    filter: RecyclingDesign::new(phases, 1_000_000, 5, recycling),
                    positions,
                    arrivals: ArrivalModel { leak: 0.1, ..ArrivalModel::uniform(30) },
                    warm_up: 0,
                    length: 2_000,
                };
                let key = StreamKey::new("repeats", 8, &point, 0).unwrap();
                let tally = simulate_recycling(&point, &key).unwrap();
                assert_eq!((tally.false_positives, tally.false_positive_arrivals), (0, 0));
                assert!(tally.arrivals == 2_000 && tally.new_messages < 2_000 && tally.cycles > 20, "{tally:?}");
                if phases == Phases::One {
                    // Every new message sets bits: each cycle ends with its tenth, a retained one counting for the next.
                    let each = if retention == Retention::Retaining { 9 } else { 10 };
                    let expected = tally.cycles * each..tally.cycles * each + 11;
                    assert!(expected.contains(&tally.new_messages), "{tally:?}");
                }
            }
        }
    }
}

#[test]
fn what_the_state_does_not_determine_is_refused() {
    let filter = one_phase(11, 3, 7);
    let fresh = RecyclingPoint {
        filter,
        positions: Persistence::Fresh,
        arrivals: ArrivalModel::uniform(9),
        warm_up: 10,
        length: 25,
    };
    let key = StreamKey::new("refused", 1, &fresh, 0).unwrap();
    for point in [
        RecyclingPoint { positions: Persistence::Fixed(Source::Ideal), ..fresh },
        RecyclingPoint { filter: RecyclingDesign { phases: Phases::Two, ..filter }, ..fresh },
    ] {
        let error = simulate_recycling_by_state(&point, &key).unwrap_err();
        assert!(matches!(error, SimulationError::NotByState(_)), "{error}");
    }
    let endless = RecyclingPoint { filter: one_phase(11, 3, 11), ..fresh };
    let refused = simulate_recycling_by_state(&endless, &key);
    assert!(matches!(refused, Err(SimulationError::Refused(error)) if error.name == "sigma"));
}
