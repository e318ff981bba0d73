//! Queries for several items, the fullest bin, two buffers, rates that are too low: against
//! enumerations, and against values that were derived elsewhere.

use bloomlab::compare::for_window;
use bloomlab::{Filter, HashingScheme, Occupancy, RateTest, Sizing, Why, WindowFilter};

use crate::integer;

fn is_near(found: f64, expected: f64, error: f64) -> bool {
    (found - expected).abs() <= error * expected
}

/// Every outcome of `balls` balls in `bins` bins, as the number of balls in each.
fn outcomes(balls: u32, bins: usize) -> Vec<Vec<u32>> {
    let of = |outcome: usize| {
        let mut count = vec![0; bins];
        (0..balls).for_each(|ball| count[outcome / bins.pow(ball) % bins] += 1);
        count
    };
    (0..bins.pow(balls)).map(of).collect()
}

#[test]
fn several_strangers_meet_the_same_bits() {
    for (bits, items, hashes) in [(2_usize, 2_u32, 1_u32), (3, 2, 2), (5, 3, 2), (4, 7, 1)] {
        let stored = Filter::new(bits as u64, hashes.into()).unwrap().holding(items.into()).unwrap();
        let all = outcomes(items * hashes, bits);
        let fill = |count: &Vec<u32>| count.iter().filter(|balls| **balls > 0).count() as f64 / bits as f64;
        let mean = |of: &dyn Fn(f64) -> f64| all.iter().map(|count| of(fill(count))).sum::<f64>() / all.len() as f64;
        for asked in 1..=4 {
            let one = |fill: f64| fill.powi(hashes as i32);
            let together = stored.certified_all_of(asked, 12).unwrap().to_f64();
            assert!(is_near(together, mean(&|fill| one(fill).powi(asked as i32)), 1e-12), "{bits} {asked}");
            let test = RateTest::of(stored, asked).unwrap();
            let (any, _, is_exact) = test.exceeds(0).unwrap();
            let none = mean(&|fill| (1.0 - one(fill)).powi(asked as i32));
            assert!(is_exact && is_near(any, 1.0 - none, 1e-12), "{bits} {asked} {any}");
        }
    }
}

#[test]
fn the_fullest_bin_is_that_of_every_outcome() {
    for (balls, bins) in [(0, 2), (1, 1), (2, 2), (5, 3), (7, 4), (12, 2)] {
        let (question, all) = (Occupancy::new(balls.into(), bins as u64).unwrap(), outcomes(balls, bins));
        for least in 0..=balls + 1 {
            let full = all.iter().filter(|count| count.iter().any(|balls| *balls >= least)).count();
            let expected = full as f64 / all.len() as f64;
            let found = question.certified_fullest(least.into(), 12).unwrap().to_f64();
            assert!(is_near(found, expected, 1e-12), "{balls} {bins} {least}: {found} {expected}");
            let (lower, upper) = question.fullest_between(least.into());
            assert!(lower <= expected * (1.0 + 1e-12) && expected <= upper * (1.0 + 1e-12), "{balls} {bins} {least}");
        }
    }
}

/// libtwiddle#20 has 38.37, 57.5 and 115.0 bits a message, by the worst rate instead of the mean: two filters of 2W messages.
#[test]
fn double_buffering_asks_one_filter_of_w_to_2w_messages() {
    for (window, target) in [(2, 0.1), (50, 0.01), (100_000, 0.01), (100_000, 1e-3), (100_000, 1e-6)] {
        let rows = for_window(window, target).unwrap();
        let row = |filter| rows.iter().find(|row| row.filter == filter).unwrap();
        let (found, two) = (row(WindowFilter::DoubleBuffering), row(WindowFilter::TwoBuffers));
        assert!(two.rate <= target && two.bits_per_message < found.bits_per_message, "{two:?}");
        let [bits, hashes] = ["bits_of_each", "hashes"].map(|name| integer(&found.parameters, name));
        if window < 100 {
            let rate = |bits, items| Filter::new(bits, hashes).unwrap().holding(items).unwrap().rate().unwrap();
            let mean = |bits| (window..2 * window).map(|items| rate(bits, items)).sum::<f64>() / window as f64;
            assert!(is_near(found.rate, mean(bits), 1e-12) && mean(bits - 1) > target, "{found:?}");
            continue;
        }
        let full = Sizing::of(2 * window, target).unwrap().smallest().unwrap().bits as f64 * 2.0 / window as f64;
        let stated = [38.37, 57.5, 115.0].iter().any(|bits| is_near(full, *bits, 1e-3));
        assert!(stated && (0.75 * full..full).contains(&found.bits_per_message), "{full} {found:?}");
    }
}

#[test]
fn why_knows_double_hashing_and_rates_that_are_too_low() {
    let why = |bits, items, hashes, positives, queries| {
        Why::of(Filter::new(bits, hashes).unwrap().holding(items).unwrap(), positives, queries, 1e-3).unwrap()
    };
    // 1000 items at 1e-4 in the textbook's size
    let found = why(19171, 1000, 13, 144, 1_000_000);
    let double = found.causes.iter().find(|one| one.cause == "scheme:double").unwrap();
    assert!(double.within && is_near(double.rate, 1.4358e-4, 1e-3), "{double:?}");
    // an exact rate under double hashing would take 10^12 steps
    let filter = Filter::new(28_755_176, 20).unwrap().under(HashingScheme::Double).unwrap();
    let found = Why::of(filter.holding(1_000_000).unwrap(), 150, 1_000_000, 1e-3).unwrap();
    assert_eq!(found.conclusion(), "3 causes explain the measured rate, first of them hash-of-33-bits.");
    let described = found.causes.iter().find(|one| one.cause == "as-described").unwrap();
    assert!(is_near(described.rate, 1.0387e-6, 1e-3), "{described:?}");
    // deceze/BloomFilter#2: 95,000 of the numbers asked were stored
    let found = why(800_000, 100_000, 6, 115, 95_115);
    for cause in ["stored-in-total:9.440e-1", "bits:1518570"] {
        assert!(found.causes.iter().any(|one| one.cause == cause && one.within), "{cause}: {found:?}");
    }
}
