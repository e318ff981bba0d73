//! The full chain on the number of set bits, its transitions counted by enumerating hash outcomes, solved densely.

use bloomlab_exact::Rational;
use bloomlab_numbers::{Arithmetic, Sampling, Shape, distinct};
use bloomlab_recycling::*;

use crate::support::{A, BOTH, Law, counted, filter, outcomes, shapes, stationary};

/// The fate of the overflowing message: forgotten, put into the empty filter, or (the papers' rule) replaced there by an average one.
#[derive(Clone, Copy, PartialEq)]
enum Reset {
    Forget,
    Retain,
    RetainAverage,
}

/// The probabilities of (d distinct positions, e of them on clear bits) when bits 0 … i − 1 are set.
fn messages(shape: Shape, set: u64) -> Law<(u64, u64)> {
    let numbers = |mask: u32| (mask.count_ones().into(), (mask >> set).count_ones().into());
    counted(outcomes(shape).into_iter().map(numbers).collect())
}

/// A filter and [`messages`] by set bits.
struct Chain {
    sigma: u64,
    messages: Vec<Law<(u64, u64)>>,
}

impl Chain {
    fn new(filter: SigmaBounded) -> Self {
        let sigma = filter.sigma();
        Self { sigma, messages: (0..=sigma).map(|set| messages(filter.shape(), set)).collect() }
    }

    fn step(&self, set: u64, reset: Reset) -> Vec<(u64, Rational)> {
        let mut next = Vec::new();
        for ((distinct, fresh), p) in &self.messages[set as usize] {
            match reset {
                _ if set + fresh <= self.sigma => next.push((set + fresh, p.clone())),
                Reset::Forget => next.push((0, p.clone())),
                Reset::Retain => next.push((*distinct, p.clone())),
                Reset::RetainAverage => next.extend(self.messages[0].iter().map(|((d, _), q)| (*d, p.clone() * q))),
            }
        }
        next
    }

    /// The stationary distribution, by set bits.
    fn law(&self, start: u64, reset: Reset) -> Vec<Rational> {
        let law = stationary(start, |set| self.step(*set, reset));
        (0..=self.sigma).map(|set| law.get(&set).cloned().unwrap_or_else(|| A.zero())).collect()
    }

    /// All transitions of a filter that forgets.
    fn matrix(&self) -> Vec<Vec<Rational>> {
        let entry = |set, to| A.sum(self.step(set, Reset::Forget).iter().filter(|(at, _)| *at == to).map(|(_, p)| p));
        (0..=self.sigma).map(|set| (0..=self.sigma).map(|to| entry(set, to)).collect()).collect()
    }
}

/// All small filters with a threshold of at least `least` times k.
fn filters(least: u64) -> impl Iterator<Item = SigmaBounded> {
    shapes(10, 3)
        .flat_map(move |shape| (least * shape.hashes()..shape.bits()).map(move |sigma| (shape, sigma)))
        .map(|(shape, sigma)| SigmaBounded::new(shape, sigma).unwrap())
}

fn mean_rho(shape: Shape, masses: &[Rational]) -> Rational {
    A.sum((0..).zip(masses).map(|(set, p)| false_positive_probability(&A, shape, set) * p))
}

#[test]
fn transitions_are_the_enumerated_ones() {
    for shape in shapes(10, 4).filter(|s| s.bits() <= 7 || s.hashes() <= 3) {
        for set in 0..shape.bits() {
            let (row, messages) = (transitions(&A, shape, set), messages(shape, set));
            assert_eq!(row, published_recursion(&A, shape, set), "{shape:?} {set}");
            for (e, t) in (0..).zip(&row) {
                let counted = A.sum(messages.iter().filter(|((_, fresh), _)| *fresh == e).map(|(_, p)| p));
                assert_eq!(*t, counted, "{shape:?} {set} {e}");
            }
            assert_eq!(row[0], false_positive_probability(&A, shape, set));
        }
        let messages = messages(shape, 0);
        for (d, p) in (0..).zip(distinct::positions(&A, shape)) {
            assert_eq!(p, messages.get(&(d, d)).cloned().unwrap_or_else(|| A.zero()));
        }
        for row in [transitions(&A, shape, shape.bits()), published_recursion(&A, shape, shape.bits())] {
            assert!(row[0] == A.one() && row[1..].iter().all(|t| *t == A.zero()), "a full filter stays full");
        }
    }
}

