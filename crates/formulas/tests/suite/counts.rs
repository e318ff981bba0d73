//! Counts of false positives: against every outcome of tiny filters, and the bounds that sums over every number of set bits have.

use std::collections::BTreeMap;

use bloomlab_formulas::{
    Load,
    blocked::{self, BlockedLoad, moments},
    counts::{CountBounds, MixedCounts, Mixture, Test},
};
use bloomlab_numbers::Double;

use crate::support::{contents, in_blocks, outcomes, reported};

/// P(X = x) for x = 0 … `queries`, over the bits of every outcome of the items.
fn enumerated(load: Load, queries: u32) -> Vec<f64> {
    let each = outcomes(load.shape());
    let mut exact = vec![0.0; queries as usize + 1];
    for (set, ways) in contents(&each, load.items()) {
        let rate = reported(&each, set) as f64 / each.len() as f64;
        let mut choose = ways as f64 / (each.len() as f64).powi(load.items() as i32);
        for (x, exact) in (0..=queries).zip(&mut exact) {
            *exact += choose * rate.powi(x as i32) * (1.0 - rate).powi((queries - x) as i32);
            choose *= f64::from(queries - x) / f64::from(x + 1);
        }
    }
    exact
}

#[test]
fn tiny_filters_have_the_counts_of_every_outcome() {
    for (bits, items, hashes, queries, distinct) in
        [(3, 2, 2, 3, false), (4, 2, 2, 2, true), (5, 1, 3, 2, true), (2, 3, 2, 4, false), (4, 0, 1, 2, false)]
    {
        let load = Load::new(bits, items, hashes).unwrap();
        let load = if distinct { load.without_replacement().unwrap() } else { load };
        let rates = Mixture::plain(load);
        let (counts, exact) = (rates.among(queries.into()), enumerated(load, queries));
        assert!(rates.is_exact());
        for x in 0..exact.len() {
            let (above, below): (f64, f64) = (exact[x..].iter().sum(), exact[..=x].iter().sum());
            let (found, other) = (counts.at_least(x as u64), counts.at_most(x as u64));
            assert!((found - above).abs() < 1e-13 && (other - below).abs() < 1e-13, "{load:?} {x}: {found} {above}");
        }
        let mean: f64 = (0..).zip(&exact).map(|(x, p)| f64::from(x) * p).sum();
        let square: f64 = (0..).zip(&exact).map(|(x, p)| f64::from(x * x) * p).sum();
        assert!((counts.mean() - mean).abs() < 1e-13 && (counts.variance() - (square - mean * mean)).abs() < 1e-13);
    }
}

/// Within a count or half a per cent.
fn is_near(found: u64, expected: u64) -> bool {
    found.abs_diff(expected) <= 1.max(expected / 200)
}

fn assert_near(counts: &MixedCounts, alpha: f64, upper: u64, lower: Option<u64>, what: &str) {
    let found = Test { alpha, two_sided: true }.bounds(counts);
    let lower_is_near = is_near(found.lower.unwrap_or(0), lower.unwrap_or(0));
    assert!(is_near(found.upper, upper) && lower_is_near, "{what} {alpha}: {found:?} {upper} {lower:?}");
    assert!(found.failure(counts) <= alpha);
    let narrower = CountBounds { upper: found.upper - 1, ..found };
    assert!(narrower.failure(counts) > 0.5 * alpha, "{what} {alpha}");
}

