//! Rational filters: every hash outcome of tiny ones, whole numbers of hash functions, reference values, and whether a fraction helps.

use bloomlab_exact::{Rational, Rationals, certify};
use bloomlab_formulas::rational::{RationalLoad, by_coverage, by_inclusion_exclusion, limit, rate};
use bloomlab_formulas::{Load, inclusion_exclusion};
use bloomlab_numbers::{Arithmetic, Double};

const A: Rationals = Rationals;

/// The share of all outcomes of items and query that are false positives, φ = `of.0`/`of.1`: each outcome of an item is one of
/// `of.1` equally likely fates, of which `of.0` use the last position, and one position in each of a + 1 draws.
fn enumerated(bits: u64, items: u64, whole: u64, of: (u64, u64)) -> Rational {
    let drawn = bits.pow(whole as u32 + 1);
    let mask = |outcome: u64| {
        let (fate, mut rest) = (outcome / drawn, outcome % drawn);
        let used = whole + u64::from(fate < of.0);
        (0..whole + 1).fold(0_u64, |mask, i| {
            let bit = 1 << (rest % bits);
            rest /= bits;
            if i < used { mask | bit } else { mask }
        })
    };
    let each = drawn * of.1;
    let masks: Vec<u64> = (0..each).map(mask).collect();
    let mut found = 0;
    for code in 0..each.pow(items as u32) {
        let item = |i: u32| masks[(code / each.pow(i) % each) as usize];
        let set = (0..items as u32).fold(0, |set, i| set | item(i));
        found += masks.iter().filter(|query| **query & !set == 0).count() as u64;
    }
    A.ratio(found, each.pow(items as u32 + 1))
}

fn load(bits: u64, items: u64, whole: u64, of: (u64, u64)) -> RationalLoad<Rational> {
    RationalLoad::new(bits, items, whole, A.ratio(of.0, of.1)).unwrap()
}

#[test]
fn both_routes_are_the_enumeration_of_every_outcome() {
    let mut cases = 0;
    for (bits, items, whole) in itertools(3) {
        for of in [(1, 2), (1, 3), (2, 3), (1, 1), (0, 1)] {
            let each = (bits.pow(whole as u32 + 1) * of.1) as f64;
            if each.powi(items as i32 + 1) > 1e6 || (whole == 0 && of.0 == 0) {
                continue;
            }
            let load = load(bits, items, whole, of);
            let expected = enumerated(bits, items, whole, of);
            assert_eq!(by_inclusion_exclusion(&A, &load), expected, "{load:?}");
            assert_eq!(by_coverage(&A, &load), expected, "{load:?}");
            cases += 1;
        }
    }
    assert!(cases > 80, "{cases}");
}

fn itertools(most: u64) -> impl Iterator<Item = (u64, u64, u64)> {
    (1..=most + 1).flat_map(move |m| (0..=most).flat_map(move |n| (0..most).map(move |a| (m, n, a))))
}

#[test]
fn reference_values() {
    let exact = |bits, items, whole, of| by_inclusion_exclusion(&A, &load(bits, items, whole, of));
    assert_eq!(exact(3, 2, 1, (1, 2)), Rational::new(49, 81));
    assert_eq!(exact(2, 2, 1, (1, 3)), Rational::new(689, 864));
    assert_eq!(exact(4, 1, 0, (1, 2)), Rational::new(9, 16));
    assert_eq!(exact(3, 3, 0, (2, 3)), Rational::new(1501, 2187));
    // c = m/n = k = 1/2
    let half = limit(&Double, &RationalLoad::new(500, 1000, 0, 0.5).unwrap());
    assert!((half / 0.816_060_279_414_278_8 - 1.0).abs() < 1e-15, "{half}");
}

#[test]
fn whole_numbers_are_the_ordinary_filter() {
    for (bits, items, hashes) in [(1, 1, 1), (12, 5, 3), (64, 10, 4), (1000, 100, 7)] {
        let ordinary = inclusion_exclusion::rate(&A, Load::new(bits, items, hashes).unwrap());
        assert_eq!(by_inclusion_exclusion(&A, &load(bits, items, hashes, (0, 1))), ordinary);
        assert_eq!(by_inclusion_exclusion(&A, &load(bits, items, hashes - 1, (1, 1))), ordinary);
    }
}

#[test]
fn doubles_keep_twelve_digits() {
    for (bits, items, whole, tenths) in [(100, 10, 6, 9), (1 << 40, 1 << 36, 11, 1), (1000, 3000, 0, 3), (64, 1, 30, 5)]
    {
        let double = rate(&Double, &RationalLoad::new(bits, items, whole, tenths as f64 / 10.0).unwrap()).unwrap();
        let truth = certify(20, |a| {
            let fraction = a.rational(&A.ratio(tenths, 10));
            rate(a, &RationalLoad::new(bits, items, whole, fraction).unwrap()).unwrap()
        });
        let truth = truth.unwrap().to_f64();
        assert!((double / truth - 1.0).abs() < 1e-12, "{bits} {items} {whole}: {double} {truth}");
    }
}

/// In the limit no mixture with a ≥ 1 is below the better of its neighbours, on a grid; below one bit an item k = m/n < 1 helps, by
/// 7.7 % at most.
#[test]
fn a_fraction_helps_below_one_bit_an_item_only() {
    let at = |hundredths: u64, whole, fraction| {
        limit(&Double, &RationalLoad::new(hundredths, 100, whole, fraction).unwrap())
    };
    for hundredths in [20, 50, 90, 110, 250, 500, 1000, 1500, 3000] {
        for whole in 1..=25 {
            let neighbours = at(hundredths, whole, 0.0).min(at(hundredths, whole, 1.0));
            for fraction in [0.1, 0.3, 0.5, 0.7, 0.9] {
                assert!(at(hundredths, whole, fraction) >= neighbours, "{hundredths} {whole} {fraction}");
            }
        }
    }
    let helps = |hundredths: u64| {
        let best = (1..=99).map(|k| at(hundredths, 0, k as f64 / 100.0)).fold(f64::INFINITY, f64::min);
        assert_eq!(best, at(hundredths, 0, hundredths as f64 / 100.0), "best with k = m/n");
        1.0 - best / at(hundredths, 1, 0.0)
    };
    let gains = [10, 20, 30, 40, 60, 90].map(helps);
    assert!(gains.iter().all(|&gain| gain > 0.0 && gain <= gains[2]) && (gains[2] - 0.077).abs() < 5e-4, "{gains:?}");
}

#[test]
fn nonsense_is_refused() {
    let refused = |bits, items, whole, fraction: f64| RationalLoad::new(bits, items, whole, fraction).is_err();
    assert!(refused(0, 1, 1, 0.5) && refused(8, 1, 0, 0.0) && refused(8, 1, 1, -0.1) && refused(8, 1, 1, 1.1));
    assert!(refused(8, u64::MAX, 1, 0.5) && refused(8, 1, u64::MAX, 0.5) && refused(8, 1, 1, f64::NAN));
    assert!(rate(&Double, &RationalLoad::new(1 << 20, 1 << 10, 100_000, 0.5).unwrap()).is_err());
}
