//! The mean rate while items come, against the mean of the rates one by one.

use bloomlab_exact::{Rational, Rationals};
use bloomlab_formulas::{Load, blocked::BlockedLoad, coverage::mean_rate, exact, inclusion_exclusion, layout::Layout};
use bloomlab_numbers::{Arithmetic, Double};

/// `with` is the filter with a number of items.
fn assert_is_mean<I: Layout<Rationals> + Copy>(with: impl Fn(u64) -> I, what: &str) {
    for (first, count) in [(0, 1), (0, 2), (3, 5), (1, 13)] {
        let rates = (first..first + count).map(|items| inclusion_exclusion::rate(&Rationals, with(items)));
        let expected: Rational = Rationals.sum(rates) / Rationals.integer(count);
        assert_eq!(mean_rate(&Rationals, with(first), count).unwrap(), expected, "{what} {first} {count}");
    }
}

#[test]
fn the_mean_is_that_of_the_rates_one_by_one() {
    for (bits, hashes) in [(1, 1), (2, 3), (5, 2), (7, 3)] {
        let plain = |items| Load::new(bits, items, hashes).unwrap();
        assert_is_mean(plain, "plain");
        if hashes <= bits {
            assert_is_mean(|items| plain(items).without_replacement().unwrap(), "distinct");
        }
    }
    for (bits, hashes) in [(8, 2), (24, 3), (24, 4)] {
        assert_is_mean(|items| BlockedLoad::plain(bits, 4, items, hashes).unwrap(), "plain blocks");
        assert_is_mean(|items| BlockedLoad::split(bits, bits / hashes / 2, items, hashes).unwrap(), "split blocks");
    }
}

#[test]
fn doubles_keep_twelve_digits() {
    for (bits, hashes, first, count) in
        [(1000, 7, 0, 200), (4096, 12, 300, 77), (100, 3, 0, 1000), (1 << 40, 20, 1 << 34, 3)]
    {
        let mean = mean_rate(&Double, Load::new(bits, first, hashes).unwrap(), count).unwrap();
        let rates =
            (first..first + count).map(|items| exact::rate(&Double, Load::new(bits, items, hashes).unwrap()).unwrap());
        let expected = rates.sum::<f64>() / count as f64;
        assert!((mean / expected - 1.0).abs() < 1e-12, "{bits} {hashes}: {mean} {expected}");
    }
    assert!(mean_rate(&Double, Load::new(8, 0, 1).unwrap(), 0).is_err());
    assert!(mean_rate(&Double, Load::new(8, 1 << 62, 1).unwrap(), 1 << 62).is_err());
}