/// Bounds on both sides from sums over every number of set bits at all sizes.
#[test]
fn bounds_of_plain_filters_are_those_of_every_number_of_set_bits() {
    for (bits, items, hashes, queries, alpha, upper, lower) in [
        (9586, 1000, 7, 10000, 1e-6, 158, Some(53)),
        (9586, 1000, 7, 100000, 1e-9, 1340, Some(723)),
        (9586, 1000, 7, 1000000, 1e-3, 11440, Some(8774)),
        (958506, 100000, 7, 10000, 1e-6, 153, Some(56)),
        (958506, 100000, 7, 100000, 1e-9, 1204, Some(816)),
        (958506, 100000, 7, 1000000, 1e-3, 10394, Some(9689)),
        (14378000, 1000000, 10, 10000, 1e-6, 29, None),
        (14378000, 1000000, 10, 100000, 1e-9, 167, Some(45)),
        (14378000, 1000000, 10, 1000000, 1e-3, 1106, Some(897)),
        (1048576, 32768, 3, 10000, 1e-6, 24, None),
        (1048576, 32768, 3, 100000, 1e-9, 129, Some(27)),
        (1048576, 32768, 3, 1000000, 1e-3, 806, Some(630)),
        (1024, 102, 7, 10000, 1e-6, 161, Some(29)),
        (1024, 102, 7, 100000, 1e-9, 1641, Some(345)),
        (1024, 102, 7, 1000000, 1e-3, 11858, Some(5327)),
        (64, 8, 4, 10000, 1e-6, 686, Some(33)),
        (64, 8, 4, 100000, 1e-9, 6586, Some(201)),
        (64, 8, 4, 1000000, 1e-3, 55124, Some(7730)),
        (32, 4, 4, 10000, 1e-6, 721, Some(10)),
        (32, 4, 4, 100000, 1e-9, 6662, Some(44)),
        (32, 4, 4, 1000000, 1e-3, 62903, Some(3922)),
        (4097, 400, 6, 10000, 1e-6, 128, Some(35)),
        (4097, 400, 6, 100000, 1e-9, 1100, Some(493)),
        (4097, 400, 6, 1000000, 1e-3, 9075, Some(6309)),
        (1000000000, 100000000, 7, 10000, 1e-6, 130, Some(42)),
        (1000000000, 100000000, 7, 100000, 1e-9, 999, Some(651)),
        (1000000000, 100000000, 7, 1000000, 1e-3, 8492, Some(7899)),
    ] {
        let counts = Mixture::plain(Load::new(bits, items, hashes).unwrap()).among(queries);
        assert_near(&counts, alpha, upper, lower, &format!("{bits} {items} {hashes} {queries}"));
    }
}

/// Bounds from the inverted generating function of the blocks.
#[test]
fn bounds_of_blocks_are_those_of_their_density() {
    for (load, queries, alpha, upper, lower) in [
        (BlockedLoad::plain(1048576, 512, 100000, 8), 10000, 1e-6, 129, Some(42)),
        (BlockedLoad::plain(1048576, 512, 100000, 8), 1000000, 1e-3, 8522, Some(7803)),
        (BlockedLoad::plain(65536, 64, 6000, 5), 10000, 1e-6, 202, Some(82)),
        (BlockedLoad::plain(65536, 64, 6000, 5), 1000000, 1e-3, 15116, Some(12474)),
        (BlockedLoad::split(1048576, 32, 100000, 8), 10000, 1e-6, 155, Some(57)),
        (BlockedLoad::split(1048576, 32, 100000, 8), 1000000, 1e-3, 10642, Some(9753)),
    ] {
        let load = load.unwrap();
        assert_near(&Mixture::blocked(load).among(queries), alpha, upper, lower, &format!("{load:?} {queries}"));
    }
}

/// Two blocks of two bits, two positions: the mean and the variance of the rate given the bits, over every outcome of two items.
#[test]
fn blocks_have_the_moments_of_every_outcome() {
    let each = in_blocks(&[0b01, 0b10, 0b11, 0b11], 2, 2);
    let rates: Vec<f64> = contents(&each, 2)
        .into_iter()
        .flat_map(|(set, ways)| vec![reported(&each, set) as f64 / 8.0; ways as usize])
        .collect();
    let mean = rates.iter().sum::<f64>() / 64.0;
    let found = moments(BlockedLoad::plain(4, 2, 2, 2).unwrap());
    assert!((found.mean - mean).abs() < 1e-14, "{found:?} {mean}");
    // to first order in the number of blocks
    let expected = rates.iter().map(|rate| (rate - mean).powi(2)).sum::<f64>() / 64.0;
    assert!((found.variance / expected - 1.0).abs() < 0.5, "{found:?} {expected}");
    let one = BlockedLoad::plain(64, 64, 9, 3).unwrap();
    let (mean, variance) = (moments(one).mean, moments(one).variance);
    let spread = Mixture::plain(Load::new(64, 9, 3).unwrap()).among(1_000_000).variance() / 1e12;
    assert!((mean - blocked::rate(&Double, one).unwrap()).abs() < 1e-12);
    assert!((variance + mean * (1.0 - mean) / 1e6 - spread).abs() < 1e-3 * spread, "{variance} {spread}");
}

