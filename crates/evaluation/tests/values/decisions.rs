//! Decisions against rationals.

use std::cmp::Ordering;

use bloomlab_evaluation::{Comparable, FilterRate, Quantity, SchemeRate, at_most};
use bloomlab_exact::{Enclosures, Rational, Rationals};
use bloomlab_formulas::{Formula, Load};
use bloomlab_occupancy::Budget;
use bloomlab_schemes::{ExactRate, HashingScheme, SchemeLoad};

fn rate(formula: Formula, (bits, items, hashes): (u64, u64, u64)) -> FilterRate {
    FilterRate { formula, load: Load::new(bits, items, hashes).unwrap() }
}

fn keeps(filter: (u64, u64, u64), target: &Rational) -> bool {
    at_most(&rate(Formula::Exact, filter), target, &Budget::of_seconds(1.0)).unwrap()
}

#[test]
fn ties_are_decided_exactly() {
    assert!(keeps((2, 1, 2), &Rational::new(5, 8)));
    let tenth = Rational::from_decimal("0.1").unwrap();
    assert!(keeps((10, 1, 1), &tenth) && !keeps((9, 1, 1), &tenth));
    // 10^-300 below the tie
    let below = tenth.clone() - Rational::from_decimal("1e-300").unwrap();
    assert!(!keeps((10, 1, 1), &below));
    let double = SchemeRate(ExactRate::new(SchemeLoad::new(HashingScheme::Double, 10, 1, 1).unwrap()).unwrap());
    let budget = Budget::of_seconds(1.0);
    assert_eq!([&tenth, &below].map(|target| at_most(&double, target, &budget).unwrap()), [true, false]);
    // one item in three bits: 1/3 with one function and with two
    let [one, two] = [1, 2].map(|k| Comparable::new(rate(Formula::Exact, (3, 1, k)), &budget).unwrap());
    assert_eq!(one.order(&two, &budget).unwrap(), Ordering::Equal);
}

#[test]
fn decisions_are_those_of_rationals() {
    let (target, budget) = (Rational::new(1, 7), Budget::of_seconds(5.0));
    for formula in [Formula::Exact, Formula::Classic] {
        let exactly = |filter| rate(formula, filter).algebraic(&Rationals).unwrap();
        for (m, n, k) in (1..12).flat_map(|m| (0..4).flat_map(move |n| (1..5).map(move |k| (m, n, k)))) {
            let (left, right) = ((m, n, k), (m, n, 5 - k));
            let decided = at_most(&rate(formula, left), &target, &budget).unwrap();
            assert_eq!(decided, exactly(left) <= target, "{formula} {left:?}");
            let [one, other] = [left, right].map(|filter| Comparable::new(rate(formula, filter), &budget).unwrap());
            let order = one.order(&other, &budget).unwrap();
            assert_eq!(order, exactly(left).cmp(&exactly(right)), "{formula} {left:?}");
        }
    }
}

#[test]
fn doubles_enclosures_and_rationals_enclose_one_rate() {
    let budget = Budget::of_seconds(5.0);
    for filter in [(1723, 1, 300), (60, 1, 90), (900, 2, 200), (1000, 7, 99), (40, 30, 3), (10_000, 1000, 7)] {
        let rate = rate(Formula::Exact, filter);
        let exact = rate.analytic(&Enclosures::new(3000)).unwrap();
        for bits in [64, 200] {
            let is_narrow = |asked| {
                let enclosed = rate.enclosed(asked, &budget).unwrap();
                assert!(enclosed.overlaps(&exact), "{filter:?}");
                enclosed.is_narrower_than((bits as usize - 3) * 3 / 10)
            };
            // the number of terms is chosen by the moments of a normal distribution. Of one item under 300 hash functions the
            // 168th moment of the set bits is 2^46 times as large, and so the remainder 2^-35 of the rate where 2^-64 was asked
            assert!(is_narrow(bits) || filter.2 == 300 && is_narrow(2 * bits), "{filter:?}");
        }
        if let Some(double) = rate.bounded(&budget).unwrap() {
            let a = Enclosures::new(64);
            let double = a.double(double.value).widened_by(&a.double(double.error_bound));
            assert!(double.overlaps(&exact) && double.relative_width() < 1e-10, "{filter:?}");
        }
    }
}

#[test]
fn what_the_budget_does_not_afford_is_refused() {
    let many = rate(Formula::Exact, (1 << 40, 1, 1_000_000));
    let refused = at_most(&many, &Rational::new(1, 3), &Budget::of_seconds(1.0)).unwrap_err();
    assert!(refused.too_large().is_some(), "{refused}");
    let filter = rate(Formula::Exact, (1 << 20, 1, 1));
    assert!(at_most(&filter, &filter.algebraic(&Rationals).unwrap(), &Budget::of_seconds(1.0)).unwrap());
}
