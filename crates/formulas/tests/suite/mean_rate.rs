//! The mean rate while items come, against the mean of the rates one by one.

use bloomlab_exact::{Rational, Rationals};
use bloomlab_formulas::{Load, blocked::BlockedLoad, coverage::mean_rate, exact, inclusion_exclusion, items::Items};
use bloomlab_numbers::{Arithmetic, Double};

#[test]
fn the_mean_is_that_of_the_rates_one_by_one() {
    for (bits, hashes) in [(1, 1), (2, 3), (5, 2), (7, 3)] {
        for distinct in [false, true].into_iter().filter(|distinct| !distinct || hashes <= bits) {
            for (first, count) in [(0, 1), (0, 2), (3, 5), (1, 13)] {
                let load = |items| {
                    let load = Load::new(bits, items, hashes).unwrap();
                    if distinct { load.without_replacement().unwrap() } else { load }
                };
                let sum = Rationals
                    .sum((first..first + count).map(|items| inclusion_exclusion::rate(&Rationals, load(items))));
                let mean = mean_rate(&Rationals, load(first), count).unwrap();
                assert_eq!(mean, sum / Rationals.integer(count), "{bits} {hashes} {distinct} {first} {count}");
            }
        }
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
    assert!(mean_rate(&Double, Load::new(1 << 20, 0, 5000).unwrap(), 9).is_err());
    assert!(mean_rate(&Double, Load::new(8, 1 << 62, 1).unwrap(), 1 << 62).is_err());
}

/// d given bits are all set: the rate given that a query has d distinct ones.
#[test]
fn given_bits_are_set_with_the_rate_of_their_number() {
    let load = Load::new(6, 2, 2).unwrap();
    // one bit: 1 − (5/6)^4
    let set = load.covered(&Rationals, load.hashes().min(load.bits()) as usize);
    assert_eq!(set[..2], [Rationals.one(), Rationals.ratio(671, 1296)]);
    assert_eq!(set.len(), 3);
}

/// The mean of any items: of blocked filters as of plain ones.
#[test]
fn blocked_filters_have_mean_rates_as_well() {
    for (bits, hashes, first, count) in [(8, 2, 0, 1), (8, 2, 3, 5), (24, 3, 1, 12), (24, 4, 2, 7)] {
        let mean =
            |rate: &dyn Fn(u64) -> Rational| Rationals.sum((first..first + count).map(rate)) / Rationals.integer(count);
        let plain = |items| BlockedLoad::plain(bits, 4, items, hashes).unwrap();
        let expected = mean(&|items| inclusion_exclusion::rate(&Rationals, plain(items)));
        assert_eq!(mean_rate(&Rationals, plain(first), count).unwrap(), expected, "{bits} {hashes}");
        let split = |items| BlockedLoad::split(bits, bits / hashes / 2, items, hashes).unwrap();
        let expected = mean(&|items| inclusion_exclusion::rate(&Rationals, split(items)));
        assert_eq!(mean_rate(&Rationals, split(first), count).unwrap(), expected, "{bits} {hashes}");
    }
}
