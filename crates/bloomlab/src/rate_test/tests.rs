//! Kinds of answers, and what is refused.

use super::*;
use crate::{Filter, HashingScheme};

#[test]
fn one_position_in_a_block_is_one_among_all_bits() {
    let bounds = |filter: Filter| RateTest::of(filter.holding(10_000).unwrap(), 100_000).unwrap().bounds().unwrap();
    let plain = Filter::new(1 << 20, 1).unwrap();
    assert_eq!(bounds(plain.under(HashingScheme::Blocked(512)).unwrap()), bounds(plain));
}

/// Walks in a line with half an item each: some hundred, not all, of the queries.
#[test]
fn sparse_walks_in_lines_have_a_bound_of_use() {
    let filter = Filter::new(1 << 20, 6).unwrap().under(HashingScheme::BlockedDouble(512)).unwrap();
    for (items, most) in [(1000, 100), (10_000, 150)] {
        let bounds = RateTest::of(filter.holding(items).unwrap(), 100_000).unwrap().bounds().unwrap();
        assert!((40..most).contains(&bounds.upper), "{bounds:?}");
    }
}

#[test]
fn what_is_not_computed_is_refused_by_name() {
    let filter = Filter::new(1024, 7).unwrap();
    let hashed = filter.hash_bits(32).unwrap().holding(100).unwrap();
    assert_eq!(
        RateTest::of(hashed, 10).unwrap_err().to_string(),
        "counts of false positives do not go with positions from one hash of few bits"
    );
    let test = RateTest::of(filter.holding(100).unwrap(), 1000).unwrap();
    for filters in [0, 1001] {
        assert_eq!(
            test.spread_over(filters).unwrap_err().to_string(),
            format!("filters = {filters} is out of domain: needs 1 ≤ filters ≤ queries = 1000")
        );
    }
    let parameter = |refused: Result<RateTest, Error>| match refused.unwrap_err() {
        Error::OutOfDomain(why) => why.parameter(),
        other => panic!("{other}"),
    };
    assert_eq!(parameter(test.at_level(1e-13)), Parameter::Alpha);
    assert_eq!(parameter(test.against(1.0)), Parameter::Ratio);
    assert_eq!(parameter(test.with_power(f64::NAN)), Parameter::Power);
    for queries in [0, RateTest::MAX_QUERIES + 1] {
        assert_eq!(parameter(RateTest::of(filter.holding(100).unwrap(), queries)), Parameter::Queries);
    }
    assert_eq!(parameter(RateTest::of_static(0, 9)), Parameter::FingerprintBits);
}

#[test]
fn a_filter_for_each_query_is_binomial() {
    let filter = Filter::new(1024, 7).unwrap().holding(102).unwrap();
    let test = RateTest::of(filter, 10_000).unwrap();
    let [one, each] = [1, 10_000].map(|filters| test.spread_over(filters).unwrap().bounds().unwrap());
    assert_eq!((each.upper, each.alpha), (each.binomial_upper, each.binomial_alpha));
    assert!(one.upper > each.upper && one.binomial_upper == each.upper && one.least_queries.is_none());
    assert!((one.expected / each.expected - 1.0).abs() < 1e-11);
}

#[test]
fn every_scheme_has_an_answer_of_its_kind() {
    use Certainty::{Approximate, Bound, Exact};
    for (scheme, bits, items, certainty) in [
        (HashingScheme::Independent, 9600, 1000, Exact),
        (HashingScheme::Blocked(64), 9600, 1000, Exact),
        // one block is a plain filter
        (HashingScheme::Blocked(480), 9600, 1000, Exact),
        (HashingScheme::Blocked(9600), 9600, 1000, Exact),
        (HashingScheme::SplitBlock(8), 9600, 800, Bound),
        (HashingScheme::SplitBlock(1600), 9600, 1000, Bound),
        (HashingScheme::Partitioned, 9600, 1000, Bound),
        (HashingScheme::KmPartition, 9600, 1000, Approximate),
        (HashingScheme::Double, 9600, 1000, Approximate),
        (HashingScheme::DoubleOdd, 9600, 1000, Approximate),
        (HashingScheme::BlockedDoubleNonzero(64), 9600, 1000, Approximate),
    ] {
        let filter = Filter::new(bits, 6).unwrap().under(scheme).unwrap().holding(items).unwrap();
        let test = RateTest::of(filter, 20_000).unwrap().against(3.0).unwrap();
        let one = test.bounds().unwrap();
        assert_eq!(one.certainty, certainty, "{scheme}");
        let mean = 20_000.0 * filter.rate().unwrap();
        assert!((one.expected / mean - 1.0).abs() < 1e-7, "{scheme}: {} {mean}", one.expected);
        let few = test.spread_over(50).unwrap().bounds().unwrap();
        let each = test.spread_over(20_000).unwrap().bounds().unwrap();
        assert!(each.upper <= few.upper && few.upper <= one.upper, "{scheme}: {each:?} {few:?} {one:?}");
        assert!((each.certainty, each.upper) == (Exact, each.binomial_upper), "{scheme}");
        assert!(few.standard_deviation < one.standard_deviation && few.certainty == certainty, "{scheme}");
        let proven = test.proven_bounds().unwrap();
        assert_eq!(proven.is_some(), certainty != Approximate, "{scheme}");
    }
    // a large filter under double hashing has bounds of use
    let filter = Filter::new(1 << 27, 7).unwrap().under(HashingScheme::Double).unwrap().holding(14_000_000).unwrap();
    let test = RateTest::of(filter, 100_000).unwrap();
    let (about, proven) = (test.bounds().unwrap(), test.proven_bounds().unwrap().unwrap());
    assert_eq!((about.certainty, proven.certainty), (Approximate, Bound));
    assert!(about.upper < proven.upper && (proven.upper as f64) < 1.2 * about.upper as f64, "{about:?} {proven:?}");
}

