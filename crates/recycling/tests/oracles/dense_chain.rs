//! The full chain on the number of set bits, its transitions counted by enumerating hash outcomes, solved densely.

use crate::support::{BOTH, filter, outcomes, shape, stationary};
use bloomlab_exact::{Rational, Rationals};
use bloomlab_numbers::{Arithmetic, Sampling, Shape, distinct};
use bloomlab_recycling::*;

const A: Rationals = Rationals;

/// counts[i][d][e]: outcomes with d distinct sampling, e of them on clear bits, when bits 0 … i−1 are set.
struct Counted {
    counts: Vec<Vec<Vec<u64>>>,
    total: u64,
}

fn count(shape: Shape) -> Counted {
    let outcomes = outcomes(shape);
    let k = shape.hashes() as usize;
    let mut counts = vec![vec![vec![0; k + 1]; k + 1]; shape.bits() as usize];
    for (i, table) in counts.iter_mut().enumerate() {
        for mask in &outcomes {
            table[mask.count_ones() as usize][(mask >> i).count_ones() as usize] += 1;
        }
    }
    Counted { counts, total: outcomes.len() as u64 }
}

/// Where the overflowing message goes: nowhere, into the empty filter, or (the papers' rule) an average message does.
#[derive(Clone, Copy, PartialEq)]
enum Reset {
    Forget,
    Retain,
    RetainAverage,
}

fn chain(counted: &Counted, sigma: usize, reset: Reset) -> Vec<Vec<Rational>> {
    let mut matrix = vec![vec![0_u64; sigma + 1]; sigma + 1];
    let mut overflows = vec![0_u64; sigma + 1];
    for (i, row) in matrix.iter_mut().enumerate() {
        for (d, by_clear) in counted.counts[i].iter().enumerate() {
            for (e, &count) in by_clear.iter().enumerate() {
                match (i + e <= sigma, reset) {
                    (true, _) => row[i + e] += count,
                    (false, Reset::Forget) => row[0] += count,
                    (false, Reset::Retain) if count > 0 => row[d] += count,
                    (false, _) => overflows[i] += count,
                }
            }
        }
    }
    let probability = |count: u64| Rational::new(count, counted.total);
    let mut matrix: Vec<Vec<Rational>> =
        matrix.into_iter().map(|row| row.into_iter().map(probability).collect()).collect();
    if reset == Reset::RetainAverage {
        for (i, row) in matrix.iter_mut().enumerate() {
            for (d, by_clear) in counted.counts[0].iter().enumerate() {
                let count: u64 = by_clear.iter().sum();
                if count > 0 {
                    row[d] = row[d].clone() + probability(overflows[i]) * probability(count);
                }
            }
        }
    }
    matrix
}

/// Drops states that cannot be reached, which would make the dense system singular.
fn solve(matrix: Vec<Vec<Rational>>, start: usize) -> Vec<Rational> {
    let mut reached = vec![start];
    let mut next = 0;
    while next < reached.len() {
        let i = reached[next];
        for (j, p) in matrix[i].iter().enumerate() {
            if *p != A.zero() && !reached.contains(&j) {
                reached.push(j);
            }
        }
        next += 1;
    }
    let small: Vec<Vec<Rational>> =
        reached.iter().map(|&i| reached.iter().map(|&j| matrix[i][j].clone()).collect()).collect();
    let mut masses = vec![A.zero(); matrix.len()];
    for (p, &i) in stationary(&small).into_iter().zip(&reached) {
        masses[i] = p;
    }
    masses
}

fn mean_rho(shape: Shape, masses: &[Rational]) -> Rational {
    (0..).zip(masses).fold(A.zero(), |sum, (i, p)| sum + false_positive_probability(&A, shape, i) * p)
}

fn cases(k_max: u64) -> impl Iterator<Item = Shape> {
    BOTH.into_iter().flat_map(move |sampling| {
        (1..=10).flat_map(move |bits| {
            (1..=k_max)
                .filter(move |&k| sampling == Sampling::WithReplacement || k <= bits)
                .map(move |k| shape(bits, k, sampling))
        })
    })
}

#[test]
fn transitions_are_the_enumerated_ones() {
    for shape in cases(4).filter(|s| s.bits() <= 7 || s.hashes() <= 3) {
        let counted = count(shape);
        for (i, table) in counted.counts.iter().enumerate() {
            let row = transitions(&A, shape, i as u64);
            assert_eq!(row, published_recursion(&A, shape, i as u64), "{shape:?} {i}");
            for (e, t) in row.iter().enumerate() {
                let count: u64 = table.iter().map(|by_clear| by_clear[e]).sum();
                assert_eq!(*t, Rational::new(count, counted.total), "{shape:?} {i} {e}");
            }
            assert_eq!(row[0], false_positive_probability(&A, shape, i as u64));
        }
        for (d, p) in distinct::positions(&A, shape).into_iter().enumerate() {
            let count: u64 = counted.counts[0][d].iter().sum();
            assert_eq!(p, Rational::new(count, counted.total));
        }
    }
}

#[test]
fn a_full_filter_stays_full() {
    for shape in cases(3) {
        for row in [transitions(&A, shape, shape.bits()), published_recursion(&A, shape, shape.bits())] {
            assert_eq!(row[0], A.one());
            assert!(row[1..].iter().all(|t| *t == A.zero()));
        }
    }
}

