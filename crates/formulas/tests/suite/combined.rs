//! Union, intersection and folding against every outcome of tiny filters, and reference values.

use std::collections::BTreeMap;

use bloomlab_exact::{Rational, Rationals};
use bloomlab_formulas::combined::{Pair, common_errors};
use bloomlab_formulas::folded::FoldedLoad;
use bloomlab_formulas::{Load, coverage, exact, inclusion_exclusion};
use bloomlab_numbers::{Arithmetic, Double};
use bloomlab_occupancy::{Sampling, Shape};

/// The bits of every outcome of an item: k positions in order, distinct or not.
fn outcomes(bits: u64, hashes: u32, sampling: Sampling) -> Vec<u64> {
    let all = (0..bits.pow(hashes)).map(|word| (0..hashes).map(|i| word / bits.pow(i) % bits).collect::<Vec<_>>());
    let is_drawn = |one: &Vec<u64>| {
        sampling == Sampling::WithReplacement || one.iter().enumerate().all(|(i, at)| !one[..i].contains(at))
    };
    all.filter(is_drawn).map(|one| one.iter().fold(0, |mask, at| mask | 1 << at)).collect()
}

/// The pairs of contents, and in how many ways each comes about.
fn pairs(all: &[u64], items: [u64; 2], common: u64) -> BTreeMap<(u64, u64), u64> {
    let mut pairs = BTreeMap::from([((0, 0), 1)]);
    let mut add = |one: bool, other: bool| {
        let mut next = BTreeMap::new();
        for ((left, right), ways) in &pairs {
            for item in all {
                let set = |filter: u64, is_in: bool| if is_in { filter | item } else { filter };
                *next.entry((set(*left, one), set(*right, other))).or_insert(0) += ways;
            }
        }
        pairs = next;
    };
    (0..common).for_each(|_| add(true, true));
    (common..items[0]).for_each(|_| add(true, false));
    (common..items[1]).for_each(|_| add(false, true));
    pairs
}

#[test]
fn pairs_have_the_rates_and_set_bits_of_every_outcome() {
    let a = &Rationals;
    for (bits, hashes, items, common, sampling) in [
        (3, 2, [1, 1], 0, Sampling::WithReplacement),
        (4, 1, [2, 2], 0, Sampling::WithReplacement),
        (3, 2, [2, 2], 1, Sampling::WithReplacement),
        (4, 2, [2, 1], 1, Sampling::WithReplacement),
        (4, 3, [2, 1], 0, Sampling::WithoutReplacement),
        (5, 2, [2, 2], 1, Sampling::WithoutReplacement),
        (3, 3, [1, 1], 1, Sampling::WithoutReplacement),
        (2, 3, [2, 2], 2, Sampling::WithReplacement),
        (1, 1, [1, 0], 0, Sampling::WithReplacement),
    ] {
        let shape = Shape::new(bits, hashes.into(), sampling).unwrap();
        let pair = Pair::new(shape, items, common).unwrap();
        let all = outcomes(bits, hashes, sampling);
        let pairs = pairs(&all, items, common);
        let tables: u64 = pairs.values().sum();
        let share = |covers: &dyn Fn(u64, u64) -> u64| {
            let covered = |set: u64| all.iter().filter(|query| *query & !set == 0).count() as u64;
            let count: u64 = pairs.iter().map(|((one, other), ways)| ways * covered(covers(*one, *other))).sum();
            Rational::new(count, tables * all.len() as u64)
        };
        assert_eq!(pair.rate_of_intersection(a).unwrap(), share(&|one, other| one & other), "{pair:?}");
        assert_eq!(exact::rate(a, pair.union()).unwrap(), share(&|one, other| one | other), "{pair:?}");
        let set: u64 = pairs.iter().map(|((one, other), ways)| ways * u64::from((one & other).count_ones())).sum();
        assert_eq!(pair.both_set(a) * a.integer(bits), Rational::new(set, tables), "{pair:?}");
        if (bits, common) == (3, 1) && hashes == 2 {
            let full: u64 = pairs.iter().filter(|((one, other), _)| one & other == 7).map(|(_, ways)| ways).sum();
            assert_eq!(Rational::new(full, tables), Rational::new(2, 9));
        }
    }
}

