//! Stable filters: the full chain over the values of all cells, solved over the rationals, and reference values.

use std::collections::BTreeMap;

use bloomlab_exact::{Rational, Rationals};
use bloomlab_numbers::{
    Arithmetic, Double,
    Sampling::{self, WithReplacement, WithoutReplacement},
};
use bloomlab_recycling::stable::{self, Stable};

use crate::support::{outcomes, shape, stationary};

const A: Rationals = Rationals;

fn stable(cells: u64, hashes: u64, sampling: Sampling, decrements: u64, most: u64) -> Stable {
    Stable::new(shape(cells, hashes, sampling), decrements, most).unwrap()
}

type Cells = Vec<u64>;

/// One insertion into each state with each pair of decremented cells and positions, all equally likely.
fn after(cells: &Cells, filter: Stable, outcomes: &[u32]) -> Vec<Cells> {
    let subsets = (0..1_u32 << cells.len()).filter(|mask| u64::from(mask.count_ones()) == filter.decrements());
    subsets
        .flat_map(|taken| {
            outcomes.iter().map(move |set| {
                let one = |(cell, &value): (usize, &u64)| match (set >> cell & 1, taken >> cell & 1) {
                    (1, _) => filter.most(),
                    (_, 1) => value.saturating_sub(1),
                    _ => value,
                };
                cells.iter().enumerate().map(one).collect()
            })
        })
        .collect()
}

/// The stationary distribution of the values of all cells.
fn distribution(filter: Stable, outcomes: &[u32]) -> Vec<(Cells, Rational)> {
    let start = vec![filter.most(); filter.shape().bits() as usize];
    let (mut states, mut rows) = (vec![start], Vec::new());
    while rows.len() < states.len() {
        let mut row: BTreeMap<usize, u64> = BTreeMap::new();
        let next = after(&states[rows.len()], filter, outcomes);
        let ways = next.len() as u64;
        for to in next {
            let index = states.iter().position(|known| *known == to).unwrap_or_else(|| {
                states.push(to);
                states.len() - 1
            });
            *row.entry(index).or_insert(0) += 1;
        }
        rows.push((row, ways));
    }
    let entry = |(row, ways): &(BTreeMap<usize, u64>, u64), to| A.ratio(row.get(&to).copied().unwrap_or(0), *ways);
    let matrix: Vec<Vec<Rational>> =
        rows.iter().map(|row| (0..states.len()).map(|to| entry(row, to)).collect()).collect();
    // a start that nothing leads back to has probability 0, which elimination finds by itself
    states.into_iter().zip(stationary(&matrix)).collect()
}

fn all_set(cells: &Cells, query: u32) -> bool {
    cells.iter().enumerate().all(|(cell, &value)| query >> cell & 1 == 0 || value > 0)
}

fn tiny() -> impl Iterator<Item = Stable> {
    [(2, 1, 1, 1), (3, 1, 2, 2), (3, 2, 1, 1), (4, 2, 1, 1), (4, 2, 2, 1), (3, 1, 1, 3), (4, 3, 2, 1), (3, 2, 2, 2)]
        .into_iter()
        .flat_map(|(m, k, p, most)| {
            [WithReplacement, WithoutReplacement].map(|sampling| stable(m, k, sampling, p, most))
        })
}

#[test]
fn rates_and_zeros_are_those_of_the_full_chain() {
    for filter in tiny() {
        let outcomes = outcomes(filter.shape());
        let masses = distribution(filter, &outcomes);
        let rate = masses.iter().fold(A.zero(), |sum, (cells, mass)| {
            let found = outcomes.iter().filter(|query| all_set(cells, **query)).count() as u64;
            sum + mass.clone() * A.ratio(found, outcomes.len() as u64)
        });
        assert_eq!(stable::rate(&A, filter).unwrap(), rate, "{filter:?}");
        let zero = masses.iter().filter(|(cells, _)| cells[0] == 0).fold(A.zero(), |sum, (_, mass)| sum + mass);
        assert_eq!(stable::zero_share(&A, filter), zero, "{filter:?}");
        // the observed bound for distinct positions
        if filter.shape().sampling() == WithoutReplacement {
            assert!(stable::published_rate(&A, filter) >= rate, "{filter:?}");
        }
    }
}

