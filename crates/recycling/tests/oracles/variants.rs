//! Recycling filters of every kind: reference values, and facts about them.

use bloomlab_exact::Rational;
use bloomlab_numbers::{Bound, Double, Ending, Number, Retention, Sampling};
use bloomlab_recycling::{Cycle, Variant, variant_average, variant_forgetting};

use crate::support::{A, error, shape};
use Ending::{Dropping, Keeping};
use Retention::{NonRetaining, Retaining};
use Sampling::{WithReplacement, WithoutReplacement};

type Kind = (Ending, Retention);

/// In the order of the tables.
const KINDS: [Kind; 4] =
    [(Dropping, NonRetaining), (Dropping, Retaining), (Keeping, NonRetaining), (Keeping, Retaining)];

fn two_phases((bits, hashes, sampling): (u64, u64, Sampling), bound: Bound, (ending, retention): Kind) -> Variant {
    Variant::two_phases(Cycle::new(shape(bits, hashes, sampling), bound, retention).unwrap(), ending)
}

fn one_phase(bits: u64, bound: Bound, retention: Retention) -> Variant {
    Variant::one_phase(Cycle::new(shape(bits, 5, WithReplacement), bound, retention).unwrap())
}

/// The false-negative rates at distances 0 … `farthest`.
fn forgotten(variant: Variant, farthest: usize) -> Vec<f64> {
    variant_forgetting(&Double, variant).take(farthest + 1).map(|at| at.false_negative_rate).collect()
}

fn close(value: f64, expected: f64, digits: f64) {
    assert!(error(value, expected) < 0.5 * 10.0_f64.powf(-digits + 1.0), "{value:e} for {expected:e}");
}

#[test]
fn reference_rates() {
    let each = (500, 5, WithReplacement);
    let average = |each, bound, kind| variant_average(&Double, two_phases(each, bound, kind));
    let sigma = [
        (0.0370913801901, 0.0370969843413, 70.0148180558),
        (0.0371878466238, 0.0371907184370, 69.0140148413),
        (0.0389662772660, 0.0389720851028, 70.0148180558),
        (0.0390443763108, 0.0390656221264, 69.0140148413),
    ];
    for (kind, (rate, product, messages)) in KINDS.into_iter().zip(sigma) {
        let average = average(each, Bound::Sigma(250), kind);
        close(average.rate, rate, 12.0);
        close(average.published_rate, product, 12.0);
        close(average.messages_per_cycle, messages, 12.0);
    }
    let messages = [
        (0.0217140182046, 60.2283268938),
        (0.0217770927124, 59.2283285925),
        (0.0228652630984, 60.2283268938),
        (0.0229204484391, 59.2283285925),
    ];
    for (kind, (rate, messages)) in KINDS.into_iter().zip(messages) {
        let average = average(each, Bound::Messages(60), kind);
        close(average.rate, rate, 12.0);
        close(average.messages_per_cycle, messages, 12.0);
    }
    let without = [0.0363075485884, 0.0364017515642, 0.0381654899755, 0.0382423485282];
    let tiny = [0.319421264557, 0.382775733747, 0.681355927034, 0.665547451338];
    for ((kind, without), tiny) in KINDS.into_iter().zip(without).zip(tiny) {
        close(average((500, 5, WithoutReplacement), Bound::Sigma(250), kind).rate, without, 12.0);
        close(average((6, 3, WithReplacement), Bound::Sigma(4), kind).rate, tiny, 12.0);
    }
}

#[test]
fn reference_forgetting() {
    let each = (500, 5, WithReplacement);
    let check = |variant: Variant, expected: &[(usize, f64, f64)]| {
        let forgotten = forgotten(variant, 100);
        for &(distance, rate, digits) in expected {
            close(forgotten[distance], rate, digits);
        }
        if let Some(safe) = variant.guaranteed_distance() {
            assert!(forgotten[..=safe as usize].iter().all(|rate| *rate == 0.0), "{variant:?}");
        }
    };
    let sigma: [&[_]; 4] = [
        &[(0, 0.01428269, 7.0), (59, 0.014030232, 8.0), (100, 0.42889344, 8.0)],
        &[(59, 6.1963344e-9, 8.0), (100, 0.43524165, 8.0)],
        &[(59, 6.0813317e-9, 8.0), (100, 0.42805666, 8.0)],
        &[(59, 6.1818684e-9, 8.0), (100, 0.43439872, 8.0)],
    ];
    let messages: [&[_]; 4] = [
        &[(59, 0.016308707, 8.0), (100, 0.66426038, 8.0)],
        &[(100, 0.67542225, 8.0)],
        &[(100, 0.66347867, 8.0)],
        &[(100, 0.67463006, 8.0)],
    ];
    for ((kind, sigma), messages) in KINDS.into_iter().zip(sigma).zip(messages) {
        check(two_phases(each, Bound::Sigma(250), kind), sigma);
        check(two_phases(each, Bound::Messages(60), kind), messages);
    }
    check(one_phase(1000, Bound::Sigma(590), Retaining), &[(0, 0.0, 0.0), (50, 0.280771, 6.0), (100, 0.56052288, 8.0)]);
    let expected = [(0, 0.009981469, 7.0), (50, 0.50900376, 8.0), (100, 0.99798139, 8.0)];
    check(one_phase(1000, Bound::Messages(100), NonRetaining), &expected);
}

#[test]
fn the_product_form_is_exact_for_forgetting_distinct_positions_only() {
    let average = |sampling, kind| variant_average(&A, two_phases((6, 2, sampling), Bound::Sigma(3), kind));
    for ending in [Dropping, Keeping] {
        let exact = average(WithoutReplacement, (ending, NonRetaining));
        assert_eq!(exact.rate, exact.published_rate);
        // with replacement both filters rather hold a message of few positions
        let positively_dependent = average(WithReplacement, (ending, NonRetaining));
        assert!(positively_dependent.rate < positively_dependent.published_rate);
    }
    let ours = average(WithoutReplacement, (Dropping, Retaining));
    assert_eq!((ours.rate, ours.published_rate), (Rational::new(9, 35), Rational::new(43, 175)));
    let ours = average(WithoutReplacement, (Keeping, Retaining));
    assert_eq!(ours.rate, Rational::new(81, 175));
    assert!((ours.published_rate.to_f64() - 0.505524).abs() < 5e-7 && ours.published_rate > ours.rate);
}
