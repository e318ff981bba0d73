//! Counts of false positives: against every outcome of tiny filters, values of other software, projects whose tests failed, and
//! filters themselves.

use bloomlab_filters::{BloomFilter, Hashing, Locator};
use bloomlab_formulas::counts::{CountBounds, PlainRates, RateDistribution, Rates, Test};
use bloomlab_formulas::{Load, exact};
use bloomlab_numbers::Double;
use bloomlab_simulation::StreamKey;
use rand::Rng;

fn rates(bits: u64, items: u64, hashes: u64, queries: u64) -> RateDistribution {
    PlainRates::new(Load::new(bits, items, hashes).unwrap()).unwrap().distribution(queries).unwrap()
}

fn assert_close(value: f64, expected: f64, error: f64, what: &str) {
    assert!((value / expected - 1.0).abs() <= error, "{what}: {value} instead of {expected}");
}

const USUAL: Test = Test { alpha: 1e-6, two_sided: false };

/// P(X = x) for x = 0 … `queries`, over every outcome of all positions: distinct positions where `distinct`.
fn enumerated(bits: u64, items: u32, hashes: u32, queries: u32, distinct: bool) -> Vec<f64> {
    let all = (0..bits.pow(hashes)).map(|word| (0..hashes).map(|i| word / bits.pow(i) % bits).collect::<Vec<_>>());
    let is_drawn = |one: &Vec<u64>| !distinct || one.iter().enumerate().all(|(i, at)| !one[..i].contains(at));
    let masks: Vec<u64> = all.filter(is_drawn).map(|one| one.iter().fold(0, |mask, at| mask | 1 << at)).collect();
    let mut counts = vec![0_u64; queries as usize + 1];
    let outcomes = (masks.len() as u64).pow(items + queries);
    for mut outcome in 0..outcomes {
        let mut draw = || {
            let mask = masks[(outcome % masks.len() as u64) as usize];
            outcome /= masks.len() as u64;
            mask
        };
        let filter = (0..items).fold(0, |filter, _| filter | draw());
        counts[(0..queries).filter(|_| draw() & !filter == 0).count()] += 1;
    }
    counts.into_iter().map(|count| count as f64 / outcomes as f64).collect()
}

#[test]
fn tiny_filters_have_the_counts_of_every_outcome() {
    let (three, two) = (enumerated(3, 2, 2, 3, false), enumerated(4, 2, 2, 2, true));
    assert_close(three[3], 3215.0 / 6561.0, 1e-15, "three of three");
    assert_close(two[2], 73.0 / 216.0, 1e-15, "two of two, distinct");
    for (bits, items, hashes, queries, distinct) in
        [(3, 2, 2, 3, false), (4, 2, 2, 2, true), (5, 1, 3, 2, true), (2, 3, 2, 4, false), (4, 0, 1, 2, false)]
    {
        let load = Load::new(bits, items.into(), hashes.into()).unwrap();
        let load = if distinct { load.without_replacement().unwrap() } else { load };
        let rates = PlainRates::new(load).unwrap().distribution(queries.into()).unwrap();
        let counts = enumerated(bits, items, hashes, queries, distinct);
        for x in 0..counts.len() {
            let (above, below): (f64, f64) = (counts[x..].iter().sum(), counts[..=x].iter().sum());
            let (found, other) = (rates.at_least(queries.into(), x as u64), rates.at_most(queries.into(), x as u64));
            assert!((found - above).abs() < 1e-14 && (other - below).abs() < 1e-14, "{load:?} {x}: {found} {above}");
        }
        let mean: f64 = (0..).zip(&counts).map(|(x, p)| f64::from(x) * p).sum();
        let square: f64 = (0..).zip(&counts).map(|(x, p)| f64::from(x * x) * p).sum();
        assert!((rates.count_variance(queries.into()) - (square - mean * mean)).abs() < 1e-13, "{load:?}");
    }
}

