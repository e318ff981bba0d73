//! The capacity of filters of infinitely many bits.

use bloomlab_numbers::{Phases, Sampling, Target};
use bloomlab_recycling::{CapacityLimit, capacity_limit, plan_sigma_bounded};

fn both(rate: f64) -> [CapacityLimit; 2] {
    [Phases::One, Phases::Two].map(|phases| capacity_limit(phases, Target::new(rate).unwrap()))
}

/// P; one phase and its k; two phases and their k; the ratio and the formula that it follows, to the digits given.
const EXPECTED: [(f64, f64, u64, f64, u64, f64, f64); 6] = [
    (1e-2, 0.1553376534, 6, 0.1010056072, 7, 1.537911, 1.4962),
    (1e-3, 0.0954990882, 8, 0.0684173150, 10, 1.395832, 1.3885),
    (1e-5, 0.0525495111, 14, 0.0414618100, 17, 1.267420, 1.2694),
    (1e-10, 0.0240785123, 30, 0.0208288707, 33, 1.156016, 1.1577),
    (1e-15, 0.0154728830, 46, 0.0138994789, 50, 1.113199, 1.1143),
    (1e-20, 0.0113664286, 62, 0.0104280008, 67, 1.089991, 1.0907),
];

#[test]
fn reference_capacities() {
    for (rate, one, one_hashes, two, two_hashes, ratio, limit) in EXPECTED {
        let [found_one, found_two] = both(rate);
        assert_eq!((found_one.hashes, found_two.hashes), (one_hashes, two_hashes), "{rate}");
        let near = |value: f64, expected: f64, half_digit: f64| {
            assert!((value - expected).abs() <= 1.001 * half_digit, "{rate}: {value} {expected}");
        };
        near(found_one.messages_per_bit, one, 5e-11);
        near(found_two.messages_per_bit, two, 5e-11);
        near(found_one.messages_per_bit / found_two.messages_per_bit, ratio, 5e-7);
        let log = -libm::log(rate);
        near(1.0 / (1.0 - libm::log(log) / log), limit, 5e-5);
    }
}

/// One phase holds a tenth more down to rates that no filter needs to keep.
#[test]
fn a_tenth_is_left_at_three_in_ten_to_the_eighteen() {
    let ratio = |rate| {
        let [one, two] = both(rate);
        one.messages_per_bit / two.messages_per_bit
    };
    assert!(ratio(4e-18) > 1.1 && ratio(2e-18) < 1.1, "{} {}", ratio(4e-18), ratio(2e-18));
}

/// A filter of ten million bits is within a thousandth of it.
#[test]
fn large_filters_come_near() {
    let target = Target::new(1e-3).unwrap();
    for (phases, limit) in [Phases::One, Phases::Two].into_iter().zip(both(1e-3)) {
        let bits = 10_000_000;
        let plan = plan_sigma_bounded(bits, Sampling::WithReplacement, phases, target, None);
        let filters = if phases == Phases::Two { 2.0 } else { 1.0 };
        let held = filters * plan.unwrap().messages_per_cycle / bits as f64;
        assert!((held / limit.messages_per_bit - 1.0).abs() < 1e-3, "{phases:?}: {held} {limit:?}");
    }
}
