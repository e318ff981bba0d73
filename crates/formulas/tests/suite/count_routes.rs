//! Counts over several filters, and of blocks, slices and walks: against every outcome of tiny ones, values of other software, each other,
//! and filters themselves.

use bloomlab_formulas::blocked::BlockedLoad;
use bloomlab_formulas::counts::{self, BlockRates, CountBounds, PlainRates, RateDistribution, Rates, Test};
use bloomlab_formulas::partitioned::{self, PartitionedLoad};
use bloomlab_formulas::{Load, blocked, exact};
use bloomlab_numbers::Double;
use bloomlab_simulation::StreamKey;
use rand::RngExt;

fn assert_close(value: f64, expected: f64, error: f64, what: &str) {
    assert!((value / expected - 1.0).abs() <= error, "{what}: {value} instead of {expected}");
}

const USUAL: Test = Test { alpha: 1e-6, two_sided: false };

fn plain(bits: u64, items: u64, hashes: u64) -> Rates {
    PlainRates::new(Load::new(bits, items, hashes).unwrap()).unwrap().into()
}

fn split(blocks: u64, word_bits: u64, items: u64, words: u64) -> BlockedLoad {
    BlockedLoad::split(blocks * words * word_bits, word_bits, items, words).unwrap()
}

fn of_blocks(load: BlockedLoad, queries: u64) -> RateDistribution {
    let rates = BlockRates::new(load).unwrap().distribution(queries).unwrap();
    assert!(rates.is_exact());
    rates
}

