//! Every route to the exact rate gives the same rational, and brute force over all hash outcomes agrees.

use bloomlab_exact::{Rational, Rationals};
use bloomlab_formulas::{
    Load, bose, christensen, coverage, exact, inclusion_exclusion,
    observed::{self, ObservedFill},
    table::{self, LineSeven, Use},
};
use bloomlab_numbers::{Arithmetic, BallsInBins, Number, distribution};

use crate::support::{both, enumerated, outcomes, reported};

/// Rationals that get the routes of fixed precision.
struct PositiveTermsOnly;

impl Arithmetic for PositiveTermsOnly {
    type Number = Rational;

    fn integer(&self, value: u64) -> Rational {
        Rationals.integer(value)
    }

    fn tolerates_cancellation(&self) -> bool {
        false
    }
}

fn loads(bits: u64, items: u64, hashes: u64) -> impl Iterator<Item = Load> {
    (1..=bits).flat_map(move |m| (0..=items).flat_map(move |n| (1..=hashes).map(move |k| Load::new(m, n, k).unwrap())))
}

#[test]
fn every_route_gives_the_same_rational() {
    let mut compared = 0;
    for load in loads(12, 4, 4) {
        let rate = christensen::by_recursion(&Rationals, load);
        assert_eq!(christensen::closed(&Rationals, load), rate, "eq. 18, {load:?}");
        assert_eq!(bose::rate(&Rationals, load), rate, "eq. 20, {load:?}");
        assert_eq!(inclusion_exclusion::rate(&Rationals, load), rate, "inclusion–exclusion, {load:?}");
        assert_eq!(coverage::rate(&Rationals, load), rate, "coverage, {load:?}");
        assert_eq!(exact::rate(&Rationals, load).unwrap(), rate, "the cheapest route, {load:?}");
        assert_eq!(exact::rate(&PositiveTermsOnly, load).unwrap(), rate, "the cheapest positive route, {load:?}");
        match table::rate(&Rationals, LineSeven::Repaired, load) {
            Ok(table) => assert_eq!(table, rate, "Figure 1, {load:?}"),
            Err(_) => assert_eq!((load.items(), &rate), (0, &Rationals.zero())),
        }
        compared += 1;
    }
    assert_eq!(compared, 12 * 5 * 4);
}

#[test]
fn brute_force_agrees() {
    let mut compared = 0;
    for plain in loads(12, 4, 4) {
        if (plain.bits() as f64).powi((plain.balls() + plain.hashes()) as i32) > 3e6 {
            continue;
        }
        for load in both(plain.bits(), plain.items(), plain.hashes()) {
            let expected = enumerated(&outcomes(load.shape()), load.items());
            assert_eq!(inclusion_exclusion::rate(&Rationals, load), expected, "{load:?}");
            assert_eq!(coverage::rate(&Rationals, load), expected, "{load:?}");
            assert_eq!(exact::rate(&Rationals, load).unwrap(), expected, "{load:?}");
            assert_eq!(exact::rate(&PositiveTermsOnly, load).unwrap(), expected, "{load:?}");
            compared += 1;
        }
    }
    assert!(compared > 230, "{compared}");
}

#[test]
fn occupancy_routes_agree_and_sum_to_one() {
    for bins in 1..=10 {
        for balls in 0..=10 {
            let shape = BallsInBins::new(balls, bins).unwrap();
            let row = distribution::by_recursion(&Rationals, shape);
            let total = row.iter().fold(Rationals.zero(), |sum, p| sum + p);
            assert_eq!(total, Rationals.one());
            let mean = moment(&row, 1);
            assert_eq!(distribution::mean(&Rationals, shape), mean);
            assert_eq!(distribution::variance(&Rationals, shape), moment(&row, 2) - mean.pow(2));
            for occupied in 0..=bins + 2 {
                let expected = row.get(occupied as usize).cloned().unwrap_or(Rationals.zero());
                assert_eq!(distribution::by_eq_9(&Rationals, shape, occupied), expected, "eq. 9: {shape:?} {occupied}");
                assert_eq!(
                    distribution::by_eq_10(&Rationals, shape, occupied),
                    expected,
                    "eq. 10: {shape:?} {occupied}"
                );
            }
            let table = table::kept_tables(&Rationals, LineSeven::Repaired, shape);
            assert_eq!(table, row[1..], "Figure 1: {shape:?}");
            // Stirling form: P = M(M−1)…(M−K+1) S(N, K) / M^N
            for (occupied, p) in row.iter().enumerate() {
                let falling = (0..occupied as u64).fold(Rationals.one(), |x, i| x * Rationals.integer(bins - i));
                let stirling = bose::stirling(&Rationals, balls, occupied as u64);
                assert_eq!(falling * stirling / Rationals.integer(bins).pow(balls), *p);
            }
        }
    }
}

