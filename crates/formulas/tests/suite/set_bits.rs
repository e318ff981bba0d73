//! What set bits tell: the interval of items against chains in rationals, variances against every outcome, rates given fills.

use bloomlab_exact::{Rational, Rationals};
use bloomlab_formulas::Load;
use bloomlab_formulas::counts::PlainRates;
use bloomlab_formulas::counts::items::{estimate, interval};
use bloomlab_formulas::fills::{PartedFilter, Parts};
use bloomlab_formulas::observed::ObservedFill;
use bloomlab_numbers::{Arithmetic, Double};
use bloomlab_occupancy::{BallsInBins, Sampling, Shape, distribution, filling};

fn shape(bits: u64, hashes: u64, sampling: Sampling) -> Shape {
    Shape::new(bits, hashes, sampling).unwrap()
}

fn found(shape: Shape, set: u64, alpha: f64) -> Option<(u64, Option<u64>)> {
    let fill = ObservedFill::new(shape, set).unwrap();
    interval(fill, alpha).unwrap().map(|found| (found.least, found.most))
}

/// The distributions of the set bits of 0, 1, 2, … items, as rationals.
fn chains(shape: Shape, items: usize) -> Vec<Vec<Rational>> {
    let a = Rationals;
    std::iter::successors(Some(vec![a.one()]), |masses| Some(filling::item(&a, shape, masses.clone())))
        .take(items)
        .collect()
}

#[test]
fn intervals_are_those_of_rational_chains() {
    for (bits, hashes, sampling) in [
        (7, 2, Sampling::WithReplacement),
        (12, 3, Sampling::WithoutReplacement),
        (20, 5, Sampling::WithReplacement),
        (9, 1, Sampling::WithoutReplacement),
        (1, 1, Sampling::WithReplacement),
    ] {
        let shape = shape(bits, hashes, sampling);
        let held = chains(shape, 120);
        for (alpha, half) in [(0.05, Rational::new(1, 40)), (0.001, Rational::new(1, 2000))] {
            for set in 0..=bits {
                let tail = |masses: &[Rational], is_in: &dyn Fn(u64) -> bool| {
                    Rationals.sum((0..).zip(masses).filter(|(at, _)| is_in(*at)).map(|(_, mass)| mass))
                };
                let kept = held
                    .iter()
                    .enumerate()
                    .filter(|(_, masses)| tail(masses, &|at| at >= set) > half && tail(masses, &|at| at <= set) > half);
                let kept: Vec<u64> = kept.map(|(items, _)| items as u64).collect();
                let expected = kept.first().map(|least| (*least, (set < bits).then(|| *kept.last().unwrap())));
                assert_eq!(found(shape, set, alpha), expected, "{shape:?} {set} {alpha}");
            }
        }
    }
}

#[test]
fn intervals_have_the_reference_values() {
    let plain = |bits, hashes| shape(bits, hashes, Sampling::WithReplacement);
    assert_eq!(found(plain(1024, 7), 512, 0.05).unwrap().0, 97);
    assert_eq!(found(plain(9586, 7), 4793, 1e-6).unwrap().0, 913);
    assert_eq!(found(plain(64, 4), 20, 0.05).unwrap().1, Some(7));
    assert_eq!(found(plain(64, 4), 64, 0.05).unwrap().1, None);
    // large filters: within a thousandth of a deviation of the normal interval, from saddle points
    for bits in [1_u64 << 30, 1 << 40, 1 << 61] {
        let (least, most) = found(plain(bits, 7), bits / 2, 0.01).unwrap();
        let items = estimate(bits, bits / 2, Double.some_hit(1, bits, 7));
        let deviation = libm::sqrt(bits as f64 * (1.0 - std::f64::consts::LN_2)) / 7.0;
        let ends = [(items - least as f64) / deviation, (most.unwrap() as f64 - items) / deviation];
        for end in ends {
            assert!((end - 2.575_829).abs() < 3e-3, "{bits}: {end}");
        }
    }
    // nearly empty, nearly full, and more than any items within the domain
    assert_eq!(found(plain(1 << 40, 1), 3, 1e-12), Some((3, Some(4))));
    // 4 items set 3 bits or fewer with probability 5.46e-12
    assert_eq!(found(plain(1 << 40, 1), 3, 1.2e-11), Some((3, Some(3))));
    let (least, most) = found(plain(1 << 40, 3), (1 << 40) - 1, 1e-9).unwrap();
    assert!(least < most.unwrap(), "{least} {most:?}");
    assert_eq!(found(plain(1 << 62, 1), (1 << 62) - 1, 1e-9).unwrap().1, None);
}

/// The tails in strides are those of every term.
#[test]
fn strided_intervals_are_those_of_the_recursion() {
    let (bits, set, hashes) = (60_000, 30_000_u64, 40);
    let (least, most) = found(shape(bits, hashes, Sampling::WithReplacement), set, 1e-6).unwrap();
    let tail = |items: u64, is_in: &dyn Fn(u64) -> bool| -> f64 {
        let masses = distribution::by_recursion(&Double, BallsInBins::new(hashes * items, bits).unwrap());
        (0..).zip(masses).filter(|(at, _)| is_in(*at)).map(|(_, mass)| mass).sum()
    };
    assert!(tail(least, &|at| at >= set) > 5e-7 && tail(least - 1, &|at| at >= set) <= 5e-7, "{least}");
    let most = most.unwrap();
    assert!(tail(most, &|at| at <= set) > 5e-7 && tail(most + 1, &|at| at <= set) <= 5e-7, "{most}");
}