/// P(X = x) for x = 0 … `queries`, over every outcome: `masks` are those of an item and of a query.
fn enumerated(masks: &[u64], items: u32, queries: u32) -> Vec<f64> {
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

/// All ways to choose one of `blocks` blocks, and in it a bit in each of parts, `bits` bits apart: `apart` is 0 for plain blocks.
fn masks(blocks: u64, bits: u64, positions: u32, apart: u64) -> Vec<u64> {
    let block_bits = if apart == 0 { bits } else { bits * u64::from(positions) };
    let of_block = |block: u64| {
        (0..bits.pow(positions)).map(move |word| {
            (0..positions)
                .fold(0, |mask, i| mask | 1 << (block * block_bits + u64::from(i) * apart + word / bits.pow(i) % bits))
        })
    };
    (0..blocks).flat_map(of_block).collect()
}

fn assert_counts(rates: &RateDistribution, counts: &[f64], error: f64, what: &str) {
    let queries = counts.len() as u64 - 1;
    for x in 0..=queries {
        let (above, below): (f64, f64) = (counts[x as usize..].iter().sum(), counts[..=x as usize].iter().sum());
        let found = [rates.surely_at_least(queries, x), rates.at_least(queries, x), rates.at_most(queries, x)];
        assert!(found[0] <= above + 1e-14 && above <= found[1] + 1e-14, "{what} {x}: {found:?} {above}");
        assert!(found[1] - found[0] <= error && found[2] >= below - 1e-14, "{what} {x}: {found:?} {below}");
        assert!(found[2] <= below + error, "{what} {x}: {found:?} {below}");
    }
}

#[test]
fn tiny_blocks_and_slices_have_the_counts_of_every_outcome() {
    let three = BlockedLoad::plain(6, 3, 2, 2).unwrap();
    assert_counts(&of_blocks(three, 3), &enumerated(&masks(2, 3, 2, 0), 2, 3), 1e-14, "two blocks of three bits");
    let words = split(2, 2, 2, 2);
    assert_counts(&of_blocks(words, 3), &enumerated(&masks(2, 2, 2, 2), 2, 3), 1e-14, "two blocks of two words");
    let others = BlockedLoad::plain(9, 3, 3, 1).unwrap();
    assert_counts(&of_blocks(others, 2), &enumerated(&masks(3, 3, 1, 0), 3, 2), 1e-14, "three blocks");
    for (bits, items, queries) in [(2, 2, 3), (3, 1, 4), (3, 2, 2)] {
        let load = PartitionedLoad::even(2 * bits, items, 2).unwrap();
        let counts = enumerated(&masks(1, bits, 2, bits), items as u32, queries);
        assert_counts(&counts::of_slices(&load).unwrap(), &counts, 1e-3, "slices");
    }
}

#[test]
fn several_filters_have_the_counts_of_their_sum() {
    // five queries over two filters: three and two
    let one = |queries| enumerated(&masks(1, 3, 2, 0), 1, queries);
    let (three, two) = (one(3), one(2));
    let mut counts = vec![0.0; 6];
    for (i, p) in three.iter().enumerate() {
        two.iter().enumerate().for_each(|(j, q)| counts[i + j] += p * q);
    }
    let rates = plain(3, 1, 2).spread_over(2).distribution(5).unwrap();
    assert_counts(&rates, &counts, 1e-13, "two filters");
    let mean: f64 = (0..).zip(&counts).map(|(x, p)| f64::from(x) * p).sum();
    let square: f64 = (0..).zip(&counts).map(|(x, p)| f64::from(x * x) * p).sum();
    assert_close(rates.count_variance(5), square - mean * mean, 1e-12, "variance");
    // one and as many as queries are the limits
    let rates = plain(1024, 102, 7);
    let [one, each] = [1, 1000].map(|filters| rates.clone().spread_over(filters).distribution(1000).unwrap());
    let binomial = RateDistribution::certain(one.mean());
    for x in [0, 3, 12, 40] {
        assert_close(each.at_least(1000, x), binomial.at_least(1000, x), 1e-12, "each its own");
    }
    // two filters by the convolution of their counts
    let of_one = rates.distribution(500).unwrap();
    let mass: Vec<f64> = (0..=500).map(|x| of_one.at_least(500, x) - of_one.at_least(500, x + 1)).collect();
    let both = rates.spread_over(2).distribution(1000).unwrap();
    for x in [1, 8, 15, 25, 40] {
        let sum: f64 = (0..=500).map(|i| mass[i as usize] * of_one.at_least(500, u64::saturating_sub(x, i))).sum();
        assert_close(both.at_least(1000, x), sum, 1e-9, &format!("{x} of two filters"));
        assert_close(both.at_most(1000, x - 1), 1.0 - sum, 1e-9, &format!("below {x} of two filters"));
    }
}

#[test]
fn moments_of_blocks_are_those_of_other_software() {
    let load = BlockedLoad::plain(51_200, 512, 5120, 6).unwrap();
    let words = split(4096, 32, 100_000, 8);
    for (load, second) in [(load, 9.324_349_942_277_1e-5), (words, 1.038_650_153_289_7e-4)] {
        let moments = BlockRates::moments(load).unwrap();
        let mean = blocked::rate(&Double, load).unwrap();
        assert_close(moments.mean, mean, 1e-12, "mean");
        assert_close(moments.variance + mean * mean, second, 1e-12, "second moment");
        let rates = of_blocks(load, 10_000);
        assert_close(rates.mean(), mean, 1e-11, "mean of the distribution");
        assert_close(rates.variance(), moments.variance, 1e-7, "variance of the distribution");
    }
    assert_close(of_blocks(load, 10_000).at_least(10_000, 140), 3.051_373_99e-5, 1e-8, "tail");
    // blocks of some thousand items, whose loads lie far from the mean
    let full = BlockedLoad::plain(4 << 12, 1 << 12, 8000, 2).unwrap();
    assert_close(BlockRates::moments(full).unwrap().mean, blocked::rate(&Double, full).unwrap(), 1e-12, "mean");
    // P(ρ ≥ 0.011) of split blocks by Bennett's inequality; of many queries P(X ≥ 0.011 q) is that of the rate, rounded outwards by 2 %
    let bound = BlockRates::bounded(words).unwrap().distribution(1).unwrap();
    let (queries, least) = (10_000_000_000, 110_000_000);
    let (bound, stated) = (bound.at_least(queries, least), 0.011_798_290_112_221);
    assert!(bound >= stated * (1.0 - 1e-3) && bound <= 1.03 * stated, "{bound}");
    assert!(of_blocks(words, 1_000_000).at_least(1_000_000, 11_000) < bound);
}

/// E ρ³ from the blocks of three queries: one, two or three of them.
#[test]
fn third_moments_of_blocks_are_those_of_three_queries() {
    // bits of a part, positions of an item in it, parts
    for (load, (bits, positions, parts)) in
        [(BlockedLoad::plain(51_200, 512, 2000, 6).unwrap(), (512, 6, 1)), (split(500, 32, 12_000, 8), (32, 1, 8))]
    {
        const LOADS: u64 = 120;
        let [rates, squares, cubes] = [1, 2, 3].map(|times| -> Vec<f64> {
            let of_load = |items| power_of_fill(bits, positions * items, times * positions).powi(parts);
            (0..LOADS).map(of_load).collect()
        });
        let (n, b) = (load.items(), load.blocks() as f64);
        let binomial = |trials: u64, share: f64| -> Vec<f64> {
            let first = libm::exp(trials as f64 * libm::log1p(-share));
            let next = |(j, mass): &(u64, f64)| {
                Some((j + 1, mass * (trials - j) as f64 / (j + 1) as f64 * share / (1.0 - share)))
            };
            std::iter::successors(Some((0, first)), next).take(LOADS as usize).map(|(_, mass)| mass).collect()
        };
        let mean = |masses: &[f64], values: &[f64]| -> f64 { masses.iter().zip(values).map(|(p, f)| p * f).sum() };
        let mut third = 0.0;
        for (i, p) in binomial(n, 1.0 / b).iter().enumerate() {
            let others = binomial(n - i as u64, 1.0 / (b - 1.0));
            third += p * (cubes[i] + 3.0 * (b - 1.0) * squares[i] * mean(&others, &rates)) / (b * b);
            for (j, q) in others.iter().enumerate().filter(|(_, q)| p * **q > 1e-18) {
                let rest = mean(&binomial(n - (i + j) as u64, 1.0 / (b - 2.0)), &rates);
                third += p * q * (b - 1.0) * (b - 2.0) / (b * b) * rates[i] * rates[j] * rest;
            }
        }
        assert_close(of_blocks(load, 3).at_least(3, 3), third, 1e-9, &format!("{load:?}"));
    }
}

/// E (S/w)^r, S the set ones of w bits after so many balls.
fn power_of_fill(bits: u64, balls: u64, power: u64) -> f64 {
    let rates = PlainRates::new(Load::new(bits, balls, 1).unwrap()).unwrap().distribution(power).unwrap();
    if balls == 0 { 0.0 } else { rates.at_least(power, power) }
}

#[test]
fn projects_with_split_blocks_fail_as_often_as_they_did() {
    // parquet-java#1170: 100,000 items, 200,000 queries, a target of 0.01; the bound was 1.1 times the target, then 1.15
    let rates = of_blocks(split(4096, 32, 100_000, 8), 200_000);
    assert_close(rates.mean(), 0.010_191, 5e-5, "above the promise");
    let binomial = RateDistribution::certain(rates.mean());
    assert_close(rates.at_least(200_000, 2200), 5.10e-4, 2e-3, "1.1 times");
    assert_close(binomial.at_least(200_000, 2200), 1.9e-4, 0.03, "1.1 times, binomial");
    assert_close(rates.at_least(200_000, 2300), 6.8e-8, 0.01, "1.15 times");
    // targets of 0.05 and 0.1 get the same filter: their tests find no rate below 5 and 10 times as high
    for (target, found) in [(0.05, 5.0), (0.1, 10.0)] {
        let bounds = CountBounds { upper: (1.1 * 200_000.0 * target) as u64 - 1, lower: None };
        let ratio = Test::least_ratio(&rates, 200_000, bounds, 0.99).unwrap();
        assert!(ratio > found && ratio < 1.2 * found, "{target}: {ratio}");
    }
}

#[test]
fn items_that_add_reports_are_those_of_every_outcome() {
    let load = |bits, items, hashes| Load::new(bits, items, hashes).unwrap();
    let of = |load| counts::while_filling(load).unwrap();
    assert_close(of(load(3, 3, 2))[0], 10.0 / 81.0, 1e-15, "three bits");
    for (masks, load) in [
        (masks(1, 4, 2, 0), load(4, 4, 2)),
        (vec![0b011, 0b101, 0b110], load(3, 4, 2).without_replacement().unwrap()),
        (masks(1, 5, 1, 0), load(5, 3, 1)),
    ] {
        let items = load.items() as u32;
        let outcomes = (masks.len() as u64).pow(items);
        let mut counts = vec![0.0; items as usize + 1];
        for mut outcome in 0..outcomes {
            let (mut filter, mut reported) = (0, 0);
            for _ in 0..items {
                let mask = masks[(outcome % masks.len() as u64) as usize];
                outcome /= masks.len() as u64;
                reported += usize::from(mask & !filter == 0);
                filter |= mask;
            }
            counts[reported] += 1.0 / outcomes as f64;
        }
        let found = of(load);
        assert!(
            found.len() == counts.len() && found.iter().zip(&counts).all(|(a, b)| (a - b).abs() < 1e-14),
            "{found:?}"
        );
    }
    // jvirkki/libbloom#7: 10 items into 47 bits, k = 4, fails where 2 report while filling; asked after filling, 32 %
    let libbloom = of(load(47, 10, 4));
    assert_close(libbloom[2..].iter().sum(), 0.017_16, 5e-4, "libbloom");
    let after = plain(47, 10, 4).distribution(10).unwrap();
    assert!((after.at_least(10, 2) - 0.32).abs() < 0.01, "{}", after.at_least(10, 2));
    assert!(counts::while_filling(load(1 << 30, 1 << 20, 4)).is_err());
}

#[test]
fn slices_are_between_their_bounds() {
    let load = PartitionedLoad::even(9586, 1000, 7).unwrap();
    let rates = counts::of_slices(&load).unwrap();
    assert!(!rates.is_exact());
    assert_close(rates.mean(), partitioned::rate(&Double, &load), 1e-12, "mean");
    for (queries, count) in [(10_000, 150), (100_000, 1280), (1_000_000, 12_500)] {
        let [low, high] = [rates.surely_at_least(queries, count), rates.at_least(queries, count)];
        assert!(low < high && high < 1.3 * low, "{queries}: {low} {high}");
    }
    // one slice is a plain filter of one hash function
    let one = counts::of_slices(&PartitionedLoad::even(500, 100, 1).unwrap()).unwrap();
    let exact = plain(500, 100, 1).distribution(1000).unwrap();
    for count in [150, 200, 230, 280] {
        let exact = exact.at_least(1000, count);
        assert!(one.surely_at_least(1000, count) <= exact && exact <= one.at_least(1000, count), "{count}");
        assert_close(one.at_least(1000, count), exact, 5e-3, "one slice");
    }
    assert_close(one.count_variance(1000), exact.count_variance(1000), 1e-11, "variance");
}

#[test]
fn the_bound_of_any_scheme_holds_for_independent_positions() {
    let load = Load::new(1 << 27, 14_000_000, 7).unwrap();
    let exact = plain(load.bits(), load.items(), load.hashes()).distribution(1_000_000).unwrap();
    let bound = counts::of_marginally_uniform(load.bits(), load.hashes(), exact::rate(&Double, load).unwrap());
    assert!(exact.variance() < bound.variance());
    let of = |rates: &RateDistribution| USUAL.bounds(rates, 1_000_000).upper;
    let (exact_upper, upper) = (of(&exact), of(&bound));
    assert!(upper >= exact_upper && upper as f64 <= 1.2 * exact_upper as f64, "{exact_upper} {upper}");
    for count in [9_000, 10_000, 11_000] {
        let (above, below) = (exact.at_least(1_000_000, count), exact.at_most(1_000_000, count));
        assert!(bound.surely_at_least(1_000_000, count) <= above + 1e-12, "{count}");
        assert!(bound.at_least(1_000_000, count) >= above - 1e-12, "{count}");
        assert!(bound.at_most(1_000_000, count) >= below - 1e-12, "{count}");
    }
}

/// In few bits the inequality says less than that a rate lies between 0 and 1.
#[test]
fn no_bound_of_a_variance_exceeds_that_of_two_values() {
    let bound = counts::of_marginally_uniform(8, 3, 0.25);
    assert!(bound.variance() <= 0.25 * 0.75, "{}", bound.variance());
}

/// Half an item in a block: what the moments say is near, and no count is certain.
#[test]
fn sparse_blocks_are_bounded_by_their_moments() {
    let queries = 100_000;
    let rates =
        BlockRates::new(BlockedLoad::plain(1 << 20, 512, 1000, 7).unwrap()).unwrap().distribution(queries).unwrap();
    let expected = queries as f64 * rates.mean();
    assert!(!rates.is_exact() && expected < 1e-6);
    assert_eq!(rates.at_least(queries, 0), 1.0);
    assert_close(rates.at_least(queries, 1), expected, 1e-12, "Markov");
    assert!(rates.at_least(queries, 2) < 0.6 * expected);
    assert_close(rates.at_least(2, 2), rates.mean().powi(2) + rates.variance(), 1e-12, "both of two queries");
    assert!(rates.surely_at_least(queries, 1) <= rates.at_least(queries, 1));
}

/// Queries that distinguish the values of the rate: a bound instead of a density that there is not.
#[test]
fn sparse_blocks_with_few_positions_are_bounded() {
    let load = BlockedLoad::plain(1 << 20, 512, 1000, 2).unwrap();
    let rates = BlockRates::new(load).unwrap().distribution(100_000).unwrap();
    assert!(!rates.is_exact());
    let scaled = BlockRates::bounded_times(load, 3.0).unwrap().distribution(100_000).unwrap();
    assert_close(scaled.mean(), 3.0 * rates.mean(), 1e-14, "mean");
    assert_close(scaled.variance(), 9.0 * rates.variance(), 1e-12, "variance");
    assert!(scaled.at_least(100_000, 40) > rates.at_least(100_000, 40));
}

/// 3000 filters each, 500 queries: how many exceed each count, against its probability, at α = 1e-6 together.
#[test]
fn filters_in_parts_exceed_a_count_as_often_as_computed() {
    const FILTERS: u64 = 3000;
    const QUERIES: u64 = 500;
    // blocks, parts of a block, bits of a part, positions in each, items
    let layouts = [(40, 1, 64, 3, 600), (30, 4, 16, 1, 500), (1, 4, 250, 1, 150)];
    for (layout, (blocks, parts, bits, positions, items)) in (0..).zip(layouts) {
        let rates = match (blocks, parts) {
            (1, _) => counts::of_slices(&PartitionedLoad::even(parts * bits, items, parts).unwrap()).unwrap(),
            (_, 1) => of_blocks(BlockedLoad::plain(blocks * bits, bits, items, positions).unwrap(), QUERIES),
            _ => of_blocks(split(blocks, bits, items, parts), QUERIES),
        };
        let counts: Vec<u64> = (0..FILTERS)
            .map(|trial| {
                let mut random = StreamKey::new("counts in parts", 1, &layout, trial).unwrap().generator();
                let mut draw = || -> Vec<u64> {
                    let block = random.random_range(0..blocks);
                    let mut at = |i: u64| (block * parts + i / positions) * bits + random.random_range(0..bits);
                    (0..parts * positions).map(&mut at).collect()
                };
                let mut set = vec![false; (blocks * parts * bits) as usize];
                (0..items).for_each(|_| draw().into_iter().for_each(|at| set[at as usize] = true));
                (0..QUERIES).filter(|_| draw().into_iter().all(|at| set[at as usize])).count() as u64
            })
            .collect();
        let each = Test { alpha: 1e-6 / 18.0, two_sided: true };
        let (mean, deviation) = (rates.mean() * QUERIES as f64, libm::sqrt(rates.count_variance(QUERIES)));
        for away in [-1.5, 0.0, 1.5] {
            let count = (mean + away * deviation) as u64 + 1;
            let exceeding = counts.iter().filter(|found| **found >= count).count() as u64;
            let bounds = |share: f64| each.bounds(&RateDistribution::certain(share), FILTERS);
            let (least, most) = (bounds(rates.surely_at_least(QUERIES, count)), bounds(rates.at_least(QUERIES, count)));
            let passes = least.lower.unwrap_or(0)..=most.upper;
            assert!(passes.contains(&exceeding), "layout {layout}, {count}: {exceeding} {passes:?}");
        }
    }
}

#[test]
fn the_least_queries_over_several_filters_are_those_of_an_exhaustive_search() {
    let test = Test { alpha: 0.02, two_sided: false };
    let suffices = |rates: &Rates, ratio: f64, queries: u64| {
        let rates = rates.distribution(queries).unwrap();
        Test::power(&rates, queries, test.bounds(&rates, queries), ratio) >= 0.7
    };
    let blocks = Rates::from(BlockRates::new(BlockedLoad::plain(6400, 64, 600, 3).unwrap()).unwrap());
    for rates in [plain(200, 20, 4).spread_over(3), blocks] {
        let least = (1..300).find(|queries| suffices(&rates, 6.0, *queries));
        assert!(least.is_some_and(|least| least > 5), "{least:?}");
        assert_eq!(test.least_queries(&rates, 6.0, 0.7).unwrap(), least);
    }
}

#[test]
fn what_is_too_large_is_refused_and_what_is_too_fine_bounded() {
    // blocks of 8 bits have few rates, which so many queries distinguish
    let coarse = BlockRates::new(BlockedLoad::plain(8000, 8, 2000, 2).unwrap()).unwrap();
    let is_exact = |queries| coarse.distribution(queries).unwrap().is_exact();
    assert!(is_exact(10_000) && !is_exact(1 << 50));
    assert!(BlockRates::new(BlockedLoad::plain(1 << 40, 1 << 30, 1 << 36, 7).unwrap()).is_err());
    assert!(counts::of_slices(&PartitionedLoad::even(1 << 50, 1 << 46, 7).unwrap()).is_err());
    let many = plain(1 << 36, 1 << 33, 5).spread_over(2);
    assert!(many.distribution(1 << 20).is_ok() && many.distribution(1 << 62).is_err());
}
