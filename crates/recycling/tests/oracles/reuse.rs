//! Distributions of reuse distances.

use bloomlab_recycling::{Reuse, ReuseError};

#[test]
fn tails_are_sums_of_probabilities() {
    for text in ["geometric:20", "uniform:40", "power:1.5", "power:2", "power:3", "power:9"] {
        let reuse: Reuse = text.parse().unwrap();
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
fn what_is_written_is_read() {
    for text in ["geometric:20", "geometric:0.5", "uniform:40", "power:3", "power:1.5"] {
        assert_eq!(text.parse::<Reuse>().map(|reuse| reuse.to_string()), Ok(text.to_owned()));
    }
    for text in ["", "geometric", "geometric:", "uniform:1.5", "uniform:-1", "zipf:1", "power:one"] {
        assert_eq!(text.parse::<Reuse>(), Err(ReuseError::Unknown), "{text}");
    }
    for text in ["geometric:0", "geometric:NaN", "uniform:0", "power:1", "power:inf"] {
        let Err(ReuseError::Refused(error)) = text.parse::<Reuse>() else { panic!("{text}") };
        assert_eq!(error.name, "reuse");
    }
}
