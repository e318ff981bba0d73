//! Distributions of reuse distances.

use bloomlab_numbers::Parameter;
use bloomlab_recycling::Reuse;

fn distributions() -> [Reuse; 6] {
    let power = |exponent| Reuse::power(exponent).unwrap();
    [Reuse::geometric(20.0).unwrap(), Reuse::uniform(40).unwrap(), power(1.5), power(2.0), power(3.0), power(9.0)]
}

#[test]
fn tails_are_sums_of_probabilities() {
    for reuse in distributions() {
        for r in [0, 1, 5, 38, 39, 40, 300] {
            let close = |value: f64, expected: f64| (value - expected).abs() <= 1e-12 * expected.max(1e-3);
            let step = reuse.tail(r as f64) - reuse.tail(r as f64 + 1.0);
            assert!(close(reuse.probability(r), step), "{reuse:?} {r}");
            let sum: f64 = (r..r + 50).map(|n| reuse.tail(n as f64)).sum();
            assert!(close(reuse.tails(r, r + 50), sum), "{reuse:?} {r}: {} {sum}", reuse.tails(r, r + 50));
        }
        assert_eq!(reuse.tail(0.0), 1.0, "{reuse:?}");
        let mean = reuse.tails(1, 1 << 50);
        assert!(reuse.mean().is_infinite() || (reuse.mean() / mean - 1.0).abs() < 1e-6, "{reuse:?} {mean}");
    }
}

#[test]
fn a_mean_near_zero_never_returns_late() {
    for mean in [f64::from_bits(1), 1e-310, 5e-309, 1e-308] {
        let reuse = Reuse::geometric(mean).unwrap();
        assert_eq!([reuse.tail(0.0), reuse.probability(0), reuse.tails(0, 9)], [1.0; 3], "{mean:e}");
        assert!((reuse.tail(1.0) / mean - 1.0).abs() < 1e-12 || mean < 1e-320, "{mean:e}");
        assert_eq!(reuse.tails(2, 9), 0.0, "{mean:e}");
    }
}

#[test]
fn nonsense_is_refused() {
    for reuse in [
        Reuse::geometric(0.0),
        Reuse::geometric(f64::NAN),
        Reuse::uniform(0),
        Reuse::power(1.0),
        Reuse::power(f64::INFINITY),
    ] {
        assert_eq!(reuse.unwrap_err().parameter(), Parameter::Reuse);
    }
}