#[test]
fn non_retaining_filters_equal_the_dense_solve() {
    for filter in filters(0) {
        let (shape, sigma, chain) = (filter.shape(), filter.sigma(), Chain::new(filter));
        let masses = chain.law(0, Reset::Forget);
        let average = one_phase(&A, filter);
        assert_eq!(bloomlab_recycling::stationary(&A, filter), masses, "{filter:?}");
        assert_eq!(stationary_by_elimination(&A, chain.matrix()), masses);
        assert_eq!(average.rate, mean_rho(shape, &masses), "{filter:?}");
        assert_eq!(average.messages_per_cycle.clone() * &masses[0], A.one(), "{filter:?}");
        assert_eq!(average, published_one_phase(&A, filter), "{filter:?}");
        // every level is crossed once a cycle
        let overflow = |state: &State<Rational>| A.sum(state.transitions.iter().skip((sigma - state.set) as usize + 1));
        let overflows = Visits::new(&A, shape).up_to(filter).map(|state| overflow(&state) * &state.visits);
        assert_eq!(A.sum(overflows), A.one());
    }
}

#[test]
fn retaining_filters_equal_the_dense_solve() {
    let (mut equal, mut different) = (0, 0);
    for base in filters(1) {
        let (shape, sigma, chain) = (base.shape(), base.sigma(), Chain::new(base));
        let filter = Retaining::new(base).unwrap();
        let without = shape.sampling() == Sampling::WithoutReplacement;
        let start = if without { shape.hashes() } else { 1 };
        let masses = chain.law(start, Reset::Retain);
        assert_eq!(retaining_stationary(&A, filter), masses, "{filter:?}");
        let ours = retaining(&A, filter);
        assert_eq!(ours.rate, mean_rho(shape, &masses), "{filter:?}");
        // one reset per cycle
        let overflow = |set| A.sum(transitions(&A, shape, set).iter().skip((sigma - set) as usize + 1));
        let resets = A.sum((0..).zip(&masses).map(|(set, p)| overflow(set) * p));
        assert_eq!(ours.messages_per_cycle * resets, A.one(), "{filter:?}");

        let rule = chain.law(start, Reset::RetainAverage);
        let published = published_retaining(&A, filter);
        assert_eq!(published_retaining_by_linear_solve(&A, filter), rule, "{filter:?}");
        assert_eq!(published.rate, mean_rho(shape, &rule), "{filter:?}");
        let Average { messages_per_cycle: l, rate } = one_phase(&A, base);
        assert_eq!(published.rate, rate * &l / (l - A.one()));
        // the rule is exact where an overflowing message cannot have more positions than others
        assert_eq!(ours.rate == published.rate, without || shape.hashes() == 1, "{filter:?}");
        if ours.rate == published.rate { equal += 1 } else { different += 1 }
    }
    assert!(equal > 50 && different > 50, "{equal} {different}");
}

#[test]
fn the_printed_column_for_state_0_is_right_from_sigma_k_on() {
    for filter in filters(0) {
        let printed = published_transition_matrix(&A, filter);
        assert_eq!(printed == Chain::new(filter).matrix(), filter.sigma() >= filter.shape().hashes(), "{filter:?}");
    }
    let printed = published_transition_matrix(&A, filter(4, 3, Sampling::WithReplacement, 1));
    assert_eq!(A.sum(&printed[0]), Rational::new(1, 16));
}

#[test]
fn the_printed_boundary_of_the_cycle_length_is_that_of_a_smaller_threshold() {
    for filter in filters(0).filter(|filter| filter.sigma() > 0) {
        let smaller = SigmaBounded::new(filter.shape(), filter.sigma() - 1).unwrap();
        assert_eq!(published_messages_per_cycle(&A, filter), one_phase(&A, smaller).messages_per_cycle);
    }
    let two = filter(4, 2, Sampling::WithReplacement, 2);
    assert_eq!(published_messages_per_cycle(&A, two), Rational::new(19, 15));
    assert_eq!(one_phase(&A, two).messages_per_cycle, Rational::new(37, 15));
}

#[test]
fn one_hash_has_a_closed_form() {
    for bits in 1..=30 {
        for sigma in 0..bits {
            let closed = one_hash_rate(&A, bits, sigma).unwrap();
            for sampling in BOTH {
                assert_eq!(one_phase(&A, filter(bits, 1, sampling, sigma)).rate, closed);
            }
            let harmonic = A.sum((0..=sigma).map(|j| A.ratio(1, bits - j)));
            assert_eq!(A.one() - A.integer(sigma + 1) / (harmonic * A.integer(bits)), closed);
        }
    }
    assert!(one_hash_rate(&A, 5, 5).is_err());
}
