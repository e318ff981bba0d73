//! Every recycling filter on tiny bit arrays: every outcome of every message's hashing enumerated.
//!
//! Arrays that differ by a renaming of their positions are one state: what counts is how many positions are set in the active filter, in
//! the frozen one, and belong to the message that is asked for.

use bloomlab_exact::Rational;
use bloomlab_numbers::{Arithmetic, Bound, Ending, Retention, Sampling, Shape};
use bloomlab_recycling::{Cycle, Forgetting, NBounded, Variant, variant_average, variant_forgetting};

use crate::support::{A, BOTH, Law, counted, outcomes, pushed, shape, stationary};

/// Masks of positions and the bit-setting messages so far.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct State {
    active: u32,
    frozen: u32,
    /// The positions of the message that is asked for; none while nobody asks.
    tagged: u32,
    counted: u64,
}

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

    /// One new message; the second is true if it ended a cycle.
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

/// A filter, the outcomes of a message's hashing, and the stationary distribution.
struct Enumerated {
    variant: Variant,
    messages: Law<u32>,
    masses: Law<State>,
}

impl Enumerated {
    fn new(variant: Variant) -> Self {
        let messages = counted(outcomes(variant.each().shape()));
        let mut enumerated = Self { variant, messages, masses: Law::new() };
        let empty = State { active: 0, frozen: 0, tagged: 0, counted: 0 };
        enumerated.masses = stationary(empty, |state| enumerated.after(*state, |_| true));
        enumerated
    }

    /// One new message in a state, with probabilities; only those for which `counts` says so of their ending a cycle.
    fn after(&self, state: State, counts: impl Fn(bool) -> bool) -> Vec<(State, Rational)> {
        let bits = self.variant.each().shape().bits();
        let inserted = self.messages.iter().map(|(message, p)| (state.insert(*message, self.variant), p));
        inserted
            .filter(|((_, ended), _)| counts(*ended))
            .map(|((next, _), p)| (next.renamed(bits), p.clone()))
            .collect()
    }

    /// The probability that a message ends a cycle.
    fn ends(&self) -> Rational {
        A.sum(pushed(&self.masses, |state| self.after(*state, |ended| ended)).values())
    }

    fn rate(&self) -> Rational {
        let known = |state: &State| A.sum(self.messages.iter().filter(|(m, _)| state.knows(**m)).map(|(_, p)| p));
        A.sum(self.masses.iter().map(|(state, p)| known(state) * p))
    }

    /// The false-negative rates of a message that arrives in the stationary state.
    fn false_negatives(&self, farthest: usize) -> Vec<Rational> {
        let bits = self.variant.each().shape().bits();
        let arrival = |state: &State| {
            let tagged = |(message, p): (&u32, &Rational)| {
                let (state, _) = state.insert(*message, self.variant);
                (State { tagged: *message, ..state }.renamed(bits), p.clone())
            };
            self.messages.iter().map(tagged).collect()
        };
        let mut now = pushed(&self.masses, arrival);
        let mut rates = Vec::new();
        for _ in 0..=farthest {
            rates.push(A.sum(now.iter().filter(|(state, _)| !state.knows(state.tagged)).map(|(_, p)| p)));
            now = pushed(&now, |state| self.after(*state, |_| true));
        }
        rates
    }

    /// S(n): the probability that the first n messages after the start of a cycle do not end it.
    fn survival(&self, farthest: usize) -> Vec<Rational> {
        let mut running = pushed(&self.masses, |state| self.after(*state, |ended| ended));
        let starts = A.sum(running.values());
        let mut survival = Vec::new();
        for _ in 0..=farthest {
            survival.push(A.sum(running.values()) / &starts);
            running = pushed(&running, |state| self.after(*state, |ended| !ended));
        }
        survival
    }