#[test]
fn tails_and_variances_are_those_of_other_software() {
    for ((bits, items, hashes), queries, count, tail) in [
        ((56, 4, 9), 10_000, 80, 0.001_144_472_541_561_7),
        ((1024, 102, 7), 10_000, 159, 9.676_239_610_579_4e-7),
        ((9586, 1000, 7), 100_000, 1261, 9.752_330_089_732_7e-7),
    ] {
        let found = rates(bits, items, hashes, queries).at_least(queries, count);
        assert_close(found, tail, 1e-11, &format!("{bits} {count}"));
    }
    let binomial = |rate, queries, count| RateDistribution::certain(rate).at_least(queries, count);
    assert_close(binomial(1.0 / 256.0, 1_000_000, 4000), 0.067_889_306_411_89, 1e-12, "a static filter");
    assert_close(binomial(1.0 / 4_750_000.0, 100_000, 3), 1.530_739_992_190_9e-6, 1e-12, "a rare event");
    let variance = |bits, items, hashes, queries| rates(bits, items, hashes, queries).count_variance(queries);
    assert_close(variance(9586, 1000, 7, 100_000), 2_533.527_116_972_7, 1e-11, "variance of 9586 bits");
    assert_close(variance(1024, 102, 7, 10_000), 176.718_295_233_32, 1e-11, "variance of 1024 bits");
}

#[test]
fn means_and_second_moments_are_exact_rates() {
    for (bits, items, hashes) in
        [(1, 1, 1), (64, 300, 2), (100, 9, 40), (9586, 1000, 7), (1 << 20, 70_000, 5), (1 << 40, 1 << 36, 11)]
    {
        let rates = rates(bits, items, hashes, 1000);
        let load = Load::new(bits, items, hashes).unwrap();
        assert_close(rates.mean(), exact::rate(&Double, load).unwrap(), 1e-10, &format!("{load:?}"));
        // the rate of a query of 2k positions, where the items of half as many set the same bits
        if items % 2 == 0 {
            let twice = exact::rate(&Double, Load::new(bits, items / 2, 2 * hashes).unwrap()).unwrap();
            assert_close(rates.variance() + rates.mean() * rates.mean(), twice, 1e-9, &format!("{load:?} squared"));
        }
        if hashes <= bits && bits < 10_000 {
            let distinct = load.without_replacement().unwrap();
            let rates = PlainRates::new(distinct).unwrap().distribution(10).unwrap();
            assert_close(rates.mean(), exact::rate(&Double, distinct).unwrap(), 1e-11, &format!("{distinct:?}"));
        }
    }
}

/// Bounds at 10^4, 10^5, 10^6 queries, the least ratios found with 0.99 there, the least queries for ratios 1.5, 2 and 4.
#[test]
fn usual_tests_have_the_bounds_and_sizes_of_the_table() {
    type Case = ((u64, u64, u64), [u64; 3], [f64; 3], [Option<u64>; 3]);
    let cases: [Case; 4] = [
        ((1024, 102, 7), [159, 1416, 13_958], [2.76, 2.36, 2.31], [None, None, Some(2226)]),
        ((9586, 1000, 7), [157, 1261, 12_113], [1.91, 1.40, 1.33], [Some(43_478), Some(8133), Some(1167)]),
        ((95_851, 10_000, 7), [153, 1171, 10_814], [1.83, 1.25, 1.12], [Some(24_949), Some(6988), Some(1125)]),
        ((14_378, 1000, 10), [30, 159, 1291], [4.48, 1.96, 1.46], [Some(660_852), Some(89_236), Some(12_133)]),
    ];
    for ((bits, items, hashes), fails, ratios, least) in cases {
        let rates = PlainRates::new(Load::new(bits, items, hashes).unwrap()).unwrap();
        for (queries, (fails, ratio)) in [10_000, 100_000, 1_000_000].into_iter().zip(fails.into_iter().zip(ratios)) {
            let rates = rates.distribution(queries).unwrap();
            let bounds = USUAL.bounds(&rates, queries);
            assert_eq!(bounds, CountBounds { upper: fails - 1, lower: None }, "{bits} {queries}");
            assert!(USUAL.failure(&rates, queries, bounds) <= 1e-6 && rates.at_least(queries, fails - 1) > 1e-6);
            let found = Test::least_ratio(&rates, queries, bounds, 0.99).unwrap();
            assert!((found - ratio).abs() < 0.00501, "{bits} {queries}: {found}");
        }
        let rates = Rates::from(rates);
        let found = [1.5, 2.0, 4.0].map(|ratio| USUAL.least_queries(&rates, ratio, 0.99).unwrap());
        assert_eq!(found, least, "{bits}");
    }
    let strict = Test { alpha: 1e-12, two_sided: false };
    let rates = Rates::from(PlainRates::new(Load::new(14_378, 1000, 10).unwrap()).unwrap());
    assert_eq!(strict.least_queries(&rates, 4.0, 0.99).unwrap(), Some(21_151));
}

