//! Every recycling filter on tiny bit arrays: every outcome of every message's hashing enumerated.
//!
//! Arrays that differ by a renaming of their positions are one state: what counts is how many positions are set in the active
//! filter, in the frozen one, and belong to the message that is asked for.

use std::collections::BTreeMap;

use crate::support::{BOTH, outcomes, shape, stationary};
use bloomlab_exact::{Rational, Rationals};
use bloomlab_numbers::{Arithmetic, Bound, Ending, Retention, Sampling, Shape};
use bloomlab_recycling::{Cycle, Forgetting, NBounded, Variant, variant_average, variant_forgetting};

const A: Rationals = Rationals;

/// Masks of positions and the bit-setting messages so far.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct State {
    active: u32,
    frozen: u32,
    /// The positions of the message that is asked for; none while nobody asks.
    tagged: u32,
    counted: u64,
}

const EMPTY: State = State { active: 0, frozen: 0, tagged: 0, counted: 0 };

impl State {
    /// The state with its positions renamed so that equals stand together.
    fn renamed(self, bits: u64) -> Self {
        let bit = |mask: u32, i: u64| mask >> i & 1;
        let class = |i| bit(self.active, i) << 2 | bit(self.frozen, i) << 1 | bit(self.tagged, i);
        let mut classes: Vec<u32> = (0..bits).map(class).collect();
        classes.sort_unstable();
        let mask = |shift: u32| (0..).zip(&classes).fold(0, |mask, (i, class)| mask | (class >> shift & 1) << i);
        State { active: mask(2), frozen: mask(1), tagged: mask(0), ..self }
    }

    /// One new message, and whether it ended a cycle.
    fn insert(self, message: u32, variant: Variant) -> (Self, bool) {
        let filled = self.active | message;
        let counted = self.counted + u64::from(filled != self.active);
        let ends = match variant.each().bound() {
            Bound::Sigma(sigma) => u64::from(filled.count_ones()) > sigma,
            Bound::Messages(messages) => filled != self.active && counted == messages,
        };
        if !ends {
            let counted = if matches!(variant.each().bound(), Bound::Messages(_)) { counted } else { 0 };
            return (State { active: filled, counted, ..self }, false);
        }
        let frozen = match variant.frozen() {
            None => 0,
            Some(Ending::Dropping) => self.active,
            Some(Ending::Keeping) => filled,
        };
        let (active, counted) = match (variant.each().retention(), variant.each().bound()) {
            (Retention::NonRetaining, _) => (0, 0),
            (Retention::Retaining, Bound::Sigma(_)) => (message, 0),
            (Retention::Retaining, Bound::Messages(_)) => (message, 1),
        };
        (State { active, frozen, counted, ..self }, true)
    }

    fn knows(self, message: u32) -> bool {
        self.active & message == message || self.frozen & message == message
    }
}

/// The outcomes of a message's hashing with their probabilities.
fn messages(shape: Shape) -> Vec<(u32, Rational)> {
    let outcomes = outcomes(shape);
    let total = outcomes.len() as u64;
    let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
    for mask in outcomes {
        *counts.entry(mask).or_default() += 1;
    }
    counts.into_iter().map(|(mask, count)| (mask, Rational::new(count, total))).collect()
}

fn add(masses: &mut BTreeMap<State, Rational>, state: State, p: Rational) {
    let entry = masses.entry(state).or_insert_with(|| A.zero());
    *entry = entry.clone() + p;
}

