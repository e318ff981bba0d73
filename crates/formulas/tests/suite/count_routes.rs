//! Counts over several filters, and of blocks, slices and walks: against every outcome of tiny ones as rationals, values of other software,
//! each other, and filters themselves.

use std::time::Instant;

use bloomlab_exact::Rational;
use bloomlab_formulas::blocked::BlockedLoad;
use bloomlab_formulas::counts::{self, BlockRates, CountBounds, PlainRates, RateDistribution, Rates, Test};
use bloomlab_formulas::partitioned::PartitionedLoad;
use bloomlab_formulas::{Load, blocked};
use bloomlab_numbers::Double;

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

#[test]
fn probe() {
    let start = Instant::now();
    let load = BlockedLoad::plain(51_200, 512, 5120, 6).unwrap();
    let rates = BlockRates::new(load).unwrap();
    println!("{:?} {:?}", start.elapsed(), BlockRates::moments(load).unwrap());
    let d = rates.distribution(10_000).unwrap();
    println!("{} {} {} {}", d.points(), d.is_exact(), d.mean(), d.variance());
    println!("{:e} vs 3.05137399e-5; {:?}", d.at_least(10_000, 140), start.elapsed());
    let m = BlockRates::moments(load).unwrap();
    println!("E rho^2 {:e} vs 9.3243499422771e-5", m.variance + m.mean * m.mean);
    let start = Instant::now();
    let load = split(4096, 32, 100_000, 8);
    let m = BlockRates::moments(load).unwrap();
    println!("E rho^2 {:e} vs 1.0386501532897e-4", m.variance + m.mean * m.mean);
    let rates = BlockRates::new(load).unwrap();
    println!("{:?}", start.elapsed());
    let d = rates.distribution(200_000).unwrap();
    println!("{} {} {} {:?}", d.points(), d.is_exact(), d.mean(), start.elapsed());
    println!("1.1: {:e} vs 5.10e-4; 1.15 {:e} vs 6.8e-8", d.at_least(200_000, 2200), d.at_least(200_000, 2300));
    let b = BlockRates::bounded(load).unwrap().distribution(1).unwrap();
    println!("{} {}", b.points(), b.mean());
    for (bits, items, k, filters, q) in [(1024, 102, 7, 10, 10_000_u64), (9586, 1000, 7, 7, 100_000), (1024, 102, 7, 10_000, 10_000)] {
        let start = Instant::now();
        let rates = plain(bits, items, k).spread_over(filters);
        let d = rates.distribution(q).unwrap();
        let bounds = USUAL.bounds(&d, q);
        println!("{filters} {} {bounds:?} {:e} {:?}", d.points(), USUAL.failure(&d, q, bounds), start.elapsed());
        println!("{:?} {:?}", rates.clone().spread_over(filters).distribution(q).unwrap().count_variance(q), start.elapsed());
        println!("{:?} {:?}", USUAL.least_queries(&rates, 2.0, 0.99), start.elapsed());
    }
    let start = Instant::now();
    let d = counts::of_slices(&PartitionedLoad::even(9586, 1000, 7).unwrap()).unwrap();
    println!("slices {} {} {} {:?}", d.points(), d.mean(), d.count_variance(100_000), start.elapsed());
    println!("{:e} {:e}  {:?}", d.surely_at_least(100_000, 1280), d.at_least(100_000, 1280), USUAL.bounds(&d, 100_000));
}
