//! One filter that holds n items: every formula that gives the exact rate, and the approximations in double precision.

use std::collections::BTreeSet;

use bloomlab_evaluation::{ArithmeticKind, Computed, FilterRate, evaluate, reference};
use bloomlab_exact::{Certified, Enclosure, Enclosures, certify_at_most};
use bloomlab_formulas::{Formula, Load, accuracy, coverage, exact};
use bloomlab_numbers::{Arithmetic as _, Budget, Double};

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
const SECONDS: f64 = 0.005;
/// Digits of the certified values; [`crosscheck`] adds 40.
const DIGITS: usize = 10;

pub fn sets() -> Vec<Set> {
    let mut sets: Vec<Set> = Vec::new();
    for load in loads() {
        sets.push(Box::new(move |ledger: &mut Ledger| check(ledger, load)));
    }
    sets
}

fn loads() -> Vec<Load> {
    let mut loads = Vec::new();
    for bits in BITS {
        for hashes in HASHES {
            let by_load = LOADS.map(|load| (u128::from(bits) * u128::from(load) / 100 / u128::from(hashes)) as u64);
            let items: BTreeSet<u64> = [0, 1, 2].into_iter().chain(by_load).collect();
            for load in items.into_iter().filter_map(|items| Load::new(bits, items, hashes).ok()) {
                loads.push(load);
                loads.extend(load.without_replacement().ok());
            }
        }
    }
    loads
}

/// Whether a rate is one that double precision promises anything about.
fn is_normal(truth: &Certified) -> bool {
    truth.to_f64() > accuracy::EXACT_LEAST || truth.to_f64() == 0.0 && truth.decimal(1) == "0"
}

fn check(ledger: &mut Ledger, load: Load) {
    let rate = |formula| FilterRate { formula, load };
    let truth = reference(&rate(Formula::Exact), &ArithmeticKind::USUAL, DIGITS, &Budget::of_parts(SECONDS)).ok();
    let exact = evaluate(&rate(Formula::Exact), ArithmeticKind::Rational, DIGITS, &Budget::of_parts(SECONDS)).ok();
    for &formula in Formula::ALL.iter().filter(|formula| formula.is_exact()) {
        check_exact_formula(ledger, rate(formula), truth.as_ref(), exact.as_ref());
    }
    if let Some(truth) = truth.filter(is_normal) {
        check_doubles(ledger, load, &truth);
    }
    for formula in [Formula::Classic, Formula::ClassicLimit, Formula::Bloom1970] {
        let truth = reference(&rate(formula), &ArithmeticKind::USUAL, DIGITS, &Budget::of_parts(SECONDS))
            .ok()
            .filter(is_normal);
        if let (Some(truth), Ok(Computed::Double(value))) =
            (truth, evaluate(&rate(formula), ArithmeticKind::F64, DIGITS, &Budget::of_parts(SECONDS)))
        {
            let bound = accuracy::approximation(load.hashes());
            ledger.claim("formulas: approximation", &(formula, load), value, &truth, bound);
        }
    }
    check_misses(ledger, load);
}

pub fn check_exact_formula(ledger: &mut Ledger, rate: FilterRate, truth: Option<&Certified>, exact: Option<&Computed>) {
    let certified = evaluate(&rate, ArithmeticKind::Certified, DIGITS, &Budget::of_parts(SECONDS));
    let rational = evaluate(&rate, ArithmeticKind::Rational, DIGITS, &Budget::of_parts(SECONDS));
    if let (Some(truth), Ok(Computed::Enclosure(value))) = (truth, &certified) {
        ledger.certified(rate.formula.name(), &rate.load, value, &truth.enclosure);
    }
    if let (Some(Computed::Rational(exact)), Ok(Computed::Rational(value))) = (exact, &rational) {
        ledger.rational(rate.formula.name(), &rate.load, value, exact);
    }
    if let (Ok(Computed::Enclosure(enclosure)), Ok(Computed::Rational(rational))) = (&certified, &rational) {
        let point = Enclosures::new(512).rational(rational);
        ledger.certified(rate.formula.name(), &("the rational, too", rate.load), enclosure, &point);
    }
}

fn check_doubles(ledger: &mut Ledger, load: Load, truth: &Certified) {
    if load.hashes() <= accuracy::EXACT_HASHES {
        ledger.claim("formulas: coverage", &load, coverage::rate(&Double, load), truth, accuracy::EXACT);
        if let Ok(value) = exact::rate(&Double, load) {
            ledger.claim("formulas: exact", &load, value, truth, accuracy::EXACT);
        }
    }
    let recursion = Formula::ChristensenRecursion;
    if recursion.covers(load.sampling()) && load.balls() <= accuracy::RECURSION_BALLS {
        let rate = FilterRate { formula: recursion, load };
        if let Ok(Computed::Double(value)) = evaluate(&rate, ArithmeticKind::F64, DIGITS, &Budget::of_parts(SECONDS)) {
            ledger.claim("formulas: recursion", &load, value, truth, accuracy::RECURSION);
        }
    }
}

/// The probabilities that double precision evaluates better than as written.
fn check_misses(ledger: &mut Ledger, load: Load) {
    let (bins, balls) = (load.bits(), load.balls());
    let targets = load.hashes().min(bins);
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
