//! One filter that holds n items: every formula that gives the exact rate, and the approximations in double precision.

use std::collections::BTreeSet;

use bloomlab_crosscheck::{Arithmetic, Computed, Filter, FilterRate, Limits, evaluate, reference};
use bloomlab_exact::{Certified, Enclosure, Enclosures, certify_at_most};
use bloomlab_formulas::{Formula, Precision, Shape, accuracy, coverage, exact as facade};
use bloomlab_numbers::{Arithmetic as _, Double};

use crate::Set;
use crate::ledger::Ledger;

const BITS: [u64; 27] = [
    1,
    2,
    3,
    5,
    7,
    8,
    16,
    31,
    32,
    64,
    100,
    128,
    171,
    256,
    1000,
    1024,
    4093,
    1 << 15,
    1 << 20,
    1_000_003,
    1 << 32,
    1 << 40,
    1 << 52,
    (1 << 53) + 1,
    1 << 60,
    (1 << 61) - 1,
    1 << 61,
];
const HASHES: [u64; 10] = [1, 2, 3, 4, 5, 8, 13, 20, 33, 60];
/// kn/m, in hundredths.
const LOADS: [u64; 8] = [1, 10, 50, 69, 100, 300, 2000, 30_000];

/// What one evaluation may take; what would take longer is left out.
const LIMITS: Limits = Limits { seconds: 0.005 };
/// Digits of the certified values; [`crosscheck`] adds 40.
const DIGITS: usize = 10;

pub fn sets() -> Vec<Set> {
    let mut sets: Vec<Set> = Vec::new();
    for filter in filters() {
        sets.push(Box::new(move |ledger: &mut Ledger| check(ledger, filter)));
    }
    sets
}

fn filters() -> Vec<Filter> {
    let mut filters = Vec::new();
    for bits in BITS {
        for hashes in HASHES {
            let by_load = LOADS.map(|load| (u128::from(bits) * u128::from(load) / 100 / u128::from(hashes)) as u64);
            let items: BTreeSet<u64> = [0, 1, 2].into_iter().chain(by_load).collect();
            for shape in items.into_iter().filter_map(|items| Shape::new(bits, items, hashes).ok()) {
                filters.push(Filter::with_replacement(shape));
                filters.extend(Filter::without_replacement(shape).ok());
            }
        }
    }
    filters
}

/// Whether a rate is one that double precision promises anything about.
fn is_normal(truth: &Certified) -> bool {
    truth.to_f64() > accuracy::EXACT_LEAST || truth.to_f64() == 0.0 && truth.decimal(1) == "0"
}

fn check(ledger: &mut Ledger, filter: Filter) {
    let rate = |formula| FilterRate { formula, filter };
    let truth = reference(&rate(Formula::Exact), &Arithmetic::USUAL, DIGITS, LIMITS).ok();
    let exact = evaluate(&rate(Formula::Exact), Arithmetic::Rational, DIGITS, LIMITS).ok();
    for formula in Formula::ALL.into_iter().filter(|&formula| rate(formula).is_exact()) {
        check_exact_formula(ledger, rate(formula), truth.as_ref(), exact.as_ref());
    }
    if let Some(truth) = truth.filter(is_normal) {
        check_doubles(ledger, filter, &truth);
    }
    for formula in [Formula::Classic, Formula::ClassicLimit, Formula::Bloom1970] {
        let truth = reference(&rate(formula), &Arithmetic::USUAL, DIGITS, LIMITS).ok().filter(is_normal);
        if let (Some(truth), Ok(Computed::Double(value))) =
            (truth, evaluate(&rate(formula), Arithmetic::F64, DIGITS, LIMITS))
        {
            let bound = accuracy::approximation(filter.shape.hashes());
            ledger.claim("formulas: approximation", &(formula, filter.shape), value, &truth, bound);
        }
    }
    check_misses(ledger, filter.shape);
}

pub fn check_exact_formula(ledger: &mut Ledger, rate: FilterRate, truth: Option<&Certified>, exact: Option<&Computed>) {
    let certified = evaluate(&rate, Arithmetic::Certified, DIGITS, LIMITS);
    let rational = evaluate(&rate, Arithmetic::Rational, DIGITS, LIMITS);
    if let (Some(truth), Ok(Computed::Enclosure(value))) = (truth, &certified) {
        ledger.certified(rate.formula.name(), &rate.filter, value, &truth.enclosure);
    }
    if let (Some(Computed::Rational(exact)), Ok(Computed::Rational(value))) = (exact, &rational) {
        ledger.rational(rate.formula.name(), &rate.filter, value, exact);
    }
    if let (Ok(Computed::Enclosure(enclosure)), Ok(Computed::Rational(rational))) = (&certified, &rational) {
        let point = Enclosures::new(512).rational(rational);
        ledger.certified(rate.formula.name(), &("the rational, too", rate.filter), enclosure, &point);
    }
}

fn check_doubles(ledger: &mut Ledger, filter: Filter, truth: &Certified) {
    let shape = filter.shape;
    if shape.hashes() <= accuracy::EXACT_HASHES {
        let (facade, coverage) = match filter.distinct {
            Some(shape) => (
                facade::rate_without_replacement(&Double, shape, Precision::Fixed),
                coverage::rate_without_replacement(&Double, shape),
            ),
            None => (facade::rate(&Double, shape, Precision::Fixed), coverage::rate(&Double, shape)),
        };
        ledger.claim("formulas: coverage", &filter, coverage, truth, accuracy::EXACT);
        if let Ok(value) = facade {
            ledger.claim("formulas: exact", &filter, value, truth, accuracy::EXACT);
        }
    }
    if filter.distinct.is_none() && shape.balls() <= accuracy::RECURSION_BALLS {
        let rate = FilterRate { formula: Formula::ChristensenRecursion, filter };
        if let Ok(Computed::Double(value)) = evaluate(&rate, Arithmetic::F64, DIGITS, LIMITS) {
            ledger.claim("formulas: recursion", &filter, value, truth, accuracy::RECURSION);
        }
    }
}

/// The probabilities that double precision evaluates better than as written.
fn check_misses(ledger: &mut Ledger, shape: Shape) {
    let (bins, balls) = (shape.bits(), shape.balls());
    let targets = shape.hashes().min(bins);
    let at = (targets, bins, balls);
    let certified = |formula: &dyn Fn(&Enclosures) -> Enclosure| certify_at_most(30, 4096, formula).ok();
    let missed = certified(&|a| a.all_miss(targets, bins, balls));
    if let Some(truth) = missed.filter(|truth| truth.to_f64() > f64::MIN_POSITIVE) {
        let value = Double.all_miss(targets, bins, balls);
        ledger.claim("numbers: all_miss", &at, value, &truth, bloomlab_numbers::accuracy::all_miss(truth.to_f64()));
    }
    if let Some(truth) = certified(&|a| a.some_hit(targets, bins, balls)) {
        let value = Double.some_hit(targets, bins, balls);
        ledger.claim("numbers: some_hit", &at, value, &truth, bloomlab_numbers::accuracy::SOME_HIT);
    }
    // as good as all_miss up to 1/2
    let probability = targets as f64 / bins as f64 / 2.0;
    let never = certified(&|a| a.never(a.double(probability), balls));
    if let Some(truth) = never.filter(|truth| truth.to_f64() > f64::MIN_POSITIVE) {
        let value = Double.never(probability, balls);
        let bound = bloomlab_numbers::accuracy::all_miss(truth.to_f64());
        ledger.claim("numbers: never", &(probability, balls), value, &truth, bound);
    }
}