#[test]
fn a_binomial_bound_fails_correct_filters() {
    for (queries, fails, alpha) in [(10_000, 152, 5.3e-6), (100_000, 1159, 1.6e-3), (1_000_000, 10_522, 0.12)] {
        let rates = rates(9586, 1000, 7, queries);
        let binomial = USUAL.bounds(&RateDistribution::certain(rates.mean()), queries);
        assert_eq!(binomial.upper + 1, fails);
        assert_close(USUAL.failure(&rates, queries, binomial), alpha, 0.05, &format!("{queries}"));
    }
}

/// The threads of projects whose tests failed now and then, with what they saw.
#[test]
fn tests_of_projects_fail_as_often_as_they_did() {
    // ipfs/boxo#1139: rate 1/4.75 M, 10^5 queries
    let boxo = RateDistribution::certain(1.0 / 4_750_000.0);
    assert_close(boxo.at_least(100_000, 1), 0.020_83, 2e-4, "none allowed");
    assert_close(boxo.at_least(100_000, 3), 1.53e-6, 1e-3, "two allowed");
    for (upper, ratio) in [(0, 219.0), (2, 399.0)] {
        let found = Test::least_ratio(&boxo, 100_000, CountBounds { upper, lower: None }, 0.99).unwrap();
        assert!((found - ratio).abs() < 0.5, "{found}");
    }
    let all = CountBounds { upper: 100_000, lower: None };
    assert_eq!(Test::least_ratio(&boxo, 100_000, all, 0.99), None, "no count lies above");
    // ayazhafiz/xorf#38: 8 bits, 10^6 queries; three tests of 0.400, 0.400, 0.405 % saw 7, 7, 1 failures of 100, together 14
    let xorf = RateDistribution::certain(1.0 / 256.0);
    let flakes = [4000, 4000, 4050].map(|count| xorf.at_least(1_000_000, count));
    for (flake, stated) in flakes.into_iter().zip([0.0679, 0.0679, 0.0111]) {
        assert!((flake - stated).abs() < 5e-5, "{flake} {stated}");
    }
    let together = 1.0 - flakes.iter().map(|flake| 1.0 - flake).product::<f64>();
    assert!((together - 0.1409).abs() < 5e-5, "{together}");
    assert!((xorf.at_least(1_000_000, 4060) - 0.0073).abs() < 5e-5);
    assert_eq!(USUAL.bounds(&xorf, 1_000_000).upper + 1, 4207);
    // bitcoinj#2326: 4 items at 0.001 in 56 bits under 9 hash functions, 10^4 queries; the bound is a factor over 0.001
    let bitcoinj = rates(56, 4, 9, 10_000);
    assert_close(bitcoinj.mean(), 0.001_557, 5e-4, "bitcoinj");
    let binomial = RateDistribution::certain(bitcoinj.mean());
    for (factor, flake, alone) in [(4, 0.0415, 1.6e-7), (8, 0.001_14, 6e-31)] {
        assert_close(bitcoinj.at_least(10_000, 10 * factor), flake, 5e-3, "bitcoinj");
        assert_close(binomial.at_least(10_000, 10 * factor), alone, 0.1, "bitcoinj, binomial");
    }
    // a factor of 16.5
    assert_eq!(USUAL.bounds(&bitcoinj, 10_000).upper + 1, 165);
}