#[test]
fn non_retaining_filters_equal_the_dense_solve() {
    for shape in cases(3) {
        let counted = count(shape);
        for sigma in 0..shape.bits() {
            let filter = SigmaBounded::new(shape, sigma).unwrap();
            let masses = solve(chain(&counted, sigma as usize, Reset::Forget), 0);
            let average = one_phase(&A, filter);
            assert_eq!(stationary_masses(filter), masses, "{filter:?}");
            assert_eq!(stationary_by_elimination(&A, chain(&counted, sigma as usize, Reset::Forget)), masses);
            assert_eq!(average.rate, mean_rho(shape, &masses), "{filter:?}");
            assert_eq!(average.messages_per_cycle.clone() * &masses[0], A.one(), "{filter:?}");
            assert_eq!(average, published_one_phase(&A, filter), "{filter:?}");
            let overflows = Visits::new(&A, shape).up_to(filter).map(|state| state.overflow(&A, sigma) * &state.visits);
            assert_eq!(overflows.fold(A.zero(), |sum, last| sum + last), A.one());
        }
    }
}

fn stationary_masses(filter: SigmaBounded) -> Vec<Rational> {
    bloomlab_recycling::stationary(&A, filter)
}

#[test]
fn retaining_filters_equal_the_dense_solve() {
    let (mut equal, mut different) = (0, 0);
    for shape in cases(3) {
        let counted = count(shape);
        for sigma in shape.hashes()..shape.bits() {
            let base = SigmaBounded::new(shape, sigma).unwrap();
            let filter = Retaining::new(base).unwrap();
            let start = if shape.sampling() == Sampling::WithReplacement { 1 } else { shape.hashes() };
            let masses = solve(chain(&counted, sigma as usize, Reset::Retain), start as usize);
            assert_eq!(retaining_stationary(&A, filter), masses, "{filter:?}");
            let ours = retaining(&A, filter);
            assert_eq!(ours.rate, mean_rho(shape, &masses), "{filter:?}");
            // one reset per cycle
            let resets = (0..).zip(&masses).fold(A.zero(), |sum, (i, p)| {
                let row = transitions(&A, shape, i);
                sum + row.iter().skip((sigma - i) as usize + 1).fold(A.zero(), |s, t| s + t) * p
            });
            assert_eq!(ours.messages_per_cycle * resets, A.one(), "{filter:?}");

            let rule = solve(chain(&counted, sigma as usize, Reset::RetainAverage), start as usize);
            let published = published_retaining(&A, filter);
            assert_eq!(published_retaining_by_linear_solve(&A, filter), rule, "{filter:?}");
            assert_eq!(published.rate, mean_rho(shape, &rule), "{filter:?}");
            let Average { messages_per_cycle: l, rate } = one_phase(&A, base);
            assert_eq!(published.rate, rate * &l / (l - A.one()));
            let without = shape.sampling() == Sampling::WithoutReplacement;
            // the rule is exact where an overflowing message cannot have more sampling than others
            assert_eq!(ours.rate == published.rate, without || shape.hashes() == 1, "{filter:?}");
            if ours.rate == published.rate { equal += 1 } else { different += 1 }
        }
    }
    assert!(equal > 50 && different > 50, "{equal} {different}");
}

#[test]
fn the_printed_column_for_state_0_is_right_from_sigma_k_on() {
    for shape in cases(3) {
        let counted = count(shape);
        for sigma in 0..shape.bits() {
            let filter = SigmaBounded::new(shape, sigma).unwrap();
            let printed = published_transition_matrix(&A, filter);
            let right = chain(&counted, sigma as usize, Reset::Forget);
            assert_eq!(printed == right, sigma >= shape.hashes(), "{filter:?}");
        }
    }
    let printed = published_transition_matrix(&A, filter(4, 3, Sampling::WithReplacement, 1));
    assert_eq!(printed[0].iter().fold(A.zero(), |sum, t| sum + t), Rational::new(1, 16));
}

#[test]
fn the_printed_boundary_of_the_cycle_length_is_that_of_a_smaller_threshold() {
    for shape in cases(3) {
        for sigma in 1..shape.bits() {
            let printed = published_messages_per_cycle(&A, SigmaBounded::new(shape, sigma).unwrap());
            let smaller = one_phase(&A, SigmaBounded::new(shape, sigma - 1).unwrap()).messages_per_cycle;
            assert_eq!(printed, smaller);
        }
    }
    let two = filter(4, 2, Sampling::WithReplacement, 2);
    assert_eq!(published_messages_per_cycle(&A, two), Rational::new(19, 15));
    assert_eq!(one_phase(&A, two).messages_per_cycle, Rational::new(37, 15));
}

#[test]
fn one_hash_has_a_closed_form() {
    for bits in 1..=30 {
        for sigma in 0..bits {
            for sampling in BOTH {
                let rate = one_phase(&A, filter(bits, 1, sampling, sigma)).rate;
                assert_eq!(one_hash_rate(&A, bits, sigma).unwrap(), rate);
            }
            let harmonic = (0..=sigma).fold(A.zero(), |sum, j| sum + A.ratio(1, bits - j));
            let other = A.one() - A.integer(sigma + 1) / (harmonic * A.integer(bits));
            assert_eq!(one_hash_rate(&A, bits, sigma).unwrap(), other);
        }
    }
    assert!(one_hash_rate(&A, 5, 5).is_err());
}

#[test]
fn every_level_is_crossed_once_a_cycle() {
    for shape in cases(3) {
        for sigma in 0..shape.bits() {
            let crossing = Visits::new(&A, shape)
                .take(sigma as usize + 1)
                .fold(A.zero(), |sum, state| sum + state.overflow(&A, sigma) * &state.visits);
            assert_eq!(crossing, A.one());
        }
    }
}
