//! Rolling filters against their model: a plain filter of M positions with 2g + s items.

use std::ops::ControlFlow;

use bloomlab_numbers::Double;
use bloomlab_occupancy::{Sampling, Shape};
use bloomlab_recycling::rolling::{self, Rolling};
use bloomlab_simulation::*;

/// 1000 filters of each, three intervals of confidence 1 − 1e-6, seed 5. They are at most 6 % wide, and one generation more or less
/// would change the rates by more than 40 %.
#[test]
fn rates_in_the_course_of_a_generation_are_those_of_the_model() {
    let points = [(64, 2, 7), (320, 3, 40), (128, 5, 5), (4096, 7, 200)];
    let points = points.map(|(positions, hashes, generation)| RollingPoint { positions, hashes, generation });
    let task = Task { experiment: "rolling", version: "1", seed: 5, points: &points, epochs: 1000 };
    let trials = run(&task, None, &|_| ControlFlow::Continue(()), simulate_rolling).unwrap();
    for (point, trials) in points.iter().zip(trials) {
        let shape = Shape::new(point.positions, point.hashes, Sampling::WithReplacement).unwrap();
        let model = Rolling::new(shape, point.generation).unwrap();
        let at = |into| rolling::rate(&Double, model, into).unwrap();
        let values: [(fn(&RollingTrial) -> f64, f64); 3] = [
            (|trial| trial.first, at(1)),
            (|trial| trial.mean, rolling::mean_rate(&Double, model).unwrap()),
            (|trial| trial.last, at(point.generation)),
        ];
        for (value, expected) in values {
            let values: Vec<f64> = trials.iter().map(value).collect();
            let estimate = Estimate::of(&values, 1.0 - 1e-6).unwrap();
            assert!(estimate.contains(expected), "{point:?}: {estimate:?} for {expected}");
            assert!(estimate.half_width < 0.06 * expected, "{point:?}: {estimate:?}");
        }
    }
}
