//! Every change is found.

use std::ops::RangeInclusive;

use bloomlab_numbers::search::{least, try_least};

#[test]
fn every_change_is_found() {
    for (guess, change) in (0..=40).flat_map(|guess| (0..=30).map(move |change| (guess, change))) {
        let around = |meets: &dyn Fn(u64) -> bool| {
            least(guess, 4..=30, |value| {
                assert!((4..=30).contains(&value));
                meets(value)
            })
        };
        assert_eq!(around(&|value| value >= change), Some(change.max(4)), "{guess}");
        assert_eq!(around(&|_| false), None);
    }
    for guess in [0, 1 << 62, u64::MAX] {
        assert_eq!(least(guess, 0..=u64::MAX, |value| value >= 1 << 62), Some(1 << 62));
        assert_eq!(least(guess, 0..=u64::MAX, |value| value == u64::MAX), Some(u64::MAX));
    }
    assert_eq!(least(1, RangeInclusive::new(1, 0), |_| true), None);
    assert_eq!(try_least(7, 0..=40, |value| (value < 9).then_some(false).ok_or(value)), Err(10));
    assert_eq!(try_least(8, 0..=40, |value| if value == 5 { Err(value) } else { Ok(value > 2) }), Err(5));
}