fn moment(row: &[Rational], power: u64) -> Rational {
    (0..).zip(row).fold(Rationals.zero(), |sum, (k, p)| sum + Rationals.integer(k).pow(power) * p)
}

#[test]
fn figure_1_as_transcribed_is_wrong_where_line_7_matters() {
    // what the misprint does: P(3, 2, 2) = 1 for 3/4, and P(5, 2, 2) = 2, which is no probability
    let value = |balls, bins, occupied: usize| {
        let shape = BallsInBins::new(balls, bins).unwrap();
        table::kept_tables(&Rationals, LineSeven::AsTranscribed, shape).swap_remove(occupied - 1)
    };
    assert_eq!(value(3, 2, 2), Rationals.integer(1));
    assert_eq!(value(5, 2, 2), Rationals.integer(2));
    let shape = Load::new(32, 4, 5).unwrap();
    let transcribed = table::rate(&Rationals, LineSeven::AsTranscribed, shape).unwrap().to_f64();
    assert!((transcribed - 0.00927).abs() < 5e-6, "{transcribed}");
}

#[test]
fn multiplications_are_those_of_the_loops() {
    // the loops of Figure 1, with nothing but a counter inside
    let calls = |balls: u64, last: u64| -> u128 {
        let passes = (1..=last).flat_map(|i| (i..=balls).map(move |j| (i, j)));
        2 * passes.filter(|pass| *pass != (1, 1)).count() as u128
    };
    for (balls, bins) in [(1, 1), (1, 6), (4, 3), (3, 7), (9, 5), (30, 30), (768, 1024)] {
        let shape = BallsInBins::new(balls, bins).unwrap();
        assert_eq!(table::multiplications(Use::KeptTables, shape), calls(balls, bins), "kept, {shape:?}");
        if bins < 1000 {
            let fresh: u128 = (1..=bins).map(|last| calls(balls, last)).sum();
            assert_eq!(table::multiplications(Use::OneCallPerK, shape), fresh, "fresh, {shape:?}");
        }
    }
    for (balls, bins) in [(0, 3), (1, 1), (4, 3), (3, 7), (9, 5)] {
        let held_after = |thrown| distribution::by_recursion(&Rationals, BallsInBins::new(thrown, bins).unwrap()).len();
        let updates: usize = (1..=balls).map(|thrown| held_after(thrown) - 1).sum();
        let shape = BallsInBins::new(balls, bins).unwrap();
        assert_eq!(distribution::recursion_multiplications(shape), 2 * updates as u128);
    }
    let none = BallsInBins::new(0, 5).unwrap();
    assert_eq!(table::multiplications(Use::KeptTables, none), 0);
}

#[test]
fn observed_fill_by_counting_queries() {
    let mut counted = 0;
    for load in (1..=6).flat_map(|bits| (1..=4).flat_map(move |hashes| both(bits, 0, hashes))) {
        let queries = outcomes(load.shape());
        for set in 0..=load.bits() {
            let expected = Rationals.ratio(reported(&queries, (1 << set) - 1), queries.len() as u64);
            let found = observed::rate(&Rationals, ObservedFill::new(load.shape(), set).unwrap());
            assert_eq!(found, expected, "{load:?} {set}");
            counted += 1;
        }
    }
    assert!(counted > 150, "{counted}");
}