/// A search that takes too long leaves the rest of the answer.
#[test]
fn an_expensive_least_number_of_queries_leaves_the_rest() {
    let slices = Filter::new(9586, 7).unwrap().under(HashingScheme::Partitioned).unwrap().holding(1000).unwrap();
    let test = RateTest::of(slices, 1_000_000).unwrap().spread_over(10).unwrap().against(1.01).unwrap();
    let found = test.bounds().unwrap();
    assert!(found.least_queries.is_none() && found.least_queries_refused.is_some(), "{found:?}");
    assert!(found.upper > 10_000 && found.power.unwrap() < 1e-3);
    let quick = test.against(4.0).unwrap().bounds().unwrap();
    assert!(quick.least_queries.is_some() && quick.least_queries_refused.is_none(), "{quick:?}");
}

/// Both sides: at a ratio next to 1 the power is α.
#[test]
fn a_two_sided_test_finds_on_both_sides() {
    let filter = Filter::new(9586, 7).unwrap().holding(1000).unwrap();
    let test = RateTest::of(filter, 10_000).unwrap().at_level(0.5).unwrap().two_sided();
    let found = test.against(1.0 + 1e-12).unwrap().bounds().unwrap();
    assert!((found.power.unwrap() / found.alpha - 1.0).abs() < 1e-6, "{found:?}");
}

/// Distinct positions of many items, next to independent ones.
#[test]
fn distinct_positions_of_many_items_have_a_bound() {
    let bounds = |filter: Filter| {
        let filter = filter.holding(100_000).unwrap();
        RateTest::of(filter, 100_000).unwrap().against(2.0).unwrap().bounds().unwrap()
    };
    let filter = Filter::new(1 << 20, 7).unwrap();
    let (distinct, drawn) = (bounds(filter.without_replacement().unwrap()), bounds(filter));
    assert_eq!((distinct.certainty, distinct.standard_deviation), (Certainty::Bound, None));
    assert!(distinct.upper.abs_diff(drawn.upper) <= 2 && distinct.alpha <= 1e-6, "{distinct:?} {drawn:?}");
    assert!((distinct.expected / drawn.expected - 1.0).abs() < 1e-4);
}

/// Whatever is no number is left out.
#[test]
fn deviations_are_numbers() {
    let found = |filter: Filter, items: u64, queries: u64| {
        let test = RateTest::of(filter.holding(items).unwrap(), queries).unwrap();
        [Some(test.bounds().unwrap()), test.proven_bounds().unwrap()]
    };
    let scheme = |bits, hashes, scheme| Filter::new(bits, hashes).unwrap().under(scheme).unwrap();
    for (filter, items) in [
        (scheme(1 << 27, 7, HashingScheme::Double), 14_000_000),
        (scheme(4096, 500, HashingScheme::Partitioned), 3),
        (scheme(1 << 20, 40, HashingScheme::Blocked(512)), 10),
        (scheme(1 << 12, 8, HashingScheme::SplitBlock(32)), 1),
    ] {
        for bounds in found(filter, items, 100_000).into_iter().flatten() {
            assert!(bounds.standard_deviation.is_none_or(f64::is_finite), "{bounds:?}");
        }
    }
    let walks = found(scheme(1 << 27, 7, HashingScheme::Double), 14_000_000, 100_000);
    assert_eq!(walks.map(|bounds| bounds.unwrap().standard_deviation.is_some()), [true, false]);
}
