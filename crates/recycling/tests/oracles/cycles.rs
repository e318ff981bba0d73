//! Lengths of cycles, the claims about them, and repeats counted.

use bloomlab_exact::Rational;
use bloomlab_numbers::{Arithmetic, Double, Number, Sampling};
use bloomlab_recycling::*;

use crate::support::{A, BOTH, Law, counted, error, filter, outcomes, shapes, stationary};

/// Pr\[L > n\], n = 0, 1, …
fn survival<B: Arithmetic>(a: &B, filter: SigmaBounded) -> impl Iterator<Item = B::Number> {
    let multiply = |all: &mut B::Number, gamma: B::Number| {
        *all = all.clone() * gamma;
        Some(all.clone())
    };
    std::iter::once(a.one()).chain(continuation(a, filter).scan(a.one(), multiply))
}

#[test]
fn lengths_have_the_mean_of_the_visits() {
    for sampling in BOTH {
        for (bits, k, sigma) in [(5, 2, 3), (8, 3, 5), (6, 1, 0), (9, 4, 2)] {
            let filter = filter(bits, k, sampling, sigma);
            let mean = one_phase(&A, filter).messages_per_cycle;
            // the tail beyond n falls by at most the largest eigenvalue ρ(σ) a step
            let total = A.sum(survival(&A, filter).take(61));
            assert!(total <= mean && (mean - total).to_f64() < 1e-9, "{filter:?}");
        }
    }
    let filter = filter(1000, 5, Sampling::WithReplacement, 590);
    let mean: f64 = survival(&Double, filter).take(400).sum();
    assert!(error(mean, one_phase(&Double, filter).messages_per_cycle) < 1e-11);
}

#[test]
fn claim_1_holds_exactly_over_a_grid() {
    let mut checked = 0;
    for shape in shapes(12, 4) {
        for sigma in 0..shape.bits() {
            let filter = SigmaBounded::new(shape, sigma).unwrap();
            let gamma: Vec<Rational> = continuation(&A, filter).take(12).collect();
            assert!(gamma.windows(2).all(|pair| pair[0] >= pair[1]), "{filter:?}");
            checked += gamma.len();
            match continuation_limit(&A, filter) {
                Some(limit) => assert!(gamma.iter().all(|g| *g >= limit), "{filter:?}"),
                None => assert_eq!(gamma, vec![A.zero()]),
            }
        }
    }
    assert!(checked > 5000, "{checked}");
    for sampling in BOTH {
        let filter = filter(20, 2, sampling, 12);
        let late = continuation(&Double, filter).nth(400).unwrap();
        assert!(error(late, continuation_limit(&Double, filter).unwrap()) < 1e-9);
    }
}

#[test]
fn theorem_1_has_a_counterexample() {
    let filter = filter(5, 3, Sampling::WithoutReplacement, 4);
    let counts = count_each_uniform(&A, filter, 5, &Rational::new(1, 1000)).unwrap();
    let factor = theorem_1_factor(&A, filter).unwrap();
    assert_eq!(counts.first_arrivals, Rational::new(5, 29));
    assert_eq!(factor, Rational::new(5, 2));
    assert_eq!(counts.all_arrivals.decimal(6), "0.578975");
    assert!(counts.first_arrivals < counts.all_arrivals / factor);
    assert!(count_each_uniform(&A, filter, 0, &Rational::new(1, 5)).is_err());
    assert!(count_each_uniform(&A, filter, 3, &A.zero()).is_err());
    assert!(count_each_uniform(&Double, filter, 3, &f64::NAN).is_err());
}

/// Which of the three messages have come in this cycle, which of them set no bit then, and the set bits.
type Arrivals = (u32, u32, u64);

/// One arrival at a filter of 3 bits and threshold 2: the next states, each with true if it was a false positive.
fn arrive((seen, flagged, set): Arrivals, hashed: &Law<u32>) -> Vec<(Arrivals, Rational, bool)> {
    let each = A.ratio(1, 4);
    let mut next = Vec::new();
    // the last of them never repeats
    for mark in [1, 2, 4, 0] {
        if seen & mark > 0 {
            next.push(((seen, flagged, set), each.clone(), flagged & mark > 0));
            continue;
        }
        for (positions, p) in hashed {
            let fresh: u64 = (positions >> set).count_ones().into();
            let flag = if fresh == 0 { mark } else { 0 };
            let to = if set + fresh > 2 { (0, 0, 0) } else { (seen | mark, flagged | flag, set + fresh) };
            next.push((to, each.clone() * p, fresh == 0));
        }
    }
    next
}

/// F_r by following arrivals one by one: the state also holds which messages have been flagged.
#[test]
fn counts_agree_with_a_chain_over_arrivals() {
    for sampling in BOTH {
        let filter = filter(3, 2, sampling, 2);
        let hashed = counted(outcomes(filter.shape()));
        let step = |state: &Arrivals| arrive(*state, &hashed).into_iter().map(|(to, p, _)| (to, p)).collect();
        let flagged =
            |state| A.sum(arrive(state, &hashed).into_iter().filter(|(_, _, found)| *found).map(|(_, p, _)| p));
        let share = A.sum(stationary((0, 0, 0), step).into_iter().map(|(state, mass)| mass * flagged(state)));
        assert_eq!(count_each_uniform(&A, filter, 3, &A.ratio(1, 4)).unwrap().all_arrivals, share);
    }
}
