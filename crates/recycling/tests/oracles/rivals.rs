//! Age-partitioned, ring, rolling and time-aware filters: every hash outcome of tiny ones, and reference values.

use bloomlab_exact::{Rational, Rationals};
use bloomlab_formulas::{Load, exact};
use bloomlab_numbers::{Arithmetic, Double, Sampling, Target};
use bloomlab_recycling::age_partitioned::{self, AgePartitioned, Aging};
use bloomlab_recycling::ring::{self, Ring};
use bloomlab_recycling::rolling::{self, Rolling};
use bloomlab_recycling::time_aware::{self, TimeAware};

use crate::support::{BOTH, outcomes, positives, sequences, shape};

const A: Rationals = Rationals;

/// The distribution of the set bits of one slice that `items` items were thrown into, as masks.
fn slice_distribution(bits: u64, items: u64) -> Vec<(u32, u64)> {
    let mut count = vec![0_u64; 1 << bits];
    for mut code in 0..bits.pow(items as u32) {
        let mut mask = 0_u32;
        for _ in 0..items {
            mask |= 1 << (code % bits);
            code /= bits;
        }
        count[mask as usize] += 1;
    }
    (0..).zip(count).filter(|(_, count)| *count > 0).collect()
}

/// The rate over every outcome of all stored items and the query in a steady state: items go to the k youngest slices of a
/// list that is rotated, one position in each slice.
fn enumerated(young: u64, old: u64, slice_bits: u64, generation: u64, into: u64) -> Rational {
    let slices = (young + old) as usize;
    // how many items each slice holds, by following insertions
    let mut held = vec![0_u64; slices];
    for insertion in 0..(young + old + 2) * generation + into {
        if insertion % generation == 0 && insertion > 0 {
            held.rotate_right(1);
            held[0] = 0;
        }
        held[..young as usize].iter_mut().for_each(|count| *count += 1);
    }
    if into == 0 {
        // the generation was completed, and slices age at its end
        held.rotate_right(1);
        held[0] = 0;
    }
    let distributions: Vec<Vec<(u32, u64)>> = held.iter().map(|&items| slice_distribution(slice_bits, items)).collect();
    let total = held.iter().fold(A.one(), |total, &items| total * A.integer(slice_bits.pow(items as u32)));
    let queries = slice_bits.pow(slices as u32);
    let mut weights: Vec<(Vec<u32>, Rational)> = vec![(Vec::new(), A.one())];
    for distribution in &distributions {
        let extend = |(masks, weight): &(Vec<u32>, Rational)| {
            let one = |(mask, count): &(u32, u64)| {
                ([masks.as_slice(), &[*mask]].concat(), weight.clone() * A.integer(*count))
            };
            distribution.iter().map(one).collect::<Vec<_>>()
        };
        weights = weights.iter().flat_map(extend).collect();
    }
    let positive = |masks: &[u32], mut query: u64| {
        let mut run = 0;
        masks.iter().any(|mask| {
            let position = query % slice_bits;
            query /= slice_bits;
            run = if mask >> position & 1 == 1 { run + 1 } else { 0 };
            run == young
        })
    };
    let found = weights.iter().fold(A.zero(), |sum, (masks, weight)| {
        sum + weight.clone() * A.integer((0..queries).filter(|&query| positive(masks, query)).count() as u64)
    });
    found / A.integer(queries) / total
}

fn ages(young: u64, old: u64, slice_bits: u64, generation: u64) -> AgePartitioned {
    AgePartitioned::new(young, old, slice_bits, generation).unwrap()
}

#[test]
fn age_partitioned_rates_are_the_enumeration() {
    for (young, old, slice_bits, generation) in
        [(1, 1, 2, 1), (1, 3, 3, 2), (2, 1, 2, 2), (2, 1, 3, 1), (2, 2, 2, 2), (3, 1, 2, 1), (3, 2, 2, 1), (2, 1, 2, 3)]
    {
        for into in 0..=generation {
            let rate = age_partitioned::rate(&A, ages(young, old, slice_bits, generation), into).unwrap();
            let brute = enumerated(young, old, slice_bits, generation, into);
            assert_eq!(rate, brute, "{young} {old} {slice_bits} {generation} {into}");
        }
    }
}

