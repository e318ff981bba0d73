//! Stable filters: the full chain over the values of all cells, solved over the rationals, and reference values.

use bloomlab_exact::Rational;
use bloomlab_numbers::{
    Arithmetic, Double, Number,
    Sampling::{self, WithReplacement, WithoutReplacement},
};
use bloomlab_recycling::stable::{self, Stable};

use crate::support::{A, counted, error, outcomes, pushed, shape, stationary};

fn stable(cells: u64, hashes: u64, sampling: Sampling, decrements: u64, most: u64) -> Stable {
    Stable::new(shape(cells, hashes, sampling), decrements, most).unwrap()
}

type Cells = Vec<u64>;

/// One insertion with each pair of decremented cells and positions, all equally likely.
fn after(cells: &Cells, filter: Stable, outcomes: &[u32]) -> Vec<(Cells, Rational)> {
    let subsets = (0..1_u32 << cells.len()).filter(|mask| u64::from(mask.count_ones()) == filter.decrements());
    let pairs = subsets.flat_map(|taken| outcomes.iter().map(move |set| (taken, set)));
    let insert = |(taken, set): (u32, &u32)| {
        let one = |(cell, &value): (usize, &u64)| match (set >> cell & 1, taken >> cell & 1) {
            (1, _) => filter.most(),
            (_, 1) => value.saturating_sub(1),
            _ => value,
        };
        cells.iter().enumerate().map(one).collect()
    };
    counted(pairs.map(insert).collect()).into_iter().collect()
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
        let start = vec![filter.most(); filter.shape().bits() as usize];
        let masses = stationary(start, |cells| after(cells, filter, &outcomes));
        let found = |cells: &Cells| outcomes.iter().filter(|query| all_set(cells, **query)).count() as u64;
        let rate = A.sum(masses.iter().map(|(cells, p)| A.ratio(found(cells), outcomes.len() as u64) * p));
        assert_eq!(stable::rate(&A, filter).unwrap(), rate, "{filter:?}");
        let zero = A.sum(masses.iter().filter(|(cells, _)| cells[0] == 0).map(|(_, p)| p));
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
        // what the item's insertion leaves does not matter to its own cells; others start anywhere
        let cells =
            |item: u32| (0..filter.shape().bits()).map(|cell| filter.most() * u64::from(item >> cell & 1)).collect();
        let mut now = counted(outcomes.iter().map(|&item| (item, cells(item))).collect::<Vec<(u32, Cells)>>());
        for missed in stable::forgetting(&A, filter, 3).unwrap() {
            let unknown = now.iter().filter(|((item, cells), _)| !all_set(cells, *item));
            assert_eq!(missed, A.sum(unknown.map(|(_, p)| p)), "{filter:?}");
            now = pushed(&now, |(item, cells)| {
                after(cells, filter, &outcomes).into_iter().map(|(cells, p)| ((*item, cells), p)).collect()
            });
        }
    }
}

#[test]
fn reference_values() {
    let near = |value, reference, within| assert!(error(value, reference) < within, "{value} {reference}");
    let distinct = stable(1000, 3, WithoutReplacement, 10, 1);
    near(stable::rate(&Double, distinct).unwrap(), 0.012_312_945_058_835_299, 1e-12);
    near(stable::published_rate(&Double, distinct), 0.012_374_960_914_201_576, 1e-12);
    near(stable::rate(&Double, stable(1000, 3, WithReplacement, 10, 1)).unwrap(), 0.012_407_705_672_774_341, 1e-12);
    let missed = stable::forgetting(&Double, distinct, 40).unwrap();
    near(missed[40], 0.675_665_728_332, 1e-11);
    assert_eq!(missed[0], 0.0);
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

/// Down to rates that a sum of changing signs would lose in the rounding of 1.
#[test]
fn doubles_have_the_digits_of_small_rates() {
    for (m, k, sampling, p, most) in [
        (1534, 6, WithoutReplacement, 1147, 1),
        (1534, 6, WithReplacement, 1147, 1),
        (100, 3, WithoutReplacement, 60, 4),
        (1 << 30, 2, WithReplacement, 1 << 20, 2),
    ] {
        let filter = stable(m, k, sampling, p, most);
        let exact = stable::rate(&A, filter).unwrap().to_f64();
        assert!(error(stable::rate(&Double, filter).unwrap(), exact) < 1e-13, "{filter:?}: {exact:e}");
    }
}

#[test]
fn nonsense_is_refused() {
    let shape = shape(8, 2, WithReplacement);
    assert!(Stable::new(shape, 9, 1).is_err() && Stable::new(shape, 0, 1).is_err());
    assert!(Stable::new(shape, 1, 0).is_err() && Stable::new(shape, 1, 256).is_err());
    assert!(stable::rate(&Double, stable(1 << 20, 20, WithReplacement, 9, 15)).is_err());
}
