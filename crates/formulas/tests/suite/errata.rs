//! The places at which Christensen et al. (2010) err, or reach us damaged: every entry of the errata in the notes of `experiments/christensen-fpr`, measured.

use bloomlab_exact::{Rational, Rationals, certify};
use bloomlab_formulas::{
    Load, approximation, bose, christensen, inclusion_exclusion,
    table::{self, LineSeven},
};
use bloomlab_numbers::{Arithmetic, BallsInBins, NaiveDouble, Number, distribution};

fn load(bits: u64, items: u64, hashes: u64) -> Load {
    Load::new(bits, items, hashes).unwrap()
}

fn exact_rate(load: Load) -> Rational {
    inclusion_exclusion::rate(&Rationals, load)
}

fn signed(negative: bool, value: Rational) -> Rational {
    if negative { Rationals.zero() - value } else { value }
}

fn choose(n: u64, k: u64) -> Rational {
    (1..=k).fold(Rationals.one(), |c, i| c * Rationals.ratio(n + 1 - i, i))
}

fn falling(m: u64, i: u64) -> Rational {
    (0..i).fold(Rationals.one(), |product, j| product * Rationals.integer(m - j))
}

/// Eq. 10 summed from j = 1, as printed.
fn eq_10_as_printed(balls: u64, bins: u64, occupied: u64) -> Rational {
    let term = |j: u64| choose(bins, occupied) * choose(occupied, j) * Rationals.ratio(j, bins).pow(balls);
    (1..=occupied).fold(Rationals.zero(), |sum, j| sum + signed((occupied - j) % 2 == 1, term(j)))
}

#[test]
fn eq_10_as_printed_is_wrong_for_no_balls() {
    let printed: Vec<_> = (0..=4).map(|occupied| eq_10_as_printed(0, 4, occupied)).collect();
    let expected = [0.0, 4.0, -6.0, 4.0, -1.0];
    assert_eq!(printed.iter().map(Number::to_f64).collect::<Vec<_>>(), expected);
    // from one ball on it is right
    for (balls, bins, occupied) in [(1, 4, 1), (1, 4, 2), (5, 4, 3), (6, 3, 3)] {
        let right = distribution::by_eq_10(&Rationals, BallsInBins::new(balls, bins).unwrap(), occupied);
        assert_eq!(eq_10_as_printed(balls, bins, occupied), right);
    }
}

#[test]
fn eq_18_as_printed_is_wrong_without_items_when_k_is_at_least_m() {
    // eq. 18 is Σ_i P(i) (i/m)^k with P from eq. 10 as printed
    let printed = |m: u64, k: u64| {
        (1..=m).fold(Rationals.zero(), |sum, i| sum + eq_10_as_printed(0, m, i) * Rationals.ratio(i, m).pow(k))
    };
    assert_eq!(printed(4, 3), Rationals.zero());
    assert_eq!(printed(4, 4).to_f64(), -3.0 / 32.0);
    assert_eq!(printed(4, 5).to_f64(), -15.0 / 64.0);
    assert_eq!(christensen::closed(&Rationals, load(4, 0, 5)), Rationals.zero());
}

#[test]
fn eq_20_needs_the_stirling_number_and_its_sign() {
    // the brace of eq. 20 read as a binomial coefficient C(kn, i): 3/4 where 5/8 is true
    let (m, n, k) = (2, 1, 2);
    let scale = Rationals.integer(m).pow(k * (n + 1));
    let term = |i: u64| Rationals.integer(i).pow(k) * falling(m, i) * choose(k * n, i);
    let misread = (1..=m).fold(Rationals.zero(), |sum, i| sum + term(i)) / scale;
    assert_eq!(misread, Rational::new(3, 4));
    assert_eq!(exact_rate(load(m, n, k)), Rational::new(5, 8));

    // the sign (−1)^j that Christensen et al. report from Bose et al. turns S(N, i) into (−1)^i S(N, i)
    let with_bose_sign = |m: u64, n: u64, k: u64| {
        let term = |i: u64| Rationals.integer(i).pow(k) * falling(m, i) * bose::stirling(&Rationals, k * n, i);
        let sum = (1..=m).fold(Rationals.zero(), |sum, i| sum + signed(i % 2 == 1, term(i)));
        sum / Rationals.integer(m).pow(k * (n + 1))
    };
    assert_eq!(with_bose_sign(2, 1, 2), Rational::new(3, 8));
    assert!((with_bose_sign(4, 2, 2).to_f64() + 0.1416).abs() < 5e-5);
    assert!((with_bose_sign(32, 4, 5).to_f64() - 2.3e-7).abs() < 5e-9);
}

