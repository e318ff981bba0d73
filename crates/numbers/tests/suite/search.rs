//! Every change is found.

use std::ops::RangeInclusive;

use bloomlab_numbers::search::{first, first_above, last, try_first, try_first_around};

#[test]
fn every_change_is_found() {
    for change in 1..=9 {
        assert_eq!(first(0, 9, |value| value >= change), change);
        assert_eq!(last(0, 9, |value| value < change), change - 1);
    }
    assert_eq!(first(0, u64::MAX, |value| value >= 1 << 62), 1 << 62);
    for change in 4..=30 {
        assert_eq!(first_above(3, 30, |value| value >= change), Some(change));
    }
    assert_eq!(first_above(3, 30, |value| value > 30), None);
    assert_eq!(first_above(3, 3, |_| true), None);
    assert_eq!(first_above(0, u64::MAX, |value| value == u64::MAX), Some(u64::MAX));
    for guess in 0..=40 {
        let around = |holds: &dyn Fn(u64) -> bool| {
            try_first_around(guess, 4..=30, |value| {
                assert!((4..=30).contains(&value));
                Ok::<_, ()>(holds(value))
            })
        };
        for change in 0..=30 {
            assert_eq!(around(&|value| value >= change), Ok(Some(change.max(4))), "{guess}");
        }
        assert_eq!(around(&|_| false), Ok(None));
    }
    assert_eq!(try_first_around(1, RangeInclusive::new(1, 0), |_| Ok::<_, ()>(true)), Ok(None));
    assert_eq!(try_first_around(7, 0..=40, |value| (value < 9).then_some(false).ok_or(value)), Err(10));
    assert_eq!(try_first(0, 8, |value| if value == 4 { Err(value) } else { Ok(true) }), Err(4));
}
