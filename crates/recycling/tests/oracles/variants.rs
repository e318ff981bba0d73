//! Every two-phase filter: reference values.

use bloomlab_numbers::{Bound, Double, Ending, Retention, Sampling, Shape};
use bloomlab_recycling::{Cycle, Variant, variant_average, variant_forgetting};

use Ending::{Dropping, Keeping};
use Retention::{NonRetaining, Retaining};
use Sampling::{WithReplacement, WithoutReplacement};

/// In the order of the tables.
const KINDS: [(Ending, Retention); 4] =
    [(Dropping, NonRetaining), (Dropping, Retaining), (Keeping, NonRetaining), (Keeping, Retaining)];

fn two_phases(
    (bits, hashes, sampling): (u64, u64, Sampling),
    bound: Bound,
    (ending, retention): (Ending, Retention),
) -> Variant {
    let shape = Shape::new(bits, hashes, sampling).unwrap();
    Variant::two_phases(Cycle::new(shape, bound, retention).unwrap(), ending)
}

fn one_phase(bits: u64, bound: Bound, retention: Retention) -> Variant {
    let shape = Shape::new(bits, 5, WithReplacement).unwrap();
    Variant::one_phase(Cycle::new(shape, bound, retention).unwrap())
}

fn close(value: f64, expected: f64, digits: f64) {
    assert!((value / expected - 1.0).abs() < 0.5 * 10.0_f64.powf(-digits + 1.0), "{value:e} for {expected:e}");
}

#[test]
fn reference_rates() {
    let each = (500, 5, WithReplacement);
    let sigma = [
        (0.0370913801901, 0.0370969843413, 70.0148180558),
        (0.0371878466238, 0.0371907184370, 69.0140148413),
        (0.0389662772660, 0.0389720851028, 70.0148180558),
        (0.0390443763108, 0.0390656221264, 69.0140148413),
    ];
    for (kind, (rate, product, messages)) in KINDS.into_iter().zip(sigma) {
        let average = variant_average(&Double, two_phases(each, Bound::Sigma(250), kind));
        close(average.rate, rate, 12.0);
        close(average.published_rate, product, 12.0);
        close(average.messages_per_cycle, messages, 12.0);
    }
    let without = [0.0363075485884, 0.0364017515642, 0.0381654899755, 0.0382423485282];
    for (kind, rate) in KINDS.into_iter().zip(without) {
        close(
            variant_average(&Double, two_phases((500, 5, WithoutReplacement), Bound::Sigma(250), kind)).rate,
            rate,
            12.0,
        );
    }
    let messages = [
        (0.0217140182046, 60.2283268938),
        (0.0217770927124, 59.2283285925),
        (0.0228652630984, 60.2283268938),
        (0.0229204484391, 59.2283285925),
    ];
    for (kind, (rate, messages)) in KINDS.into_iter().zip(messages) {
        let average = variant_average(&Double, two_phases(each, Bound::Messages(60), kind));
        close(average.rate, rate, 12.0);
        close(average.messages_per_cycle, messages, 12.0);
    }
    let tiny = [0.319421264557, 0.382775733747, 0.681355927034, 0.665547451338];
    for (kind, rate) in KINDS.into_iter().zip(tiny) {
        close(variant_average(&Double, two_phases((6, 3, WithReplacement), Bound::Sigma(4), kind)).rate, rate, 12.0);
    }
}

#[test]
fn reference_forgetting() {
    let each = (500, 5, WithReplacement);
    let check = |variant: Variant, expected: [(usize, f64, f64); 3]| {
        let forgotten: Vec<f64> =
            variant_forgetting(&Double, variant).take(101).map(|f| f.false_negative_rate).collect();
        for (distance, rate, digits) in expected {
            if rate == 0.0 {
                assert_eq!(forgotten[distance], 0.0, "{variant:?} {distance}");
            } else {
                close(forgotten[distance], rate, digits);
            }
        }
        if let Some(safe) = variant.guaranteed_distance() {
            assert!(forgotten[..=safe as usize].iter().all(|rate| *rate == 0.0), "{variant:?}");
        }
    };
    let sigma = [
        [(0, 0.01428269, 7.0), (59, 0.014030232, 8.0), (100, 0.42889344, 8.0)],
        [(0, 0.0, 0.0), (59, 6.1963344e-9, 8.0), (100, 0.43524165, 8.0)],
        [(0, 0.0, 0.0), (59, 6.0813317e-9, 8.0), (100, 0.42805666, 8.0)],
        [(0, 0.0, 0.0), (59, 6.1818684e-9, 8.0), (100, 0.43439872, 8.0)],
    ];
    for (kind, expected) in KINDS.into_iter().zip(sigma) {
        check(two_phases(each, Bound::Sigma(250), kind), expected);
    }
    let messages = [
        [(59, 0.016308707, 8.0), (100, 0.66426038, 8.0), (100, 0.66426038, 8.0)],
        [(59, 0.0, 0.0), (100, 0.67542225, 8.0), (0, 0.0, 0.0)],
        [(59, 0.0, 0.0), (100, 0.66347867, 8.0), (0, 0.0, 0.0)],
        [(59, 0.0, 0.0), (100, 0.67463006, 8.0), (0, 0.0, 0.0)],
    ];
    for (kind, expected) in KINDS.into_iter().zip(messages) {
        check(two_phases(each, Bound::Messages(60), kind), expected);
    }
    check(one_phase(1000, Bound::Sigma(590), Retaining), [(0, 0.0, 0.0), (50, 0.280771, 6.0), (100, 0.56052288, 8.0)]);
    let expected = [(0, 0.009981469, 7.0), (50, 0.50900376, 8.0), (100, 0.99798139, 8.0)];
    check(one_phase(1000, Bound::Messages(100), NonRetaining), expected);
}
