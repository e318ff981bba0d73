//! Parameters out of domain, and parts that do not go together, are refused by name.

use std::fmt::Display;

use bloomlab::{
    Deletable, DeletableKind, Ending, Filter, HashingScheme, MAX_HASHES, MAX_SIZE, Observation, Occupancy, RateTest,
    Recycled, RecyclingPlan, RecyclingPolicy, Sizing, Why, compare,
};

const OVERLAPPING: HashingScheme = HashingScheme::Overlapping { word: 64, stride: 8 };

fn refusal<T>(answer: Result<T, impl Display>) -> String {
    answer.err().map_or_else(|| "an answer".to_owned(), |why| why.to_string())
}

fn check(table: impl IntoIterator<Item = (String, &'static str)>) {
    for (found, begins) in table {
        assert!(found.starts_with(begins), "{begins}: {found}");
    }
}

#[test]
fn filters_are_refused_by_the_name_of_the_parameter() {
    let filter = Filter::new(64, 3).unwrap();
    let (distinct, double) = (filter.without_replacement().unwrap(), filter.under(HashingScheme::Double).unwrap());
    let odd = Filter::new(63, 3).unwrap().under(HashingScheme::DoubleOdd).unwrap();
    let quaternary = |hashes, items, deleted| Deletable::new(DeletableKind::Qbf, 100, hashes, items, deleted);
    let deletable = |kind, bits, hashes, deleted| {
        Deletable::new(kind, 1_u64 << bits, hashes, 1_u64 << (bits - 10), deleted).unwrap()
    };
    let qbf = |hashes| deletable(DeletableKind::Qbf, 18, hashes, 1 << 14);
    let dlbf = |region_bits| DeletableKind::Dlbf { region_bits };
    check([
        (refusal(qbf(25).numbers()), "hashes = 25 is out of domain: needs 1 ≤ hashes ≤ 24"),
        (refusal(qbf(21).certified(17)), "hashes = 21 is out of domain: needs 1 ≤ hashes ≤ 20"),
        (
            refusal(deletable(dlbf(1024), 18, 5, 10).numbers()),
            "hashes = 5 is out of domain: needs hashes² · region-bits ≤ 16384",
        ),
        // in the domain the sum may still cancel
        (refusal(deletable(dlbf(8), 40, 8, 1 << 28).numbers()), "with 8 hash functions double precision gives"),
        (refusal(Filter::new(8, MAX_HASHES + 1)), "hashes = 513 "),
        (refusal(odd.holding(3)), "bits = 63 "),
        (refusal(filter.hash_bits(0)), "hash-bits = 0 "),
        (refusal(filter.hash_bits(257)), "hash-bits = 257 "),
        (refusal(distinct.with_bits_set(65)), "bits-set = 65 "),
        (refusal(distinct.under(HashingScheme::Double)), "positions that a scheme derives do not go with positions w"),
        (refusal(distinct.hash_bits(32)), "positions that a scheme derives do not go with positions without"),
        (refusal(double.without_replacement()), "positions without replacement do not go with positions that a sch"),
        (refusal(double.with_bits_set(3)), "a count of set bits do not go with"),
        (refusal(filter.hash_bits(32).unwrap().with_bits_set(3)), "a count of set bits do not go with"),
        (refusal(filter.under(OVERLAPPING).unwrap().holding(3)), "an answer"),
        (refusal(Filter::new(65, 3).unwrap().under(OVERLAPPING).unwrap().holding(3)), "bits = 65 is out of domain"),
        (refusal(Filter::capacity(64, OVERLAPPING, 0.1)), "capacities do not go with words that overlap"),
        (refusal(Sizing::of(10, 0.1).unwrap().under(OVERLAPPING)), "sizes do not go with words that overlap"),
        (
            refusal(RateTest::of(filter.under(OVERLAPPING).unwrap().holding(3).unwrap(), 5)),
            "counts of false positives do not go with words that overlap",
        ),
        (refusal(Why::of(filter.under(OVERLAPPING).unwrap().holding(3).unwrap(), 1, 5, 0.01)), "causes do not go with"),
        (refusal(Observation::of_bits_set(filter.under(OVERLAPPING).unwrap(), 5)), "observed bits do not go with"),
        (refusal(filter.under(OVERLAPPING).unwrap().hash_bits(32)), "positions from one hash of few bits do not go w"),
        (refusal(filter.hash_bits(32).unwrap().under(OVERLAPPING)), "positions from one hash of few bits do not go w"),
        (refusal(Occupancy::new(MAX_SIZE, MAX_SIZE).unwrap().probability(7)), "balls = 9223372036854775807 "),
        (refusal(Deletable::new(DeletableKind::Qbf, 1, 2, 1, 0)), "bits = 1 "),
        (refusal(quaternary(33, 1, 0)), "hashes = 33 "),
        (refusal(Deletable::new(DeletableKind::Dlbf { region_bits: 0 }, 100, 2, 1, 0)), "region-bits = 0 "),
        (refusal(quaternary(2, 0, 0)), "items = 0 "),
    ]);
    assert_eq!(quaternary(2, 0, 1).unwrap().numbers().unwrap().rate_after_deletions, 0.0);
}

#[test]
fn sizes_and_comparisons_are_refused_by_the_name_of_the_parameter() {
    let sizing = Sizing::of(1000, 1e-6).unwrap();
    let below = 1.0 / (1_u128 << 127) as f64 / (1_u128 << 127) as f64 / 8.0;
    for target in [0.0, 1.0, -1.0, f64::NAN, f64::INFINITY, 5e-324, below] {
        let found = [
            refusal(Sizing::of(10, target)),
            refusal(Filter::capacity(100, HashingScheme::Double, target)),
            refusal(Filter::new(100, 3).unwrap().most_items(target)),
        ];
        assert!(found.iter().all(|found| found.contains("needs 2^-256 ≤ target < 1, since two items share a hash")));
    }
    check([
        (refusal(Sizing::of(u64::MAX, 0.1)), "items = 18446744073709551615 "),
        (refusal(sizing.under(HashingScheme::Blocked(0))), "block-bits = 0 "),
        (refusal(sizing.under(HashingScheme::SplitBlock(0))), "word-bits = 0 "),
        (refusal(sizing.with_hashes(65)), "hashes = 65 "),
        (refusal(sizing.under(HashingScheme::Triple).unwrap().smallest()), "items = 1000 "),
        (
            refusal(Filter::capacity(1_000_000, HashingScheme::Triple, 0.01)),
            "bits = 1000000 is out of domain: needs 1 ≤ bits",
        ),
        (refusal(Filter::capacity(8, HashingScheme::Independent, 1e-60)), "bits = 8 "),
        (refusal(compare::for_items(1 << 54, 0.1)), "items = 18014398509481984 "),
        (refusal(compare::for_items(9, 0.0)), "target = 0 "),
        (refusal(compare::for_items(9, 1e-31)), "target = 0.000"),
        (refusal(compare::for_window(1 << 21, 0.1)), "window = 2097152 "),
        (refusal(compare::for_window(9, 1.0)), "target = 1 "),
        (refusal(compare::for_window(9, 0.5_f64.powi(60).next_down())), "target = 0.000"),
    ]);
}

#[test]
fn what_was_seen_is_refused_by_the_name_of_the_parameter() {
    let filter = Filter::new(64, 3).unwrap();
    let stored = filter.holding(5).unwrap();
    let test = |change: fn(&mut RateTest)| {
        let mut test = RateTest::of(stored, 100).unwrap();
        change(&mut test);
        refusal(test.exceeds(3))
    };
    let why = |positives, queries, alpha| refusal(Why::of(stored, positives, queries, alpha));
    check([
        (refusal(Observation::of_bits_set(filter, 65)), "bits-set = 65 "),
        (refusal(Observation::of_bytes(filter, &[0; 7])), "bytes = 7 "),
        (refusal(Observation::of_bytes(filter, &[1; 9])), "bytes = 9 "),
        (refusal(Observation::of_bits_set(filter, 6).unwrap().found(1.0)), "confidence = 1 "),
        (refusal(RateTest::of(stored, 0)), "queries = 0 "),
        (refusal(RateTest::of_static(0, 9)), "fingerprint-bits = 0 "),
        (test(|test| test.filters = 101), "filters = 101 "),
        (test(|test| test.alpha = 1e-10), "alpha = 0.0000000001 "),
        (test(|test| test.ratio = Some(1.0)), "ratio = 1 "),
        (test(|test| test.power = 0.4), "power = 0.4 "),
        (why(10, 9, 0.1), "positives = 10 "),
        (why(1, 0, 0.1), "queries = 0 "),
        (why(1, 9, f64::NAN), "alpha = NaN "),
    ]);
}

#[test]
fn recycling_filters_are_refused_by_the_name_of_the_parameter() {
    let filter = |bits, hashes| Recycled::new(bits, hashes).unwrap();
    let two = |bits, hashes| filter(bits, hashes).two_phases(Ending::Dropping);
    let plan = |bits, target| RecyclingPlan::new(bits, target).unwrap();
    let known = filter(1000, 6).at_sigma(606).unwrap();
    let large = filter(1 << 30, 5).at_sigma(1 << 28).unwrap();
    let below = |plans: &RecyclingPlan| plans.plans().unwrap().into_iter().map(|planned| refusal(planned.plan));
    check([
        (refusal(Recycled::new(9, 1025)), "hashes = 1025 "),
        (refusal(two(9, 1).at_sigma(0)), "memory = 9 "),
        (refusal(filter(200, 500).at_sigma(110).unwrap().forgetting(&[5])), "sigma = 110 "),
        (refusal(known.forgetting(&[7000])), "distance = 7000 "),
        (refusal(large.false_negatives("geometric:1e6".parse().unwrap())), "sigma = 268435456 "),
        (refusal(RecyclingPlan::new(9, 1.0)), "target = 1 "),
        (refusal(plan(9, 0.5).two_phases()), "memory = 9 "),
        (refusal(plan(9, 0.5).under(1025)), "hashes = 1025 "),
        (
            refusal(plan(1000, 0.01).two_phases().unwrap().plan(RecyclingPolicy::NBounded)),
            "phases = 2 is out of domain: needs one phase for a plan that is n-bounded",
        ),
        (refusal(plan(1 << 17, 1e-90).best()), "sigma = "),
        (refusal("nobody".parse::<RecyclingPolicy>()), "needs sigma-bounded, n-bounded or worst-case"),
    ]);
    // next to the best plan the others may be refused: by their size, or since not a single message keeps the target
    check(below(&plan(1 << 20, 0.01)).zip(["an answer", "bits = 1048576 ", "bits = 1048576 "]));
    check(below(&plan(2, 1e-3).under(1).unwrap()).skip(2).zip(["target = 0.001 "]));
    assert!(known.forgetting(&[6000]).is_ok());
}
