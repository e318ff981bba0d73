//! Filters from which items can be deleted: the finite forms by two routes, and all forms in double precision.

use bloomlab_crosscheck::deletable_routes;
use bloomlab_deletable::{Parameters, accuracy, finite, in_f64, poisson};
use bloomlab_evaluation::{ArithmeticKind, Computed, DeletableMeasure, DeletableValue, evaluate, reference};
use bloomlab_exact::{Certified, Enclosure, Enclosures, certify_at_most};
use bloomlab_numbers::{Budget, DeletableKind, Double};

use crate::Set;
use crate::ledger::Ledger;

const FILTERS: [DeletableKind; 8] = [
    DeletableKind::Dfp,
    DeletableKind::TBF,
    DeletableKind::TBF_PACKED,
    DeletableKind::Qbf,
    DeletableKind::Counting,
    DeletableKind::FingerprintCounting { fingerprint_bits: 4 },
    DeletableKind::Dlbf { region_bits: 4 },
    DeletableKind::Dlbf { region_bits: 16 },
];
const BITS: [u64; 5] = [64, 512, 4099, 1 << 18, 1 << 40];
const HASHES: [u64; 7] = [1, 2, 3, 4, 5, 8, 16];
/// m/n.
const SPACE: [u64; 4] = [4096, 64, 8, 2];

/// Where factors of the forms are subnormal, nothing is promised.
const LEAST: f64 = 1e-290;

const SECONDS: f64 = 0.01;
const TRUTH_SECONDS: f64 = 0.05;
const DIGITS: usize = 10;

pub fn sets() -> Vec<Set> {
    let mut sets: Vec<Set> = Vec::new();
    for filter in FILTERS {
        for bits in BITS {
            for hashes in HASHES {
                for items in SPACE.map(|space| bits / space) {
                    for deleted in [0, items / 5, 4 * items] {
                        let Ok(p) = Parameters::new(filter, bits, items, deleted, hashes) else { continue };
                        sets.push(Box::new(move |ledger: &mut Ledger| check(ledger, &p)));
                    }
                }
            }
        }
    }
    sets
}

fn check(ledger: &mut Ledger, p: &Parameters) {
    for measure in [DeletableMeasure::Deletability, DeletableMeasure::Rate, DeletableMeasure::RateAfterDeletions] {
        let Ok(truth) =
            reference(&DeletableValue(*p, measure), &[ArithmeticKind::F64], DIGITS, &Budget::of_parts(TRUTH_SECONDS))
        else {
            continue;
        };
        check_routes(ledger, p, measure, &truth);
        check_double(ledger, p, measure, &truth);
    }
    check_poisson(ledger, p);
}

/// The two exact routes, in enclosures and in rationals.
fn check_routes(ledger: &mut Ledger, p: &Parameters, measure: DeletableMeasure, truth: &Certified) {
    let mut rationals = Vec::new();
    for route in deletable_routes(p, measure).into_iter().filter(|route| route.exact) {
        if let Ok(Computed::Enclosure(value)) =
            evaluate(&route.quantity, ArithmeticKind::Certified, DIGITS, &Budget::of_parts(SECONDS))
        {
            ledger.certified(route.name, &(p, measure), &value, &truth.enclosure);
        }
        if let Ok(Computed::Rational(value)) =
            evaluate(&route.quantity, ArithmeticKind::Rational, DIGITS, &Budget::of_parts(SECONDS))
        {
            rationals.push(value);
        }
    }
    if let [one, other] = &rationals[..] {
        ledger.rational("finite and stable", &(p, measure), one, other);
    }
}

fn check_double(ledger: &mut Ledger, p: &Parameters, measure: DeletableMeasure, truth: &Certified) {
    let rate = truth.to_f64();
    if rate < LEAST || p.hashes() > accuracy::CHECKED_HASHES {
        return;
    }
    let is_region = matches!(p.kind(), DeletableKind::Dlbf { .. }) && p.deleted() > 0;
    let (claim, value, bound) = match measure {
        DeletableMeasure::Deletability => {
            ("deletable: deletability", in_f64::deletability(p), accuracy::deletability(p))
        }
        DeletableMeasure::Rate => ("deletable: rate", in_f64::rate(p), accuracy::RATE),
        _ if is_region => {
            let bound = accuracy::region_rate_after_deletions(p, rate);
            ("deletable: region rate after deletions", in_f64::rate_after_deletions(p), bound)
        }
        _ => ("deletable: rate after deletions", in_f64::rate_after_deletions(p), accuracy::RATE),
    };
    if let Ok(value) = value {
        ledger.claim(claim, p, value, truth, bound);
    }
    if measure == DeletableMeasure::RateAfterDeletions {
        let value = finite::rate_after_deletions(&Double, p);
        ledger.claim("deletable: alternating rate", p, value, truth, accuracy::alternating_rate(p, rate));
    }
}

fn check_poisson(ledger: &mut Ledger, p: &Parameters) {
    if p.items() == 0 {
        return;
    }
    let certified = |formula: &dyn Fn(&Enclosures) -> Enclosure| {
        certify_at_most(30, 8192, formula).ok().filter(|truth| truth.to_f64() > LEAST)
    };
    if let Some(truth) = certified(&|a| poisson::rate_after_deletions(a, p)) {
        let value = poisson::rate_after_deletions(&Double, p);
        ledger.claim("deletable: poisson rate", p, value, &truth, accuracy::poisson_rate(p));
    }
    if let Some(truth) = certified(&|a| poisson::deletability(a, p)) {
        let value = poisson::deletability(&Double, p);
        ledger.claim("deletable: poisson deletability", p, value, &truth, accuracy::poisson_deletability(p));
    }
}
