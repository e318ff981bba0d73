//! Every route to the exact rate gives the same rational, and brute force over all hash outcomes agrees.

use bloomlab_exact::{Rational, Rationals};
use bloomlab_formulas::{
    Load, bose, christensen, coverage, exact, inclusion_exclusion,
    observed::{self, ObservedFill},
    table::{self, LineSeven, Use},
};
use bloomlab_numbers::{Arithmetic, BallsInBins, Number, Sampling, Shape, distribution};

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

/// All sequences of `length` positions in 0..bits, as indices of a mixed-radix counter.
fn sequences(bits: u64, length: u64) -> impl Iterator<Item = Vec<u64>> {
    let count = bits.pow(u32::try_from(length).unwrap());
    (0..count).map(move |mut code| {
        (0..length)
            .map(|_| {
                let position = code % bits;
                code /= bits;
                position
            })
            .collect()
    })
}

/// The rate by definition: over all outcomes of the insertions' and the query's hash values.
fn brute_force(load: Load) -> Rational {
    let (m, k, balls) = (load.bits(), load.hashes(), load.balls());
    let mut false_positives = 0;
    for outcome in sequences(m, balls + k) {
        let (inserted, query) = outcome.split_at(balls as usize);
        false_positives += u64::from(query.iter().all(|position| inserted.contains(position)));
    }
    Rationals.ratio(false_positives, m.pow(u32::try_from(balls + k).unwrap()))
}

/// The rate without replacement by definition: over all outcomes with k distinct positions an item.
fn brute_force_distinct(load: Load) -> Rational {
    let (m, k, n) = (load.bits(), load.hashes(), load.items());
    let (mut outcomes, mut false_positives) = (0, 0);
    for outcome in sequences(m, k * (n + 1)) {
        let distinct = outcome.chunks(k as usize).all(|item| (1..item.len()).all(|i| !item[..i].contains(&item[i])));
        if !distinct {
            continue;
        }
        outcomes += 1;
        let (inserted, query) = outcome.split_at((k * n) as usize);
        false_positives += u64::from(query.iter().all(|position| inserted.contains(position)));
    }
    Rationals.ratio(false_positives, outcomes)
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
fn brute_force_agrees_with_replacement() {
    let mut enumerated = 0;
    for load in loads(12, 4, 4) {
        let outcomes = (load.bits() as f64).powi((load.balls() + load.hashes()) as i32);
        if outcomes <= 3e6 {
            assert_eq!(brute_force(load), inclusion_exclusion::rate(&Rationals, load), "{load:?}");
            enumerated += 1;
        }
    }
    assert!(enumerated > 130, "{enumerated}");
}

#[test]
fn brute_force_agrees_without_replacement() {
    let mut enumerated = 0;
    for load in loads(8, 4, 4).filter_map(|load| load.without_replacement().ok()) {
        let exponent = load.hashes() * (load.items() + 1);
        if (load.bits() as f64).powi(exponent as i32) <= 3e6 {
            let expected = brute_force_distinct(load);
            assert_eq!(inclusion_exclusion::rate(&Rationals, load), expected, "{load:?}");
            assert_eq!(coverage::rate(&Rationals, load), expected, "{load:?}");
            assert_eq!(exact::rate(&Rationals, load).unwrap(), expected, "{load:?}");
            assert_eq!(exact::rate(&PositiveTermsOnly, load).unwrap(), expected, "{load:?}");
            enumerated += 1;
        }
    }
    assert!(enumerated > 60, "{enumerated}");
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
                if balls > 0 && occupied > 0 {
                    let table = table::probability(&Rationals, LineSeven::Repaired, shape, occupied);
                    assert_eq!(table, Some(expected), "Figure 1: {shape:?} {occupied}");
                }
            }
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
    let value = |balls, bins, occupied| {
        let shape = BallsInBins::new(balls, bins).unwrap();
        table::probability(&Rationals, LineSeven::AsTranscribed, shape, occupied).unwrap()
    };
    assert_eq!(value(3, 2, 2), Rationals.integer(1));
    assert_eq!(value(5, 2, 2), Rationals.integer(2));
    let shape = Load::new(32, 4, 5).unwrap();
    let transcribed = table::rate(&Rationals, LineSeven::AsTranscribed, shape).unwrap().to_f64();
    assert!((transcribed - 0.00927).abs() < 5e-6, "{transcribed}");
}

#[test]
fn kept_tables_give_what_single_calls_give() {
    for (balls, bins) in [(1, 1), (4, 3), (3, 7), (9, 5)] {
        let shape = BallsInBins::new(balls, bins).unwrap();
        for line in [LineSeven::AsTranscribed, LineSeven::Repaired] {
            let kept = table::kept_tables(&Rationals, line, shape);
            assert_eq!(kept.len() as u64, balls.min(bins));
            for (occupied, value) in (1..).zip(kept) {
                assert_eq!(table::probability(&Rationals, line, shape, occupied), Some(value));
            }
        }
    }
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
    for bits in 1..=6 {
        for set in 0..=bits {
            for hashes in 1..=4 {
                let fill =
                    |sampling| Shape::new(bits, hashes, sampling).and_then(|shape| ObservedFill::new(shape, set));
                let queries: Vec<_> = sequences(bits, hashes).collect();
                let hits = queries.iter().filter(|query| query.iter().all(|p| *p < set)).count() as u64;
                let with = fill(Sampling::WithReplacement).unwrap();
                assert_eq!(observed::rate(&Rationals, with), Rationals.ratio(hits, queries.len() as u64));
                let distinct = |query: &&Vec<u64>| (1..query.len()).all(|i| !query[..i].contains(&query[i]));
                let distinct_queries: Vec<_> = queries.iter().filter(distinct).collect();
                let hits = distinct_queries.iter().filter(|query| query.iter().all(|p| *p < set)).count() as u64;
                match fill(Sampling::WithoutReplacement) {
                    Ok(without) => {
                        let expected = Rationals.ratio(hits, distinct_queries.len() as u64);
                        assert_eq!(observed::rate(&Rationals, without), expected);
                    }
                    Err(_) => assert!(hashes > bits),
                }
            }
        }
    }
}