/// The distribution of all cells pushed insertion by insertion, from each distribution just after an item was inserted.
#[test]
fn forgetting_is_that_of_the_full_chain() {
    for filter in tiny() {
        let outcomes = outcomes(filter.shape());
        let mut now: BTreeMap<(u32, Cells), Rational> = BTreeMap::new();
        let add = |map: &mut BTreeMap<(u32, Cells), Rational>, key, mass: Rational| {
            let entry = map.entry(key).or_insert_with(|| A.zero());
            *entry = entry.clone() + mass;
        };
        for &item in &outcomes {
            // what the item's insertion leaves does not matter to its own cells; others start anywhere
            let cells = (0..filter.shape().bits()).map(|cell| filter.most() * u64::from(item >> cell & 1)).collect();
            add(&mut now, (item, cells), A.ratio(1, outcomes.len() as u64));
        }
        for missed in stable::forgetting(&A, filter, 3).unwrap() {
            let unknown = now.iter().filter(|((item, cells), _)| !all_set(cells, *item));
            assert_eq!(missed, unknown.fold(A.zero(), |sum, (_, mass)| sum + mass), "{filter:?}");
            let mut next = BTreeMap::new();
            for ((item, cells), mass) in &now {
                let to = after(cells, filter, &outcomes);
                let each = A.ratio(1, to.len() as u64);
                to.into_iter().for_each(|cells| add(&mut next, (*item, cells), mass.clone() * &each));
            }
            now = next;
        }
    }
}

#[test]
fn reference_rationals() {
    let exact = |m, k, p, most, sampling| stable::rate(&A, stable(m, k, sampling, p, most)).unwrap();
    assert_eq!(exact(4, 2, 1, 1, WithoutReplacement), Rational::new(34, 55));
    assert_eq!(exact(4, 2, 2, 2, WithoutReplacement), Rational::new(14_368, 18_375));
    assert_eq!(exact(4, 2, 2, 2, WithReplacement), Rational::new(207_334, 279_841));
    assert_eq!(exact(5, 3, 2, 1, WithoutReplacement), Rational::new(808, 1843));
    assert_eq!(exact(3, 1, 2, 2, WithoutReplacement), Rational::new(33, 49));
}

#[test]
fn reference_values() {
    let near = |value: f64, reference: f64, within: f64| {
        assert!((value / reference - 1.0).abs() < within, "{value} {reference}")
    };
    let distinct = stable(1000, 3, WithoutReplacement, 10, 1);
    near(stable::rate(&Double, distinct).unwrap(), 0.012_312_945_058_835_299, 1e-12);
    near(stable::published_rate(&Double, distinct), 0.012_374_960_914_201_576, 1e-12);
    near(stable::rate(&Double, stable(1000, 3, WithReplacement, 10, 1)).unwrap(), 0.012_407_705_672_774_341, 1e-12);
    near(stable::forgetting(&Double, distinct, 40).unwrap()[40], 0.675_665_728_332, 1e-11);
    for (m, k, p, most, rate, above) in [
        (100, 3, 10, 1, 0.012_506_5, 0.054),
        (10_000, 3, 10, 1, 0.012_291_8, 0.0005),
        (1000, 6, 20, 3, 0.026_535_9, 0.0065),
        (1000, 10, 30, 1, 9.602_25e-7, 0.071),
        (1000, 4, 30, 7, 0.116_845, 0.0023),
    ] {
        let filter = stable(m, k, WithoutReplacement, p, most);
        let exact = stable::rate(&Double, filter).unwrap();
        near(exact, rate, 5e-6);
        near(stable::published_rate(&Double, filter) / exact - 1.0, above, 0.03);
    }
}

/// 1000 bits at a rate of 0.01, one bit a cell, K = 3, P = 11: what is missed after 10, 40, 100 messages.
#[test]
fn it_forgets_early() {
    let filter = stable(1000, 3, WithoutReplacement, 11, 1);
    assert!((stable::rate(&Double, filter).unwrap() - 0.009_855).abs() < 5e-7);
    let missed = stable::forgetting(&Double, filter, 100).unwrap();
    for (distance, share) in [(10, 0.279), (40, 0.710), (100, 0.933)] {
        assert!((missed[distance] - share).abs() < 5.1e-4, "{distance}: {}", missed[distance]);
    }
    assert!(missed[0].abs() < 1e-12);
}

#[test]
fn nonsense_is_refused() {
    let shape = shape(8, 2, WithReplacement);
    assert!(Stable::new(shape, 9, 1).is_err() && Stable::new(shape, 0, 1).is_err());
    assert!(Stable::new(shape, 1, 0).is_err() && Stable::new(shape, 1, 256).is_err());
    assert!(stable::rate(&Double, stable(1 << 20, 20, WithReplacement, 9, 15)).is_err());
}
