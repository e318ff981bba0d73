//! Simulated recycling filters against explicit Markov chains over the bit arrays themselves, every message enumerated.

use std::collections::BTreeMap;

use bloomlab_filters::{Recycling, Source};
use bloomlab_numbers::{Bound, Ending, Phases, Retention, Sampling};
use bloomlab_simulation::*;

use crate::{epochs, estimate};

/// The chain's state: active bits, frozen bits, messages stored in this cycle.
type State = (u32, u32, u64);

struct Chain {
    bits: u64,
    hashes: u32,
    sampling: Sampling,
    recycling: Recycling,
    phases: Phases,
    ending: Ending,
}

/// A filter of one phase, σ-bounded, that forgets.
fn one_phase(bits: u64, hashes: u32, sigma: u64) -> Chain {
    let recycling = Recycling { bound: Bound::Sigma(sigma), retention: Retention::NonRetaining };
    let (phases, ending) = (Phases::One, Ending::Dropping);
    Chain { bits, hashes, sampling: Sampling::WithReplacement, recycling, phases, ending }
}

impl Chain {
    fn design(&self) -> RecyclingDesign {
        let design = RecyclingDesign::new(self.phases, self.bits, self.hashes.into(), self.recycling);
        RecyclingDesign { sampling: self.sampling, ending: self.ending, ..design }
    }

    /// Every message, as the set of its bits, with the number of ways in which it is drawn.
    fn messages(&self) -> Vec<(u32, f64)> {
        let mut ways = BTreeMap::new();
        for code in 0..self.bits.pow(self.hashes) {
            let positions: Vec<u64> = (0..self.hashes).map(|i| code / self.bits.pow(i) % self.bits).collect();
            let set = positions.iter().fold(0u32, |set, position| set | 1 << position);
            if self.sampling == Sampling::WithReplacement || set.count_ones() == self.hashes {
                *ways.entry(set).or_insert(0.0) += 1.0;
            }
        }
        let total: f64 = ways.values().sum();
        ways.into_iter().map(|(set, count)| (set, count / total)).collect()
    }

    /// The state after a message, and true if the message recycled the filter.
    fn after(&self, (active, frozen, stored): State, message: u32) -> (State, bool) {
        if active & message == message {
            return ((active, frozen, stored), false);
        }
        let over = match self.recycling.bound {
            Bound::Sigma(sigma) => u64::from((active | message).count_ones()) > sigma,
            Bound::Messages(count) => stored + 1 == count,
        };
        // The count of messages matters to the N-bounded filter only.
        let counted = |stored| if matches!(self.recycling.bound, Bound::Messages(_)) { stored } else { 0 };
        if !over {
            return ((active | message, frozen, counted(stored + 1)), false);
        }
        let frozen = match (self.phases, self.ending) {
            (Phases::One, _) => 0,
            (Phases::Two, Ending::Dropping) => active,
            (Phases::Two, Ending::Keeping) => active | message,
        };
        match self.recycling.retention {
            Retention::NonRetaining => ((0, frozen, 0), true),
            Retention::Retaining => ((message, frozen, counted(1)), true),
        }
    }

    /// The stationary false-positive rate, and messages per cycle, of a stream of messages that never repeat: 3,000 steps
    /// of the chain from the empty filter, and the change in the last step to show that they suffice.
    fn rate(&self) -> (f64, f64) {
        let messages = self.messages();
        let mut masses = BTreeMap::from([((0, 0, 0), 1.0)]);
        let mut previous = f64::NAN;
        for _ in 0..3000 {
            let (mut next, mut rate, mut recycled) = (BTreeMap::new(), 0.0, 0.0);
            for (&state, &mass) in &masses {
                for &(message, probability) in &messages {
                    let (active, frozen, _) = state;
                    let frozen_match = self.phases == Phases::Two && frozen & message == message;
                    let (after, is_recycled) = self.after(state, message);
                    if active & message == message || frozen_match {
                        rate += mass * probability;
                    }
                    if is_recycled {
                        recycled += mass * probability;
                    }
                    *next.entry(after).or_insert(0.0) += mass * probability;
                }
            }
            masses = next;
            if (rate - previous).abs() < 1e-15 {
                return (rate, 1.0 / recycled);
            }
            previous = rate;
        }
        panic!("the chain has not settled");
    }
}

/// One epoch, by one of two routes.
type Route = fn(&RecyclingPoint, &StreamKey) -> Result<ArrivalTally, SimulationError>;

/// The count-instance rate and the messages per cycle of messages that never repeat.
fn simulate(chain: &Chain, route: Route) -> (Estimate, Estimate) {
    let point = RecyclingPoint {
        filter: chain.design(),
        positions: Persistence::Fresh,
        arrivals: ArrivalModel::never_repeating(),
        warm_up: 1_000,
        length: 50_000,
    };
    let tallies = epochs(("chain", 11), point, 30, route);
    let rate = estimate(&tallies, |tally| tally.rate(Counting::Instance).unwrap());
    (rate, estimate(&tallies, |tally| tally.messages_per_cycle().unwrap()))
}

