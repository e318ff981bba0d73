//! Filters as arrays of bits: every hash outcome enumerated, the chain on the arrays themselves solved densely.

use std::collections::BTreeMap;

use crate::support::{BOTH, filter, outcomes, stationary};
use bloomlab_exact::{Rational, Rationals};
use bloomlab_numbers::Arithmetic;
use bloomlab_occupancy::Sampling;
use bloomlab_recycling::*;

const A: Rationals = Rationals;

/// The active array and, of a two-phase filter, the frozen one.
type Arrays = (u32, Option<u32>);

/// One new message with the given positions.
fn insert((active, frozen): Arrays, positions: u32, sigma: u64, retain: bool) -> Arrays {
    let filled = active | positions;
    if u64::from(filled.count_ones()) <= sigma {
        (filled, frozen)
    } else {
        (if retain { positions } else { 0 }, frozen.map(|_| active))
    }
}

fn known((active, frozen): Arrays, positions: u32) -> bool {
    active & positions == positions || frozen.is_some_and(|frozen| frozen & positions == positions)
}

/// The stationary distribution over arrays.
fn distribution(start: Arrays, outcomes: &[u32], sigma: u64, retain: bool) -> BTreeMap<Arrays, Rational> {
    let mut arrays = vec![start];
    let mut next = 0;
    let mut steps: Vec<BTreeMap<usize, u64>> = Vec::new();
    while next < arrays.len() {
        let mut step = BTreeMap::new();
        for &positions in outcomes {
            let to = insert(arrays[next], positions, sigma, retain);
            let index = arrays.iter().position(|&known| known == to).unwrap_or_else(|| {
                arrays.push(to);
                arrays.len() - 1
            });
            *step.entry(index).or_insert(0) += 1;
        }
        steps.push(step);
        next += 1;
    }
    // the start may be transient: it is left out where nothing leads back to it
    let transient = |j: usize| steps.iter().enumerate().all(|(i, step)| i == j || !step.contains_key(&j));
    let mut keep: Vec<usize> = (0..arrays.len()).collect();
    if transient(0) && arrays.len() > 1 {
        keep.remove(0);
    }
    // a state that only transient ones lead to is transient too
    loop {
        let before = keep.len();
        let led_to: Vec<usize> =
            keep.iter().copied().filter(|&j| keep.iter().any(|&i| i != j && steps[i].contains_key(&j))).collect();
        if led_to.len() == before || before == 1 {
            break;
        }
        keep = led_to;
    }
    let total = outcomes.len() as u64;
    let matrix: Vec<Vec<Rational>> = keep
        .iter()
        .map(|i| keep.iter().map(|j| Rational::new(steps[*i].get(j).copied().unwrap_or(0), total)).collect())
        .collect();
    keep.iter().map(|&i| arrays[i]).zip(stationary(&matrix)).collect()
}

fn rate(masses: &BTreeMap<Arrays, Rational>, outcomes: &[u32]) -> Rational {
    masses.iter().fold(A.zero(), |sum, (&arrays, p)| {
        let hits = outcomes.iter().filter(|&&positions| known(arrays, positions)).count() as u64;
        sum + Rational::new(hits, outcomes.len() as u64) * p
    })
}

#[test]
fn one_phase_rates() {
    for sampling in BOTH {
        for (bits, k) in [(3, 1), (3, 2), (3, 3), (4, 2), (4, 3), (5, 1), (5, 2)] {
            let outcomes = outcomes(crate::support::shape(bits, k, sampling));
            for sigma in 0..bits {
                let filter = filter(bits, k, sampling, sigma);
                let masses = distribution((0, None), &outcomes, sigma, false);
                assert_eq!(one_phase(&A, filter).rate, rate(&masses, &outcomes), "{filter:?}");
                if let Ok(retaining_filter) = Retaining::new(filter) {
                    let masses = distribution((outcomes[0], None), &outcomes, sigma, true);
                    assert_eq!(retaining(&A, retaining_filter).rate, rate(&masses, &outcomes), "{filter:?}");
                }
            }
        }
    }
}

