//! Distributions of reuse distances.

use bloomlab_occupancy::Parameter;
use bloomlab_recycling::ReuseLaw;

fn laws() -> [ReuseLaw; 6] {
    let power = |exponent| ReuseLaw::power(exponent).unwrap();
    [ReuseLaw::geometric(20.0).unwrap(), ReuseLaw::uniform(40).unwrap(), power(1.5), power(2.0), power(3.0), power(9.0)]
}

#[test]
fn tails_are_sums_of_probabilities() {
    for law in laws() {
        for r in [0, 1, 5, 38, 39, 40, 300] {
            let close = |value: f64, expected: f64| (value - expected).abs() <= 1e-12 * expected.max(1e-3);
            let step = law.tail(r as f64) - law.tail(r as f64 + 1.0);
            assert!(close(law.probability(r), step), "{law:?} {r}");
            let sum: f64 = (r..r + 50).map(|n| law.tail(n as f64)).sum();
            assert!(close(law.tails(r, r + 50), sum), "{law:?} {r}: {} {sum}", law.tails(r, r + 50));
        }
        assert_eq!(law.tail(0.0), 1.0, "{law:?}");
        let mean = law.tails(1, 1 << 50);
        assert!(law.mean().is_infinite() || (law.mean() / mean - 1.0).abs() < 1e-6, "{law:?} {mean}");
    }
}

#[test]
fn a_mean_near_zero_never_returns_late() {
    for mean in [f64::from_bits(1), 1e-310, 5e-309, 1e-308] {
        let law = ReuseLaw::geometric(mean).unwrap();
        assert_eq!([law.tail(0.0), law.probability(0), law.tails(0, 9)], [1.0; 3], "{mean:e}");
        assert!((law.tail(1.0) / mean - 1.0).abs() < 1e-12 || mean < 1e-320, "{mean:e}");
        assert_eq!(law.tails(2, 9), 0.0, "{mean:e}");
    }
}

#[test]
fn nonsense_is_refused() {
    for law in [
        ReuseLaw::geometric(0.0),
        ReuseLaw::geometric(f64::NAN),
        ReuseLaw::uniform(0),
        ReuseLaw::power(1.0),
        ReuseLaw::power(f64::INFINITY),
    ] {
        assert_eq!(law.unwrap_err().parameter(), Parameter::Reuse);
    }
}