/// Small filters of every kind, by the filter and by its state, 30 epochs of 50,000 arrivals, seed 11; the rate must lie in
/// the interval of confidence 1 − 1e-6, and the interval must be narrow enough to mean something.
#[test]
fn simulated_rates_are_those_of_the_explicit_chain() {
    let kinds = [(Phases::One, Ending::Dropping), (Phases::Two, Ending::Dropping), (Phases::Two, Ending::Keeping)];
    for (phases, ending) in kinds {
        for retention in [Retention::NonRetaining, Retention::Retaining] {
            for sampling in [Sampling::WithReplacement, Sampling::WithoutReplacement] {
                for bound in [Bound::Sigma(3), Bound::Messages(3)] {
                    let recycling = Recycling { bound, retention };
                    let chain = Chain { bits: 6, hashes: 2, sampling, recycling, phases, ending };
                    let (rate, messages) = chain.rate();
                    for route in [simulate_recycling as Route, simulate_recycling_by_state] {
                        let (simulated, per_cycle) = simulate(&chain, route);
                        assert!(
                            simulated.contains(rate),
                            "{phases:?} {ending:?} {recycling:?} {sampling:?}: {rate} {simulated:?}"
                        );
                        assert!(simulated.half_width < 0.05 * rate);
                        assert!(per_cycle.contains(messages), "{phases:?} {recycling:?}: {messages} {per_cycle:?}");
                    }
                }
            }
        }
    }
}

/// The chain of this file, and so the simulation, against a closed form worked out elsewhere: one hash function, so that
/// f = 1 − (σ + 1)/(M (H_M − H_{M−σ−1})) (Dozier, Salamatian and Rubenstein, eq. 19, solved).
#[test]
fn the_explicit_chain_knows_the_closed_form_for_one_hash_function() {
    let chain = one_phase(7, 1, 4);
    let harmonic: f64 = (3..=7).map(|j| 1.0 / f64::from(j)).sum();
    let (rate, messages) = chain.rate();
    assert!((rate - (1.0 - 5.0 / (7.0 * harmonic))).abs() < 1e-12);
    assert!((messages - 7.0 * harmonic).abs() < 1e-10);
}

/// A catalogue as small as a cycle, M = 5, k = 3, σ = 4, without replacement: five messages and one arrival in a
/// thousand that never repeats. Count-instance is then not the largest rate: F_n = 5/29, F_r = 0.578975 exactly. 20
/// epochs of 200,000 arrivals, α = 1e-6 each, seed 2.
#[test]
fn count_each_can_exceed_count_instance() {
    let point = RecyclingPoint {
        filter: Chain { sampling: Sampling::WithoutReplacement, ..one_phase(5, 3, 4) }.design(),
        positions: Persistence::Fresh,
        arrivals: ArrivalModel { leak: 0.001, ..ArrivalModel::uniform(5) },
        warm_up: 10_000,
        length: 200_000,
    };
    let tallies = epochs(("theorem-1", 2), point, 20, simulate_recycling);
    let of = |counting| estimate(&tallies, |tally| tally.rate(counting).unwrap());
    let (instance, each) = (of(Counting::Instance), of(Counting::Each));
    assert!(instance.contains(5.0 / 29.0), "{instance:?}");
    assert!(each.contains(0.578_975), "{each:?}");
    assert!(instance.half_width < 0.01 && each.half_width < 0.02);
}

/// Fresh positions make the rate independent of the catalogue: a uniform catalogue of 40 messages against messages that
/// never repeat (exact chain). Fixed hash functions with a catalogue much larger than a cycle come close, and repeats
/// at a filter of two phases never count as new.
#[test]
fn count_instance_does_not_depend_on_the_catalogue() {
    let chain = one_phase(8, 2, 5);
    let (rate, _) = chain.rate();
    for (popularity, positions) in [
        (Popularity::Uniform, Persistence::Fresh),
        (Popularity::Zipf { exponent: 1.0 }, Persistence::Fresh),
        (Popularity::Uniform, Persistence::Fixed(Source::Ideal)),
        (Popularity::Uniform, Persistence::Fixed(Source::Hash)),
    ] {
        // 40 messages on 8 bits often fall on equal positions: only a large catalogue makes fixed functions average out.
        let catalogue = if positions == Persistence::Fresh { 40 } else { 100_000 };
        let point = RecyclingPoint {
            filter: chain.design(),
            positions,
            arrivals: ArrivalModel { catalogue, popularity, leak: 0.01 },
            warm_up: 1_000,
            length: 50_000,
        };
        let tallies = epochs(("catalogue", 4), point, 20, simulate_recycling);
        let simulated = estimate(&tallies, |tally| tally.rate(Counting::Instance).unwrap());
        assert!(simulated.contains(rate), "{popularity:?} {positions:?}: {rate} {simulated:?}");
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