#[test]
fn two_phase_rates() {
    for sampling in BOTH {
        for (bits, k) in [(2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (3, 3), (4, 1)] {
            if sampling == Sampling::WithoutReplacement && k > bits {
                continue;
            }
            let outcomes = outcomes(crate::support::shape(bits, k, sampling));
            for sigma in 0..bits {
                let filters = TwoPhase::new(2 * bits, k, sampling, sigma).unwrap();
                let ours = two_phase(&A, filters);
                let masses = distribution((0, Some(0)), &outcomes, sigma, false);
                assert_eq!(ours.rate, rate(&masses, &outcomes), "{filters:?}");
                let independent = sampling == Sampling::WithoutReplacement || k == 1;
                if independent {
                    assert_eq!(ours.rate, ours.published_rate, "{filters:?}");
                } else if sigma >= 1 {
                    assert!(ours.rate < ours.published_rate, "{filters:?}");
                }
            }
        }
    }
}

/// The false-negative rate of a message that is inserted in the stationary state, by following every outcome.
fn forgotten(masses: &BTreeMap<Arrays, Rational>, outcomes: &[u32], sigma: u64, farthest: usize) -> Vec<Rational> {
    let each = Rational::new(1, outcomes.len() as u64);
    let mut now: BTreeMap<(u32, Arrays), Rational> = BTreeMap::new();
    let add = |map: &mut BTreeMap<(u32, Arrays), Rational>, key, p: Rational| {
        let entry = map.entry(key).or_insert_with(|| A.zero());
        *entry = entry.clone() + p;
    };
    for (&arrays, p) in masses {
        for &tagged in outcomes {
            add(&mut now, (tagged, insert(arrays, tagged, sigma, false)), p.clone() * &each);
        }
    }
    let mut rates = Vec::new();
    for _ in 0..=farthest {
        let unknown = now.iter().filter(|((tagged, arrays), _)| !known(*arrays, *tagged));
        rates.push(unknown.fold(A.zero(), |sum, (_, p)| sum + p));
        let mut next = BTreeMap::new();
        for ((tagged, arrays), p) in &now {
            for &positions in outcomes {
                add(&mut next, (*tagged, insert(*arrays, positions, sigma, false)), p.clone() * &each);
            }
        }
        now = next;
    }
    rates
}

#[test]
fn forgetting_in_one_phase() {
    for sampling in BOTH {
        for (bits, k, sigma) in [(3, 1, 2), (3, 2, 2), (4, 2, 3), (4, 2, 1), (4, 3, 3), (3, 2, 0)] {
            let outcomes = outcomes(crate::support::shape(bits, k, sampling));
            let masses = distribution((0, None), &outcomes, sigma, false);
            let brute = forgotten(&masses, &outcomes, sigma, 6);
            let ours = forgetting_one_phase(&A, filter(bits, k, sampling, sigma), 6);
            let rates: Vec<Rational> = ours.into_iter().map(|f| f.false_negative_rate).collect();
            assert_eq!(rates, brute, "{sampling:?} {bits} {k} {sigma}");
        }
    }
}

#[test]
fn forgetting_in_two_phases() {
    for sampling in BOTH {
        for (bits, k, sigma) in [(3, 1, 2), (3, 2, 2), (3, 2, 1), (4, 2, 2), (3, 2, 0)] {
            let outcomes = outcomes(crate::support::shape(bits, k, sampling));
            let masses = distribution((0, Some(0)), &outcomes, sigma, false);
            let brute = forgotten(&masses, &outcomes, sigma, 6);
            let ours = forgetting_two_phase(&A, TwoPhase::new(2 * bits, k, sampling, sigma).unwrap(), 6);
            let rates: Vec<Rational> = ours.into_iter().map(|f| f.false_negative_rate).collect();
            assert_eq!(rates, brute, "{sampling:?} {bits} {k} {sigma}");
        }
    }
}

/// The rate of an N-bounded filter: bit-setting messages counted, the array cleared with the N-th.
#[test]
fn n_bounded_rates() {
    for sampling in BOTH {
        for (bits, k) in [(3, 1), (4, 1), (4, 2), (4, 3), (5, 2)] {
            let shape = crate::support::shape(bits, k, sampling);
            let outcomes = outcomes(shape);
            for messages in 1..=NBounded::most_messages(shape) {
                // (array, bit-setting messages so far)
                let mut states = vec![(0_u32, 0_u64)];
                let mut rows: Vec<BTreeMap<usize, u64>> = Vec::new();
                let mut next = 0;
                while next < states.len() {
                    let (array, count) = states[next];
                    let mut row = BTreeMap::new();
                    for &positions in &outcomes {
                        let to = match (array | positions == array, count + 1 == messages) {
                            (true, _) => (array, count),
                            (false, true) => (0, 0),
                            (false, false) => (array | positions, count + 1),
                        };
                        let index = states.iter().position(|&s| s == to).unwrap_or_else(|| {
                            states.push(to);
                            states.len() - 1
                        });
                        *row.entry(index).or_insert(0) += 1;
                    }
                    rows.push(row);
                    next += 1;
                }
                let total = outcomes.len() as u64;
                let size = states.len();
                let matrix: Vec<Vec<Rational>> = rows
                    .iter()
                    .map(|row| (0..size).map(|j| Rational::new(row.get(&j).copied().unwrap_or(0), total)).collect())
                    .collect();
                let masses: BTreeMap<Arrays, Rational> =
                    states.iter().zip(stationary(&matrix)).fold(BTreeMap::new(), |mut masses, (&(array, _), p)| {
                        let entry = masses.entry((array, None)).or_insert_with(|| A.zero());
                        *entry = entry.clone() + p;
                        masses
                    });
                let ours = n_bounded(&A, NBounded::new(shape, messages).unwrap());
                assert_eq!(ours.exact, rate(&masses, &outcomes), "{shape:?} {messages}");
                assert_eq!(ours.messages_per_cycle.clone() * (A.one() - &ours.exact), A.integer(messages));
                if sampling == Sampling::WithReplacement {
                    assert!(ours.f_o <= ours.f_a && ours.f_a <= ours.exact, "{shape:?} {messages}");
                }
            }
        }
    }
}
