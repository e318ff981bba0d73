//! Messages that return after random distances.

use bloomlab_numbers::{Bound, Ending, Retention, Sampling};
use bloomlab_recycling::{Cycle, ForgettingCurve, LargeFilter, Reuse, Variant, processed_repeats};

use crate::support::shape;
use Ending::{Dropping, Keeping};
use Retention::{NonRetaining, Retaining};

fn reuse(text: &str) -> Reuse {
    text.parse().unwrap()
}

const fn large(frozen: Option<Ending>, retention: Retention) -> LargeFilter {
    LargeFilter { frozen, retention }
}

/// In the order of the table.
const LARGE: [LargeFilter; 5] = [
    large(None, NonRetaining),
    large(None, Retaining),
    large(Some(Dropping), NonRetaining),
    large(Some(Keeping), NonRetaining),
    large(Some(Dropping), Retaining),
];

#[test]
fn smallest_cycles_for_one_false_negative_in_a_thousand() {
    // one phase under a geometric distribution is below 1/1000 already at 21,000, 20,000, 101,000 and 100,000, by less than
    // 1e-400: in doubles it is equal
    let table = [
        (reuse("geometric:20"), [21_001, 20_001, 1001, 108, 108]),
        (reuse("geometric:100"), [101_001, 100_001, 1005, 528, 527]),
        (reuse("uniform:40"), [20_501, 19_501, 1001, 39, 38]),
        (reuse("power:3"), [1369, 368, 1001, 15, 14]),
        (reuse("power:2.5"), [1925, 915, 1010, 44, 44]),
        (reuse("power:2"), [6275, 5156, 1421, 422, 421]),
        (reuse("power:1.5"), [2_343_375, 2_341_375, 404_247, 402_252, 402_251]),
    ];
    for (reuse, expected) in table {
        let found = LARGE.map(|filter| filter.smallest_cycle(reuse, 1e-3).unwrap());
        assert_eq!(found, expected, "{reuse:?}");
    }
    // of distances of ten million, for one in a million
    let long = LARGE[3].smallest_cycle(reuse("geometric:10000000"), 1e-6).unwrap() as f64 / 1e7;
    assert!((long / 11.38 - 1.0).abs() < 6e-4, "{long}");
    assert_eq!(LARGE[3].false_negatives(reuse("uniform:40"), 40), 0.0);
}

/// The three filters of the tables: one phase of 1000 bits, two of 500, all with 5 hash functions and rates near 0.01.
fn filter(frozen: Option<Ending>, retention: Retention) -> Variant {
    let (bits, sigma) = if frozen.is_none() { (1000, 539) } else { (500, 189) };
    let cycle = Cycle::new(shape(bits, 5, Sampling::WithReplacement), Bound::Sigma(sigma), retention).unwrap();
    match frozen {
        None => Variant::one_phase(cycle),
        Some(ending) => Variant::two_phases(cycle, ending),
    }
}

#[test]
fn mixtures() {
    let table = [
        (reuse("geometric:20"), [0.1348584339, 0.1292627974, 0.05624871789, 0.03745033484, 0.03807470086]),
        (reuse("uniform:40"), [0.1317565098, 0.126140395, 0.02075716962, 0.0, 0.0]),
        (reuse("power:3"), [0.008777726462, 0.002365726111, 0.02085717713, 8.90654685e-5, 9.007287405e-5]),
    ];
    for (reuse, expected) in table {
        for (large, expected) in LARGE.into_iter().zip(expected) {
            let curve = ForgettingCurve::new(filter(large.frozen, large.retention), reuse, 1.0).unwrap();
            let rate = curve.false_negatives(|r| reuse.tail(r));
            if expected == 0.0 {
                assert!(rate < 1e-15, "{rate:e}");
            } else {
                assert!((rate / expected - 1.0).abs() < 1e-9, "{reuse:?} {large:?}: {rate} for {expected}");
            }
        }
    }
}

/// Two phases of two bits: one message fills the frozen filter, and none is ever taken for new.
#[test]
fn a_filter_that_is_always_full_forgets_nothing() {
    for (frozen, retention) in [(Dropping, Retaining), (Keeping, NonRetaining), (Keeping, Retaining)] {
        let cycle = Cycle::new(shape(2, 1, Sampling::WithReplacement), Bound::Sigma(1), retention).unwrap();
        for reuse in ["power:2", "power:1.1", "uniform:1000000", "geometric:1e9"].map(reuse) {
            let curve = ForgettingCurve::new(Variant::two_phases(cycle, frozen), reuse, 1.0).unwrap();
            assert_eq!(curve.false_negatives(|r| reuse.tail(r)), 0.0, "{reuse:?}");
        }
    }
}

#[test]
fn repeats_that_are_processed() {
    for (frozen, rate, messages) in
        [(None, 0.1552, 134.7), (Some(Dropping), 0.1262, 31.75), (Some(Keeping), 0.1099, 31.75)]
    {
        let found = processed_repeats(filter(frozen, NonRetaining), reuse("geometric:20"), 1.0).unwrap();
        assert!((found.cleared - rate).abs() < 5.1e-5, "{found:?} for {rate}");
        assert!(found.false_negative_rate < found.cleared && found.false_negative_rate > 0.985 * found.cleared);
        assert!((found.messages_per_cycle / messages - 1.0).abs() < 5e-4, "{found:?} for {messages}");
    }
}