#[test]
fn classic_is_too_low_by_several_factors_at_32_bits() {
    let ratio = |m, n, k| {
        let load = load(m, n, k);
        exact_rate(load).to_f64() / approximation::classic(&Rationals, load).to_f64()
    };
    // m/n = 32, k = 22: six times; at m/n = 8, k = 6 only 14 %
    assert!((ratio(32, 1, 22) - 6.0).abs() < 0.3, "{}", ratio(32, 1, 22));
    assert!((ratio(32, 4, 6) - 1.1384).abs() < 5e-5, "{}", ratio(32, 4, 6));
}

#[test]
fn bloom_1970_is_no_rate_for_independent_hash_functions_but_its_clear_bits_are_right_for_distinct_ones() {
    let load = load(32, 4, 5);
    let distinct = inclusion_exclusion::rate(&Rationals, load.without_replacement().unwrap());
    let bloom = approximation::bloom_1970(&Rationals, load).unwrap();
    assert!((bloom.to_f64() - 0.029176).abs() < 5e-7);
    assert!((distinct.to_f64() - 0.022156).abs() < 5e-7);
    assert!((exact_rate(load).to_f64() - 0.025222).abs() < 5e-7);
    // (1 − k/m)^n is the share of clear bits when an item's bits are distinct
    assert_eq!(Rationals.all_miss_distinct(1, 32, 5, 4), Rationals.all_miss(5, 32, 4));
}

/// Relative error of a double evaluation of eq. 18 as written, m/n = 8, k = 6.
fn eq_18_error(bits: u64) -> f64 {
    let load = load(bits, bits / 8, 6);
    let truth = certify(20, |a| inclusion_exclusion::rate(a, load)).unwrap().to_f64();
    (christensen::closed(&NaiveDouble, load) / truth - 1.0).abs()
}

#[test]
fn eq_18_in_doubles_collapses() {
    assert!((1e-12..1e-6).contains(&eq_18_error(32)), "{}", eq_18_error(32));
    assert!(eq_18_error(64) > 1e-3, "{}", eq_18_error(64));
    assert!(eq_18_error(96) > 1e3, "{}", eq_18_error(96));
    let overflow = christensen::closed(&NaiveDouble, load(171, 21, 6));
    assert!(!overflow.is_finite(), "{overflow}");
    // while eq. 17 over the recursion keeps its digits
    let load = load(512, 64, 6);
    let truth = certify(20, |a| inclusion_exclusion::rate(a, load)).unwrap().to_f64();
    assert!((christensen::by_recursion(&NaiveDouble, load) / truth - 1.0).abs() < 5e-15);
}

#[test]
fn tables_kept_while_everything_is_computed_again_are_wrong() {
    // keeping the tables but running every row again: table2 then still holds row K − 1 of the call before
    let (balls, bins) = (4_usize, 3);
    let mut previous = vec![Rationals.zero(); balls + 1];
    let mut values = Vec::new();
    for last in 1..=bins {
        for i in 1..=last {
            let mut row = vec![Rationals.zero(); balls + 1];
            if i == 1 && last == 1 {
                row[1] = Rationals.one(); // cleared and seeded only once, at K = 1
            }
            for j in i as usize..=balls {
                if i == 1 && j == 1 {
                    continue;
                }
                let (stays, grows) = (Rationals.ratio(i, bins), Rationals.ratio(bins - i + 1, bins));
                row[j] = row[j - 1].clone() * stays + previous[j - 1].clone() * grows;
            }
            previous = row;
        }
        values.push(previous[balls].clone());
    }
    assert_eq!(values, [Rational::new(1, 27), Rational::new(8, 9), Rational::new(0, 1)]);
    let shape = BallsInBins::new(4, 3).unwrap();
    let right = table::kept_tables(&Rationals, LineSeven::Repaired, shape);
    assert_eq!(right, [Rational::new(1, 27), Rational::new(14, 27), Rational::new(4, 9)]);
}