    /// The probability that no filter holds a message, by renewal: its cycle has ended, and with a frozen filter the next too.
    fn cleared(&self, farthest: usize) -> Vec<Rational> {
        let survival = self.survival(farthest);
        let retains = self.variant.each().retention() == Retention::Retaining;
        let at = |r: usize| {
            let ended = A.sum(&survival[..if retains { r } else { r + 1 }]);
            let next_runs = |from: usize| A.dot(&survival[from..=r], survival[..=r - from].iter().rev());
            let held = match self.variant.frozen() {
                None => A.zero(),
                Some(Ending::Dropping) if r == 0 => A.zero(),
                Some(Ending::Dropping) => next_runs(1),
                Some(Ending::Keeping) => next_runs(0),
            };
            (ended - held) * self.ends()
        };
        (0..=farthest).map(at).collect()
    }
}

/// All filters of a shape.
fn variants(shape: Shape) -> impl Iterator<Item = Variant> {
    let sigmas = (0..shape.bits()).map(Bound::Sigma);
    let bounds = sigmas.chain((1..=NBounded::most_messages(shape)).map(Bound::Messages));
    let retentions = [Retention::NonRetaining, Retention::Retaining];
    let cycles = bounds.flat_map(move |bound| retentions.map(|retention| Cycle::new(shape, bound, retention)));
    let two = |cycle| [Ending::Dropping, Ending::Keeping].map(|ending| Variant::two_phases(cycle, ending));
    cycles.flatten().flat_map(move |cycle| [Variant::one_phase(cycle)].into_iter().chain(two(cycle)))
}

fn check(variant: Variant, farthest: Option<usize>) {
    let (shape, retention) = (variant.each().shape(), variant.each().retention());
    let enumerated = Enumerated::new(variant);
    let average = variant_average(&A, variant);
    assert_eq!(average.rate, enumerated.rate(), "{variant:?}");
    assert_eq!(average.messages_per_cycle, A.one() / enumerated.ends(), "{variant:?}");
    let forgets = retention == Retention::NonRetaining;
    if variant.frozen().is_none() || forgets && shape.sampling() == Sampling::WithoutReplacement {
        assert_eq!(average.rate, average.published_rate, "{variant:?}");
    }
    let Some(farthest) = farthest else { return };
    let ours: Vec<Forgetting<Rational>> = variant_forgetting(&A, variant).take(farthest + 1).collect();
    let rates: Vec<Rational> = ours.iter().map(|at| at.false_negative_rate.clone()).collect();
    assert_eq!(rates, enumerated.false_negatives(farthest), "{variant:?}");
    let cleared: Vec<Rational> = ours.into_iter().map(|at| at.cleared).collect();
    if variant.frozen().is_none() || forgets {
        assert_eq!(cleared, enumerated.cleared(farthest), "{variant:?}");
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

#[test]
fn rates_of_every_filter_up_to_five_bits() {
    for sampling in BOTH {
        for (bits, hashes) in [(2, 1), (3, 1), (3, 2), (4, 2), (4, 3), (5, 2), (5, 3)] {
            variants(shape(bits, hashes, sampling)).for_each(|variant| check(variant, None));
        }
    }
}

#[test]
fn forgetting_of_every_filter_up_to_four_bits() {
    for sampling in BOTH {
        for (bits, hashes) in [(2, 1), (3, 1), (3, 2), (4, 1), (4, 2), (4, 3)] {
            variants(shape(bits, hashes, sampling)).for_each(|variant| check(variant, Some(5)));
        }
    }
}

#[test]
fn forgetting_of_some_filters_of_five_bits() {
    for sampling in BOTH {
        let wanted = [Bound::Sigma(2), Bound::Sigma(4), Bound::Messages(2), Bound::Messages(3)];
        let of_five = |hashes| variants(shape(5, hashes, sampling));
        for variant in of_five(2).chain(of_five(3)).filter(|variant| wanted.contains(&variant.each().bound())) {
            check(variant, Some(4));
        }
    }
}
