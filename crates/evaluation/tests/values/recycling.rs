//! Averages and forgetting of recycling filters in every arithmetic.

use bloomlab_evaluation::{ArithmeticKind, Computed, Failure, recycling_averages, recycling_forgetting};
use bloomlab_numbers::{ANSWER_SECONDS, Bound, Budget, Double, Ending, Retention, Sampling, Shape};
use bloomlab_recycling::{Averages, Cycle, Variant};

fn cycle(bits: u64, hashes: u64, sigma: u64) -> Cycle {
    let shape = Shape::new(bits, hashes, Sampling::WithReplacement).unwrap();
    Cycle::new(shape, Bound::Sigma(sigma), Retention::NonRetaining).unwrap()
}

fn averages(variant: Variant, arithmetic: ArithmeticKind) -> Result<Averages<Computed>, Box<Failure>> {
    recycling_averages(variant, arithmetic, 17, &Budget::of_seconds(ANSWER_SECONDS))
}

fn forgetting(variant: Variant, distances: &[u64], arithmetic: ArithmeticKind) -> Result<Vec<Computed>, Box<Failure>> {
    recycling_forgetting(variant, distances, arithmetic, 17, &Budget::of_seconds(ANSWER_SECONDS))
}

const ARITHMETICS: [ArithmeticKind; 6] = [
    ArithmeticKind::F64,
    ArithmeticKind::F64Naive,
    ArithmeticKind::Mpfr(200),
    ArithmeticKind::Rational,
    ArithmeticKind::Enclosure(200),
    ArithmeticKind::Certified,
];

#[test]
fn every_arithmetic_has_the_same_averages_and_the_same_forgetting() {
    for variant in [Variant::one_phase(cycle(40, 3, 19)), Variant::two_phases(cycle(40, 3, 19), Ending::Keeping)] {
        let truth = variant.averages(&Double);
        let distances = [0, 4, 9];
        let forgotten = variant.forgetting(&Double, 9);
        for arithmetic in ARITHMETICS {
            let ours = averages(variant, arithmetic).unwrap().named();
            for ((name, value), (_, expected)) in ours.into_iter().zip(truth.clone().named()) {
                assert!((value.to_f64() / expected - 1.0).abs() < 1e-12, "{variant:?} {arithmetic} {name}");
            }
            let ours = forgetting(variant, &distances, arithmetic).unwrap();
            for (value, distance) in ours.into_iter().zip(distances) {
                let expected = forgotten[distance as usize].false_negative_rate;
                assert!((value.to_f64() - expected).abs() < 1e-13, "{variant:?} {arithmetic} {distance}");
            }
        }
    }
}

#[test]
fn what_doubles_do_not_hold_comes_from_multiprecision() {
    // a message of 64 positions in 2^40 bits fits and the next does not: (64/2^40)^64, times 1/2
    let rate = averages(Variant::one_phase(cycle(1 << 40, 64, 64)), ArithmeticKind::F64).unwrap().rate;
    let Computed::Multiprecision(rate) = rate else { panic!("{rate:?}") };
    assert!(rate.decimal(3).ends_with("e-656"), "{}", rate.decimal(3));
}