#[test]
fn age_partitioned_reference_values() {
    let rate = |k, l, w, g, s| age_partitioned::rate(&A, ages(k, l, w, g), s).unwrap();
    assert_eq!(rate(2, 1, 2, 2, 1), Rational::new(217, 256));
    assert_eq!(rate(2, 1, 3, 1, 1), Rational::new(95, 243));
    assert_eq!(rate(3, 1, 2, 1, 1), Rational::new(315, 512));
    let near = |value: f64, reference: f64, within: f64| assert!((value / reference - 1.0).abs() < within, "{value}");
    let ten = ages(10, 7, 1443, 100);
    near(age_partitioned::rate(&Double, ten, 100).unwrap(), 0.001_474_900_123_610_806, 1e-13);
    near(age_partitioned::rate(&Double, ten, 0).unwrap(), 9.994_555_047_401_39e-4, 1e-13);
    near(age_partitioned::mean_rate(&Double, ten, Aging::OnCompletion).unwrap(), 0.001_222_185_964_328_697_5, 1e-13);
    near(age_partitioned::mean_rate(&Double, ten, Aging::AtTheNext).unwrap(), 0.001_226_940_410_517_404_2, 1e-13);
    assert!(age_partitioned::rate(&Double, ten, 101).is_err() && AgePartitioned::new(1, 0, 2, 1).is_err());
    assert!(age_partitioned::mean_rate(&Double, ages(10, 7, 9, 1 << 40), Aging::AtTheNext).is_err());
}

/// The published rate, the exact one at the end of a generation and its mean, w = kg/ln 2 with g = 10^5.
#[test]
fn published_age_partitioned_rates_are_too_low_at_the_boundary() {
    for (k, l, linear, boundary, mean) in [
        (4, 3, 0.100_586, 0.107_402, 0.087_938_7),
        (5, 7, 0.1016, 0.105_81, 0.0976),
        (7, 5, 0.011_231_6, 0.012_831_6, 0.010_585_7),
        (8, 8, 0.010_244, 0.011_054, 0.010_026),
        (10, 7, 0.001_211_04, 0.001_473_55, 0.001_223_43),
        (11, 9, 9.1833e-4, 0.001_054_8, 9.197e-4),
        (14, 11, 9.916_31e-5, 1.196_42e-4, 1.039_29e-4),
        (17, 11, 4.762_75e-6, 7.052_54e-6, 5.800_43e-6),
    ] {
        let generation = 20_000;
        let slice_bits = ((k * generation) as f64 / std::f64::consts::LN_2).round() as u64;
        let filter = ages(k, l, slice_bits, generation);
        let near = |value: f64, reference: f64| assert!((value / reference - 1.0).abs() < 2e-4, "{k} {l} {value}");
        near(age_partitioned::published_rate(&Double, k, l), linear);
        near(age_partitioned::rate(&Double, filter, generation).unwrap(), boundary);
        near(age_partitioned::mean_rate(&Double, filter, Aging::AtTheNext).unwrap(), mean);
        assert!(linear < boundary);
    }
}

/// The certain window by following one item through the ages of the slices, at every phase of a generation.
#[test]
fn the_window_is_that_of_followed_items() {
    for (young, old, generation) in [(1, 1, 1), (2, 1, 3), (3, 4, 2), (2, 3, 5)] {
        let filter = ages(young, old, 8, generation);
        for distance in 0..=(old + 2) * generation {
            // inserted as the p-th of its generation: ages at the (next) insertions that find a full generation
            let known = |place: u64| (place + distance) / generation <= old;
            let count = (0..generation).filter(|&place| known(place)).count() as u64;
            assert_eq!(
                filter.certain(&A, distance),
                A.ratio(count, generation),
                "{young} {old} {generation} {distance}"
            );
        }
        assert_eq!(filter.certain(&A, filter.window()), A.one());
    }
}

#[test]
fn ring_rates_are_the_enumeration() {
    for sampling in BOTH {
        for (bits, hashes, full, generation) in [(2, 1, 1, 2), (3, 2, 2, 1), (2, 2, 2, 2), (3, 1, 1, 2)] {
            let each = shape(bits, hashes, sampling);
            let all = outcomes(each);
            // the share of outcomes of n items and a query that match, filter by filter
            let one = |items: u64| {
                let matches = |masks: Vec<u32>| positives(&all, masks.iter().fold(0, |set, mask| set | mask));
                let size = all.len() as u64;
                A.ratio(sequences(&all, items).map(matches).sum(), size.pow(items as u32 + 1))
            };
            let ring = Ring::new(each, full, generation).unwrap();
            let mut sum = A.zero();
            for active in 0..=generation {
                let none = (0..full).fold(A.one() - one(active), |none, _| none * (A.one() - one(generation)));
                let rate = ring::rate(&A, ring, active).unwrap();
                assert_eq!(rate, A.one() - none, "{ring:?} {active}");
                if active < generation {
                    sum = sum + rate;
                }
            }
            assert_eq!(ring::mean_rate(&A, ring).unwrap(), sum / A.integer(generation), "{ring:?}");
        }
    }
    let each = shape(8, 2, Sampling::WithReplacement);
    assert!(Ring::new(each, 0, 1).is_err() && ring::rate(&A, Ring::new(each, 1, 2).unwrap(), 3).is_err());
}

