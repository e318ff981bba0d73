//! Quantities by simulation.

use std::time::Duration;

use bloomlab::crosscheck::{
    ArithmeticKind, DeletableMeasure, deletable_routes, evaluate, simulated_deletable, simulated_recycling,
};
use bloomlab_deletable::Parameters;
use bloomlab_numbers::{Bound, DeletableKind, Retention, Sampling, Shape};
use bloomlab_recycling::{Cycle, Variant};

const MEASURES: [DeletableMeasure; 3] =
    [DeletableMeasure::Deletability, DeletableMeasure::Rate, DeletableMeasure::RateAfterDeletions];

/// Four 99 % intervals at a fixed seed: with another seed, one of them misses with a probability of 4 %.
#[test]
fn simulations_contain_the_exact_values() {
    let shape = Shape::new(300, 3, Sampling::WithReplacement).unwrap();
    let cycle = Cycle::new(shape, Bound::Sigma(150), Retention::NonRetaining).unwrap();
    let variant = Variant::one_phase(cycle);
    let rate = variant.averages_in_double().unwrap().rate;
    let found = simulated_recycling(variant, Duration::from_millis(50), 2).unwrap();
    assert!((found.mean - rate).abs() <= found.half_width, "{found:?} {rate}");

    let filter = Parameters::new(DeletableKind::Dfp, 512, 40, 10, 3).unwrap();
    for measure in MEASURES {
        let finite = &deletable_routes(&filter, measure)[0].quantity;
        let exact = evaluate(finite, ArithmeticKind::F64, 17, Duration::MAX).unwrap().to_f64();
        let found = simulated_deletable(&filter, measure, Duration::from_millis(50), 2).unwrap();
        assert!((found.mean - exact).abs() <= found.half_width, "{measure}: {found:?} {exact}");
    }
}