/// The stationary distribution, and the probability that a message ends a cycle.
fn distribution(variant: Variant, messages: &[(u32, Rational)]) -> (BTreeMap<State, Rational>, Rational) {
    let bits = variant.each().shape().bits();
    let mut states = vec![EMPTY];
    let (mut rows, mut ends): (Vec<BTreeMap<usize, Rational>>, Vec<Rational>) = (Vec::new(), Vec::new());
    while rows.len() < states.len() {
        let (mut row, mut ending) = (BTreeMap::new(), A.zero());
        for (message, p) in messages {
            let (next, ended) = states[rows.len()].insert(*message, variant);
            let next = next.renamed(bits);
            let index = states.iter().position(|&known| known == next).unwrap_or_else(|| {
                states.push(next);
                states.len() - 1
            });
            let entry = row.entry(index).or_insert_with(|| A.zero());
            *entry = entry.clone() + p;
            if ended {
                ending = ending + p;
            }
        }
        rows.push(row);
        ends.push(ending);
    }
    let entry = |row: &BTreeMap<usize, Rational>, j| row.get(&j).cloned().unwrap_or_else(|| A.zero());
    let matrix: Vec<Vec<Rational>> =
        rows.iter().map(|row| (0..states.len()).map(|j| entry(row, j)).collect()).collect();
    let masses = stationary(&matrix);
    let ends = A.dot(&masses, &ends);
    (states.into_iter().zip(masses).filter(|(_, p)| *p != A.zero()).collect(), ends)
}

fn rate(masses: &BTreeMap<State, Rational>, messages: &[(u32, Rational)]) -> Rational {
    let known = |state: &State| A.sum(messages.iter().filter(|(m, _)| state.knows(*m)).map(|(_, p)| p));
    A.sum(masses.iter().map(|(state, p)| known(state) * p))
}

/// The false-negative rates of a message that arrives in the stationary state.
fn false_negatives(
    variant: Variant,
    masses: &BTreeMap<State, Rational>,
    messages: &[(u32, Rational)],
    farthest: usize,
) -> Vec<Rational> {
    let bits = variant.each().shape().bits();
    let mut now = BTreeMap::new();
    for (state, p) in masses {
        for (tagged, q) in messages {
            let (state, _) = state.insert(*tagged, variant);
            add(&mut now, State { tagged: *tagged, ..state }.renamed(bits), p.clone() * q);
        }
    }
    let mut rates = Vec::new();
    for _ in 0..=farthest {
        rates.push(A.sum(now.iter().filter(|(state, _)| !state.knows(state.tagged)).map(|(_, p)| p)));
        let mut next = BTreeMap::new();
        for (state, p) in &now {
            for (message, q) in messages {
                add(&mut next, state.insert(*message, variant).0.renamed(bits), p.clone() * q);
            }
        }
        now = next;
    }
    rates
}

/// All filters of a shape.
fn variants(shape: Shape) -> Vec<Variant> {
    let sigmas = (0..shape.bits()).map(Bound::Sigma);
    let limits = (1..=NBounded::most_messages(shape)).map(Bound::Messages);
    let bounds = sigmas.chain(limits);
    let retentions = [Retention::NonRetaining, Retention::Retaining];
    let cycles = bounds.flat_map(|bound| retentions.map(|retention| Cycle::new(shape, bound, retention)));
    let each = |cycle: Cycle| {
        [
            Variant::one_phase(cycle),
            Variant::two_phases(cycle, Ending::Dropping),
            Variant::two_phases(cycle, Ending::Keeping),
        ]
    };
    cycles.flatten().flat_map(each).collect()
}