/// Labels of two bits, followed through every outcome of the items of four generations: tiny filters, each at every s.
#[test]
fn rolling_rates_are_the_enumeration_of_the_labels() {
    for sampling in BOTH {
        for (positions, hashes, generation) in [(2, 1, 1), (3, 2, 1), (2, 1, 2), (3, 1, 2), (5, 2, 1)] {
            let shape = shape(positions, hashes, sampling);
            let all = outcomes(shape);
            let size = all.len() as u64;
            let filter = Rolling::new(shape, generation).unwrap();
            let mut sum = A.zero();
            for into in 1..=generation {
                let insertions = 3 * generation + into;
                let mut found = 0;
                for masks in sequences(&all, insertions) {
                    let mut labels = vec![0; positions as usize];
                    for (number, mask) in (0..).zip(masks) {
                        let label = number / generation % 3 + 1;
                        if number % generation == 0 {
                            labels.iter_mut().filter(|own| **own == label).for_each(|own| *own = 0);
                        }
                        let hit = (0..positions).filter(|position| mask >> position & 1 == 1);
                        hit.for_each(|position| labels[position as usize] = label);
                    }
                    let set = (0..positions).filter(|position| labels[*position as usize] > 0);
                    found += positives(&all, set.fold(0_u32, |set, position| set | 1 << position));
                }
                let rate = rolling::rate(&A, filter, into).unwrap();
                assert_eq!(rate, A.ratio(found, size.pow(insertions as u32 + 1)), "{filter:?} {into}");
                sum = sum + rate;
            }
            assert_eq!(rolling::mean_rate(&A, filter).unwrap(), sum / A.integer(generation), "{filter:?}");
        }
    }
}

/// The sizes that Bitcoin Core allocates, and their rates: at the first item of a generation, in the mean, at the last.
#[test]
fn rolling_filters_as_built_have_the_reference_values() {
    let near = |value: f64, reference: f64, digits: f64| {
        assert!((value / reference - 1.0).abs() < digits, "{value} for {reference}");
    };
    let built = |window, target| {
        let filter = Rolling::as_built(window, Target::new(target).unwrap()).unwrap();
        let at = |into| rolling::rate(&Double, filter, into).unwrap();
        (filter, at(1), rolling::mean_rate(&Double, filter).unwrap(), at(filter.generation()))
    };
    let (filter, best, mean, worst) = built(1000, 0.01);
    assert_eq!((filter.memory(), filter.positions().hashes(), filter.window()), (28_800, 7, 1000));
    near(best, 0.001_261_205_721_007, 1e-12);
    near(mean, 0.004_588, 1e-4);
    near(worst, 0.009_971_142_624_937_2, 1e-12);
    let (filter, best, mean, worst) = built(1000, 0.001);
    assert_eq!((filter.memory(), filter.positions().hashes()), (43_136, 10));
    near(best, 4.99e-5, 1e-3);
    near(mean, 3.553_673_804_271_3e-4, 1e-12);
    near(worst, 1.000_30e-3, 1e-5);
    let (filter, best, mean, worst) = built(120_000, 1e-6);
    assert_eq!((filter.positions().hashes(), filter.generation()), (20, 60_000));
    near(filter.memory() as f64 / 120_000.0, 86.27, 1e-4);
    near(best, 2.45e-9, 2e-3);
    near(mean, 1.973_766_037_027_2e-7, 1e-11);
    near(worst, 0.999_88e-6, 1e-5);
    near(built(48_000, 1e-6).3, 9.998_981_528_025_2e-7, 1e-11);
    // an odd number is rounded up, and k stays within 1 … 50
    assert_eq!(built(5, 0.5).0.generation(), 3);
    assert_eq!((built(9, 0.9).0.positions().hashes(), built(9, 1e-30).0.positions().hashes()), (1, 50));
    for (window, target) in [(0, 0.5), (1 << 40, 0.5), (1 << 31, 1e-9), (1 << 27, 1e-300)] {
        assert!(Rolling::as_built(window, Target::new(target).unwrap()).is_err(), "{window} {target}");
    }
    let each = shape(8, 2, Sampling::WithReplacement);
    assert!(Rolling::new(each, 0).is_err() && Rolling::new(each, u64::MAX / 8).is_err());
    let tiny = Rolling::new(each, 2).unwrap();
    assert!(rolling::rate(&Double, tiny, 0).is_err() && rolling::rate(&Double, tiny, 3).is_err());
}