/// Ten filters of 64 bits, against the sum over every number of set bits in each.
#[test]
fn small_filters_are_averaged() {
    let rates = Mixture::plain(Load::new(64, 8, 4).unwrap());
    for (queries, alpha, upper, lower) in [(100_000, 1e-6, 3836, 1526), (10_000_000, 1e-9, 415_836, 135_228)] {
        assert_near(&rates.averaged(10).among(queries), alpha, upper, Some(lower), "ten");
    }
}

/// The chain of the number of set bits and of positives, item by item, position by position.
#[test]
fn items_that_are_asked_before_their_insertion_count_as_they_should() {
    let (bits, items, hashes) = (400_u64, 60_u64, 3_u64);
    let mut chain = BTreeMap::from([((0_u64, 0_u64), 1.0_f64)]);
    for _ in 0..items {
        let mut next = BTreeMap::new();
        for ((set, positives), mass) in chain {
            // the bits that an item sets, 0 … k
            let mut fresh = vec![0.0; hashes as usize + 1];
            fresh[0] = mass;
            for _ in 0..hashes {
                let clear = |fresh: usize| (bits - set - fresh as u64) as f64 / bits as f64;
                for more in (0..fresh.len()).rev() {
                    let before = if more > 0 { fresh[more - 1] * clear(more - 1) } else { 0.0 };
                    fresh[more] = fresh[more] * (1.0 - clear(more)) + before;
                }
            }
            for (more, mass) in (0..).zip(fresh) {
                *next.entry((set + more, positives + u64::from(more == 0))).or_insert(0.0) += mass;
            }
        }
        chain = next;
    }
    let counts = MixedCounts::while_filling(Load::new(bits, items, hashes).unwrap());
    for least in 0..4 {
        let expected: f64 = chain.iter().filter(|((_, count), _)| *count >= least).map(|(_, mass)| mass).sum();
        let found = counts.at_least(least);
        assert!((found / expected - 1.0).abs() < 0.1, "{least}: {found} {expected}");
    }
}

#[test]
fn ratios_and_queries_have_the_power_asked_for() {
    let rates = Mixture::plain(Load::new(9586, 1000, 7).unwrap());
    let test = Test { alpha: 1e-6, two_sided: false };
    let least = test.least_queries(&rates, 2.0, 0.99).unwrap();
    assert!(is_near(least, 8133), "{least}");
    let power = |queries| {
        let counts = rates.among(queries);
        test.bounds(&counts).failure(&counts.times(2.0))
    };
    assert!(power(least) >= 0.99 && power(least - 200) < 0.99);
    let counts = rates.among(10_000);
    let bounds = test.bounds(&counts);
    let ratio = bounds.least_ratio(&counts, 0.99).unwrap();
    let found = bounds.failure(&counts.times(ratio));
    assert!((0.99..0.990_001).contains(&found), "{ratio} {found}");
    // 4096 queries at 1e-177: q·p = ln 100 finds one with probability 0.99
    let rare = CountBounds { upper: 0, lower: None }.least_ratio(&Mixture::certain(1e-177).among(4096), 0.99).unwrap();
    assert!((rare * 1e-177 / (100_f64.ln() / 4096.0) - 1.0).abs() < 1e-3, "{rare}");
    // a rate is at most 1: a bound of all queries finds nothing
    let full = Mixture::certain(0.5).among(3);
    assert_eq!(CountBounds { upper: 3, lower: None }.least_ratio(&full, 0.5), None);
    assert_eq!(CountBounds { upper: 2, lower: None }.failure(&full.times(1000.0)), 1.0);
}
