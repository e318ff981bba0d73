//! Averages and forgetting of recycling filters in every arithmetic.

use bloomlab_evaluation::{ArithmeticKind, Computed, Unanswered, recycling_averages, recycling_forgetting};
use bloomlab_numbers::Double;
use bloomlab_occupancy::{ANSWER_SECONDS, Advice, Bound, Budget, Ending, Parameter, Retention, Sampling, Shape};
use bloomlab_recycling::{Averages, Cycle, Variant};

fn cycle(bits: u64, hashes: u64, sigma: u64) -> Cycle {
    let shape = Shape::new(bits, hashes, Sampling::WithReplacement).unwrap();
    Cycle::new(shape, Bound::Sigma(sigma), Retention::NonRetaining).unwrap()
}

fn averages(variant: Variant, arithmetic: ArithmeticKind) -> Result<Averages<Computed>, Box<Unanswered>> {
    recycling_averages(variant, arithmetic, 17, &Budget::of_seconds(ANSWER_SECONDS))
}

fn forgetting(
    variant: Variant,
    distances: &[u64],
    arithmetic: ArithmeticKind,
) -> Result<Vec<Computed>, Box<Unanswered>> {
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

#[test]
fn refusals_say_what_serves() {
    let advice = |variant, arithmetic| averages(variant, arithmetic).unwrap_err().advice;
    let large = Variant::one_phase(cycle(1 << 40, 5, 1 << 39));
    assert_eq!(advice(large, ArithmeticKind::Mpfr(100)), Advice::InDouble);
    assert_eq!(advice(Variant::one_phase(cycle(1000, 5, 590)), ArithmeticKind::Enclosure(3)), Advice::Certified);
    let rare = Variant::one_phase(cycle(1 << 40, 200, 1 << 30));
    let kept = Variant::two_phases(cycle(1 << 39, 5, 1 << 38), Ending::Keeping);
    for variant in [rare, kept] {
        assert!(averages(variant, ArithmeticKind::F64).is_err_and(|why| why.advice == Advice::Nothing));
    }

    let advice = |variant, distance, arithmetic| forgetting(variant, &[distance], arithmetic).unwrap_err().advice;
    let filter = Variant::one_phase(cycle(1 << 17, 3, 1 << 15));
    assert_eq!(advice(filter, 5, ArithmeticKind::Rational), Advice::InDouble);
    let small = Variant::one_phase(cycle(1000, 5, 590));
    assert_eq!(advice(small, 50, ArithmeticKind::Enclosure(3)), Advice::Certified);
    let slow = Variant::one_phase(cycle(200, 500, 110));
    let nearer = Advice::smaller(&[Parameter::Distance, Parameter::Hashes]);
    assert_eq!(advice(slow, 5, ArithmeticKind::F64), nearer);
}
