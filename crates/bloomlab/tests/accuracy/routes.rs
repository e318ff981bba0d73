//! Every exact route against the first, in enclosures and in rationals.

use std::fmt::Debug;
use std::time::Duration;

use bloomlab::crosscheck::{
    ArithmeticKind, Candidate, Computed, DeletableMeasure, FilterRate, Quantity, deletable_routes, evaluate,
    recycling_routes,
};
use bloomlab_deletable::Parameters;
use bloomlab_formulas::{Formula, Load};
use bloomlab_numbers::Ending;
use bloomlab_recycling::{SigmaBounded, Variant};

use crate::worst::Ledger;

const DIGITS: usize = 10;
/// Bits of enclosures of rationals.
const BITS: u32 = 512;

/// All formulas that give the exact rate of a filter of up to 64 bits.
pub fn check_filter(ledger: &mut Ledger, load: Load) {
    if load.bits() > 64 || load.balls() > 200 {
        return;
    }
    let route = |&formula: &Formula| Candidate {
        name: formula.name(),
        exact: formula.is_exact(),
        quantity: FilterRate { formula, load },
    };
    check(ledger, &load, Formula::ALL.iter().map(route).collect());
}

/// The finite form and positive sums.
pub fn check_deletable(ledger: &mut Ledger, p: &Parameters) {
    if p.cells() > 64 || p.inserted() > 20 || p.hashes() > 5 {
        return;
    }
    for measure in [DeletableMeasure::Deletability, DeletableMeasure::Rate, DeletableMeasure::RateAfterDeletions] {
        check(ledger, &(p, measure), deletable_routes(p, measure));
    }
}

/// The visits, the papers' three passes and the chain solved.
pub fn check_recycling(ledger: &mut Ledger, filter: SigmaBounded) {
    if filter.sigma() > 24 || filter.shape().hashes() > 8 {
        return;
    }
    let [one, two] =
        [Variant::one_phase(filter.into()), Variant::two_phases(filter.into(), Ending::Dropping)].map(recycling_routes);
    check(ledger, &filter, one);
    check(ledger, &("two phases", filter), two);
}

fn check<Q: Quantity>(ledger: &mut Ledger, at: &impl Debug, routes: Vec<Candidate<Q>>) {
    let value = |route: &Candidate<Q>, arithmetic| evaluate(&route.quantity, arithmetic, DIGITS, Duration::MAX).ok();
    let mut first: Option<Computed> = None;
    for route in routes.iter().filter(|route| route.exact) {
        for arithmetic in [ArithmeticKind::Rational, ArithmeticKind::Certified] {
            let Some(value) = value(route, arithmetic) else { continue };
            let Some(first) = &first else {
                first = Some(value);
                continue;
            };
            let agree = match (first, &value) {
                (Computed::Rational(one), Computed::Rational(other)) => one == other,
                (one, other) => one.enclosure(BITS).overlaps(&other.enclosure(BITS)),
            };
            if !agree {
                let [first, value] = [first, &value].map(|value| value.decimal(25));
                ledger.failures.push(format!("{} in {arithmetic} at {at:?}: {value}, not {first}", route.name));
            }
            ledger.routes += 1;
        }
    }
}

#[test]
fn a_route_to_another_quantity_is_found() {
    let load = Load::new(16, 2, 3).unwrap();
    let route = |formula| Candidate { name: "", exact: true, quantity: FilterRate { formula, load } };
    for (formula, failures) in [(Formula::Classic, 2), (Formula::ChristensenTable, 2), (Formula::ChristensenClosed, 0)]
    {
        let mut ledger = Ledger::default();
        check(&mut ledger, &load, vec![route(Formula::Exact), route(formula)]);
        assert_eq!((ledger.routes, ledger.failures.len()), (3, failures), "{formula}: {:?}", ledger.failures);
    }
}