#[test]
fn pairs_have_the_reference_values() {
    let rate = |bits, hashes, items, common| {
        let shape = Shape::new(bits, hashes, Sampling::WithReplacement).unwrap();
        let pair = Pair::new(shape, items, common).unwrap();
        (pair.rate_of_intersection(&Rationals).ok(), pair.rate_of_intersection(&Double).unwrap())
    };
    assert_eq!(rate(3, 2, [1, 1], 0).0, Some(Rational::new(11, 81)));
    assert_eq!(rate(4, 1, [2, 2], 0).0, Some(Rational::new(49, 256)));
    for (items, common, expected) in
        [([1000, 1000], 100, 1.574_497_847_892_5e-4), ([1000, 200], 100, 1.150_187_902_640_7e-7)]
    {
        let shape = Shape::new(9586, 7, Sampling::WithReplacement).unwrap();
        let found = Pair::new(shape, items, common).unwrap().rate_of_intersection(&Double).unwrap();
        assert!((found / expected - 1.0).abs() < 1e-12, "{items:?}: {found}");
    }
    // disjoint, half full: √m/k
    let shape = Shape::new(10_000, 5, Sampling::WithReplacement).unwrap();
    let half = 2000.0 * std::f64::consts::LN_2;
    let (bias, deviation) = common_errors(shape, [half, half], 0.0);
    assert!((deviation - 20.0).abs() < 1e-9 && (bias + 0.1).abs() < 1e-12, "{bias} {deviation}");
    let refused = Pair::new(shape, [3, 5], 4).unwrap_err().to_string();
    assert_eq!(refused, "common = 4 is out of domain: needs 0 ≤ common ≤ 3, the fewer items");
}

#[test]
fn distinct_positions_fold_as_every_outcome_does() {
    for (bits, divisor, items, hashes) in [(6, 2, 2, 2), (6, 3, 2, 3), (4, 4, 1, 3), (8, 2, 1, 4), (6, 1, 2, 2)] {
        let load = Load::new(bits, items, hashes.into()).unwrap().without_replacement().unwrap();
        let folded = FoldedLoad::new(load, divisor).unwrap();
        let fold = |mask: u64| {
            (0..bits).filter(|bit| mask >> bit & 1 == 1).fold(0_u64, |set, bit| set | 1 << (bit % (bits / divisor)))
        };
        let all: Vec<u64> = outcomes(bits, hashes, Sampling::WithoutReplacement).into_iter().map(fold).collect();
        let pairs = pairs(&all, [items, 0], 0);
        let tables: u64 = pairs.values().sum();
        let covered = |set: u64| all.iter().filter(|query| *query & !set == 0).count() as u64;
        let count: u64 = pairs.iter().map(|((one, _), ways)| ways * covered(*one)).sum();
        let expected = Rational::new(count, tables * all.len() as u64);
        assert_eq!(inclusion_exclusion::rate(&Rationals, folded), expected, "{folded:?}");
        assert_eq!(coverage::rate(&Rationals, folded), expected, "{folded:?}");
        if (bits, divisor) == (6, 2) {
            assert_eq!(expected, Rational::new(161, 225));
        }
    }
    let load = Load::new(3000, 70, 5).unwrap().without_replacement().unwrap();
    let found = exact::of_items(&Double, FoldedLoad::new(load, 3).unwrap()).unwrap();
    assert!((found / 0.002_247_849_566_968_4 - 1.0).abs() < 1e-12, "{found}");
    assert!(FoldedLoad::new(load, 7).is_err() && FoldedLoad::new(load, 0).is_err());
    assert!(FoldedLoad::new(Load::new(6, 2, 2).unwrap(), 2).is_err());
}