#[test]
fn the_least_queries_are_those_of_an_exhaustive_search() {
    for (rates, alpha, ratio, power) in [
        (Rates::certain(0.05), 0.01, 3.0, 0.9),
        (Rates::certain(0.2), 1e-4, 2.0, 0.8),
        (Rates::from(PlainRates::new(Load::new(200, 20, 4).unwrap()).unwrap()), 0.02, 6.0, 0.7),
        (
            Rates::from(PlainRates::new(Load::new(64, 8, 2).unwrap().without_replacement().unwrap()).unwrap()),
            0.1,
            3.0,
            0.6,
        ),
    ] {
        let test = Test { alpha, two_sided: false };
        let suffices = |queries: &u64| {
            let rates = rates.distribution(*queries).unwrap();
            Test::power(&rates, *queries, test.bounds(&rates, *queries), ratio) >= power
        };
        let least = (1..3000).find(suffices);
        assert!(least.is_some_and(|least| least > 5));
        assert_eq!(test.least_queries(&rates, ratio, power).unwrap(), least, "{rates:?}");
    }
}

#[test]
fn two_sided_bounds_leave_half_of_alpha_on_either_side() {
    let test = Test { alpha: 1e-3, two_sided: true };
    let rates = rates(9586, 1000, 7, 10_000);
    let bounds = test.bounds(&rates, 10_000);
    let least = bounds.lower.unwrap();
    assert!(rates.at_most(10_000, least - 1) <= 5e-4 && rates.at_most(10_000, least) > 5e-4);
    assert!(rates.at_least(10_000, bounds.upper + 1) <= 5e-4 && rates.at_least(10_000, bounds.upper) > 5e-4);
    assert_eq!(test.bounds(&rates, 100).lower, None);
}

/// 4000 filters of 1024 bits, 1000 queries each: how many exceed each count, against its probability, at α = 1e-6 together.
#[test]
fn filters_exceed_a_count_as_often_as_computed() {
    const FILTERS: u64 = 4000;
    let (bits, items, hashes, queries) = (1024, 102, 7, 1000);
    let rates = rates(bits, items, hashes, queries);
    let locator = Locator::new(bits, Hashing::ideal(hashes, 0)).unwrap();
    let counts: Vec<u64> = (0..FILTERS)
        .map(|trial| {
            let mut random = StreamKey::new("counts", 1, &0, trial).unwrap().generator();
            let mut filter = BloomFilter::new(bits, Hashing::ideal(hashes, 0)).unwrap();
            (0..items).for_each(|_| assert!(filter.insert_at(&locator.draw(|| random.next_u64())).is_ok()));
            (0..queries).filter(|_| filter.contains_at(&locator.draw(|| random.next_u64())).unwrap()).count() as u64
        })
        .collect();
    let each = Test { alpha: 1e-6 / 4.0, two_sided: true };
    for count in [5, 9, 13, 18] {
        let exceeding = counts.iter().filter(|found| **found >= count).count() as u64;
        let bounds = each.bounds(&RateDistribution::certain(rates.at_least(queries, count)), FILTERS);
        assert!((bounds.lower.unwrap_or(0)..=bounds.upper).contains(&exceeding), "{count}: {exceeding} {bounds:?}");
    }
}

#[test]
fn what_takes_too_long_is_refused() {
    let distinct = Load::new(1 << 40, 1 << 36, 7).unwrap().without_replacement().unwrap();
    assert!(PlainRates::new(distinct).is_err());
    let large = PlainRates::new(Load::new(1 << 36, 1 << 33, 5).unwrap()).unwrap();
    assert!(large.distribution(1 << 20).is_ok() && large.distribution(1 << 62).is_err());
}