fn check(variant: Variant, farthest: Option<usize>) {
    let (shape, retention) = (variant.each().shape(), variant.each().retention());
    let messages = messages(shape);
    let (masses, ends) = distribution(variant, &messages);
    let average = variant_average(&A, variant);
    assert_eq!(average.rate, rate(&masses, &messages), "{variant:?}");
    assert_eq!(average.messages_per_cycle, A.one() / ends, "{variant:?}");
    let forgets = retention == Retention::NonRetaining;
    if variant.frozen().is_none() || forgets && shape.sampling() == Sampling::WithoutReplacement {
        assert_eq!(average.rate, average.published_rate, "{variant:?}");
    }
    let Some(farthest) = farthest else { return };
    let ours: Vec<Forgetting<Rational>> = variant_forgetting(&A, variant).take(farthest + 1).collect();
    let rates: Vec<Rational> = ours.iter().map(|at| at.false_negative_rate.clone()).collect();
    assert_eq!(rates, false_negatives(variant, &masses, &messages, farthest), "{variant:?}");
    let cleared: Vec<Rational> = ours.into_iter().map(|at| at.cleared).collect();
    if variant.frozen().is_none() || forgets {
        let survival = survival(variant, &masses, &messages, farthest);
        assert_eq!(cleared, in_closed_form(variant, &survival, &average.messages_per_cycle), "{variant:?}");
    }
    if let Some(safe) = variant.guaranteed_distance() {
        let (held, beyond) = cleared.split_at((safe as usize + 1).min(cleared.len()));
        assert!(held.iter().all(|cleared| *cleared == A.zero()), "{variant:?}");
        // and no farther, where messages can fill the filter so fast
        if shape.hashes() * (safe + 1) <= shape.bits() {
            assert!(beyond.first().is_none_or(|cleared| *cleared > A.zero()), "{variant:?}");
        }
    }
}

/// S(n): the probability that the first n messages after the start of a cycle do not end it.
fn survival(
    variant: Variant,
    masses: &BTreeMap<State, Rational>,
    messages: &[(u32, Rational)],
    farthest: usize,
) -> Vec<Rational> {
    let mut running = BTreeMap::new();
    for (state, p) in masses {
        for (message, q) in messages {
            let (next, ended) = state.insert(*message, variant);
            if ended {
                add(&mut running, State { frozen: 0, ..next }, p.clone() * q);
            }
        }
    }
    let starts = A.sum(running.values());
    let mut survival = Vec::new();
    for _ in 0..=farthest {
        survival.push(A.sum(running.values()) / &starts);
        let mut later = BTreeMap::new();
        for (state, p) in running {
            for (message, q) in messages {
                let (next, ended) = state.insert(*message, variant);
                if !ended {
                    add(&mut later, next, p.clone() * q);
                }
            }
        }
        running = later;
    }
    survival
}

/// The probability that no filter holds a message, by renewal: its cycle has ended, and with a frozen filter the next too.
fn in_closed_form(variant: Variant, survival: &[Rational], messages_per_cycle: &Rational) -> Vec<Rational> {
    let retains = variant.each().retention() == Retention::Retaining;
    let at = |r: usize| {
        let ended = A.sum(&survival[..if retains { r } else { r + 1 }]);
        let next_runs = |from: usize| A.dot(&survival[from..=r], survival[..=r - from].iter().rev());
        let held = match variant.frozen() {
            None => A.zero(),
            Some(Ending::Dropping) if r == 0 => A.zero(),
            Some(Ending::Dropping) => next_runs(1),
            Some(Ending::Keeping) => next_runs(0),
        };
        (ended - held) / messages_per_cycle
    };
    (0..survival.len()).map(at).collect()
}

#[test]
fn rates_of_every_filter_up_to_five_bits() {
    for sampling in BOTH {
        for (bits, hashes) in [(2, 1), (3, 1), (3, 2), (4, 2), (4, 3), (5, 2), (5, 3)] {
            for variant in variants(shape(bits, hashes, sampling)) {
                check(variant, None);
            }
        }
    }
}

#[test]
fn forgetting_of_every_filter_up_to_four_bits() {
    for sampling in BOTH {
        for (bits, hashes) in [(2, 1), (3, 1), (3, 2), (4, 1), (4, 2), (4, 3)] {
            for variant in variants(shape(bits, hashes, sampling)) {
                check(variant, Some(5));
            }
        }
    }
}

#[test]
fn forgetting_of_some_filters_of_five_bits() {
    for sampling in BOTH {
        let wanted = [Bound::Sigma(2), Bound::Sigma(4), Bound::Messages(2), Bound::Messages(3)];
        let of_five = |hashes| variants(shape(5, hashes, sampling)).into_iter();
        for variant in of_five(2).chain(of_five(3)).filter(|variant| wanted.contains(&variant.each().bound())) {
            check(variant, Some(4));
        }
    }
}