#[test]
fn the_estimate_has_the_reference_variance() {
    for (bits, hashes, items, expected) in [(64, 4, 8, 0.597_311_302_951_6), (256, 7, 25, 1.561_765_555_437_8)] {
        let rates = PlainRates::new(Load::new(bits, items, hashes).unwrap()).unwrap();
        // of Swamidass and Baldi, −(m/k) ln(1 − s/m)
        let logarithm = |set: u64| -(bits as f64) / hashes as f64 * libm::log1p(-(set as f64) / bits as f64);
        let (_, variance) = rates.moments(logarithm).unwrap();
        assert!((variance / expected - 1.0).abs() < 1e-12, "{bits}: {variance} for {expected}");
        // of ln(1 − s/m)/ln(1 − h): another factor
        let (_, other) = rates.moments(|set| estimate(bits, set, Double.some_hit(1, bits, hashes))).unwrap();
        let factor = bits as f64 * libm::log1p(-1.0 / bits as f64);
        assert!((variance / other / (factor * factor) - 1.0).abs() < 1e-12);
    }
}

/// Parts by their fills: every outcome of the items.
fn enumerated(bits: u64, hashes: u64, parts: Parts, items: u32) -> f64 {
    let filter = PartedFilter::new(bits, hashes, parts).unwrap();
    let first: Vec<u64> = (0..filter.count()).map(|index| (0..index).map(|i| filter.bits_of(i)).sum()).collect();
    let choices: Vec<Vec<u64>> = match parts {
        Parts::Slices => vec![(0..hashes).collect()],
        Parts::Words(_) => (0..filter.count() / hashes).map(|b| (b * hashes..(b + 1) * hashes).collect()).collect(),
        Parts::Blocks(_) => (0..filter.count()).map(|block| vec![block; hashes as usize]).collect(),
    };
    let mut outcomes = Vec::new();
    for parts in choices {
        let mut masks = vec![0_u64];
        for part in parts {
            let bits = filter.bits_of(part);
            let from = first[part as usize];
            masks = masks.iter().flat_map(|mask| (0..bits).map(move |bit| mask | 1 << (from + bit))).collect();
        }
        outcomes.extend(masks);
    }
    let mut tables = vec![0_u64];
    for _ in 0..items {
        tables = tables.iter().flat_map(|table| outcomes.iter().map(move |one| table | one)).collect();
    }
    // the rate given the bits is the share of covered queries
    for table in tables.iter().step_by(7) {
        let fill = |index: u64| {
            let bits = filter.bits_of(index);
            u64::from((table >> first[index as usize] & ((1 << bits) - 1)).count_ones())
        };
        let fills: Vec<u64> = (0..filter.count()).map(fill).collect();
        let covered = outcomes.iter().filter(|query| *query & !table == 0).count() as u64;
        assert_eq!(filter.rate(&Rationals, &fills).unwrap(), Rational::new(covered, outcomes.len() as u64));
    }
    let mean = tables.iter().map(|table| f64::from(table.count_ones())).sum::<f64>() / tables.len() as f64;
    tables.iter().map(|table| (f64::from(table.count_ones()) - mean).powi(2)).sum::<f64>() / tables.len() as f64
}

#[test]
fn parts_have_the_variance_and_the_rates_of_every_outcome() {
    for (bits, hashes, parts) in [
        (6, 2, Parts::Blocks(3)),
        (4, 3, Parts::Blocks(2)),
        (5, 2, Parts::Blocks(1)),
        (8, 2, Parts::Words(2)),
        (9, 3, Parts::Words(3)),
        (7, 2, Parts::Slices),
        (3, 3, Parts::Slices),
    ] {
        for items in [0, 1, 2] {
            let variance = enumerated(bits, hashes, parts, items);
            let found = PartedFilter::new(bits, hashes, parts).unwrap().variance(items.into()).unwrap();
            assert!((found - variance).abs() < 1e-12, "{bits} {hashes} {parts:?} {items}: {found} for {variance}");
        }
    }
    let split = PartedFilter::new(4096 * 256, 8, Parts::Words(32)).unwrap();
    let found = split.variance(100_000).unwrap();
    assert!((found / 101_636.540_919_67 - 1.0).abs() < 1e-12, "{found}");
}

#[test]
fn fills_out_of_domain_are_refused_by_their_place() {
    let words = PartedFilter::new(128, 2, Parts::Words(32)).unwrap();
    let why = |fills: &[u64]| words.rate(&Double, fills).unwrap_err().to_string();
    assert_eq!(why(&[1, 2, 33, 4]), "fills = 33 is out of domain: needs 0 ≤ fill ≤ 32 in fill 3");
    assert_eq!(why(&[1, 2, 3]), "fills = 3 is out of domain: needs as many fills as parts of bits = 128: 4");
    assert!(PartedFilter::new(100, 2, Parts::Words(32)).is_err() && PartedFilter::new(4, 5, Parts::Slices).is_err());
    assert!(PartedFilter::new(100, u64::MAX, Parts::Words(u64::MAX)).is_err());
}