/// The mean by powers of the chain, and as the plain sum of exact rates.
#[test]
fn mean_rolling_rates_are_the_mean_of_the_rates() {
    for (positions, hashes, generation) in [(64, 3, 9), (1024, 7, 100), (14_400, 7, 500), (4096, 50, 33)] {
        let filter = Rolling::new(shape(positions, hashes, Sampling::WithReplacement), generation).unwrap();
        let rates = (1..=generation).map(|into| rolling::rate(&Double, filter, into).unwrap());
        let (sum, mean) = (rates.sum::<f64>() / generation as f64, rolling::mean_rate(&Double, filter).unwrap());
        assert!((mean / sum - 1.0).abs() < 1e-11, "{filter:?}: {mean} {sum}");
    }
}

/// Whole numbers in 10,000 bits at a mean rate of 0.01: the stated windows keep the target, and one more does not.
#[test]
fn windows_in_ten_thousand_bits() {
    let ring = |full: u64, hashes, generation| {
        let each = shape(10_000 / (full + 1), hashes, Sampling::WithReplacement);
        let ring = Ring::new(each, full, generation).unwrap();
        assert!(ring.memory() <= 10_000);
        (ring.window(), ring::mean_rate(&Double, ring).unwrap())
    };
    let (six, rate) = ring(5, 9, 128);
    assert!(six == 640 && rate <= 0.01 && ring(5, 9, 129).1 > 0.01, "{rate}");
    let (two, rate) = ring(1, 7, 504);
    assert!(two == 504 && rate <= 0.01 && ring(1, 7, 505).1 > 0.01, "{rate}");
    let ages = ages(10, 39, 204, 13);
    let rate = age_partitioned::mean_rate(&Double, ages, Aging::AtTheNext).unwrap();
    assert!(ages.memory() <= 10_000 && ages.window() == 507 && rate <= 0.01, "{rate}");
}

/// The distribution of bits after each message enumerated; timers hold the last W, flags the last W + t.
#[test]
fn time_aware_rates_are_the_enumeration_of_the_flags() {
    for sampling in BOTH {
        for (bits, hashes, window) in [(2, 1, 2), (3, 2, 1), (3, 2, 2), (4, 1, 3)] {
            let shape = shape(bits, hashes, sampling);
            let all = outcomes(shape);
            let filter = TimeAware::new(shape, window).unwrap();
            let size = all.len() as u64;
            let messages = 3 * window;
            // set and flagged cells at each message of the third window, summed over all outcomes
            let (mut timers, mut flags) = (0_u64, vec![0_u64; window as usize]);
            for masks in sequences(&all, messages) {
                let (mut set, mut fresh) = (0_u32, 0_u32);
                for (message, mask) in (0..).zip(&masks) {
                    if message % window == 0 {
                        (set, fresh) = (set & fresh, 0);
                    }
                    if message >= 2 * window {
                        flags[(message % window) as usize] += positives(&all, set);
                    }
                    (set, fresh) = (set | mask, fresh | mask);
                }
                let last = masks[(messages - window) as usize..].iter().fold(0, |set, mask| set | mask);
                timers += positives(&all, last);
            }
            let total = size.pow(messages as u32 + 1);
            let held = Load::holding(filter.shape(), window).unwrap();
            assert_eq!(exact::rate(&A, held).unwrap(), A.ratio(timers, total), "{filter:?}");
            let mean = A.ratio(flags.iter().sum(), total) / A.integer(window);
            assert_eq!(time_aware::flag_rate(&A, filter).unwrap(), mean, "{filter:?}");
        }
    }
}

#[test]
fn time_aware_reference_values() {
    for (cells, window, timers, flags) in
        [(1024, 128, 0.024_054_420_041_5, 0.082_025_486_479_1), (512, 30, 0.001_921_746_000_29, 0.008_509_970_377_77)]
    {
        let filter = TimeAware::new(shape(cells, 4, Sampling::WithReplacement), window).unwrap();
        let near = |value: f64, reference: f64| assert!((value / reference - 1.0).abs() < 1e-11, "{value}");
        near(exact::rate(&Double, Load::holding(filter.shape(), window).unwrap()).unwrap(), timers);
        near(time_aware::flag_rate(&Double, filter).unwrap(), flags);
        assert_eq!(filter.timer_bits(), if window == 128 { 8 } else { 5 });
    }
    assert!(TimeAware::new(shape(8, 1, Sampling::WithReplacement), 0).is_err());
    let refused = bloomlab_recycling::stable::Stable::new(shape(8, 1, Sampling::WithReplacement), 1, 300)
        .unwrap_err()
        .to_string();
    assert_eq!(refused, "cell-value = 300 is out of domain: needs 1 ≤ cell-value ≤ 255");
}
