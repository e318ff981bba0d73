//! What questions are answered with, in numbers of three digits: the luck of one filter, what fills say, two filters in one.

use bloomlab_filters::StaticTable;
use bloomlab_formulas::blocked::{self, BlockedLoad};
use bloomlab_formulas::combined::Pair;
use bloomlab_formulas::counts::items::{bounded_interval, interval};
use bloomlab_formulas::counts::{PlainRates, RateDistribution, Test};
use bloomlab_formulas::fills::{PartedFilter, Parts};
use bloomlab_formulas::observed::ObservedFill;
use bloomlab_formulas::static_filters::StaticFilter;
use bloomlab_formulas::{Load, exact};
use bloomlab_numbers::{Arithmetic, Double};
use bloomlab_occupancy::{Sampling, Shape, distribution};

fn near(value: f64, expected: f64, error: f64) {
    assert!((value / expected - 1.0).abs() <= error, "{value} instead of {expected}");
}

/// (Var ρ)/p² is about 0.307 k²/m at half fill: it is that of the coins at q = 4.7 n/(k p) queries.
#[test]
fn the_luck_of_one_filter_is_that_of_as_many_coins() {
    for (bits, items, hashes) in [(95_851, 9491, 7), (1 << 20, 66_075, 11)] {
        let rates = PlainRates::new(Load::new(bits, items, hashes).unwrap()).unwrap().distribution(1).unwrap();
        let (mean, variance) = (rates.mean(), rates.variance());
        near(variance / (mean * mean), 0.307 * (hashes * hashes) as f64 / bits as f64, 0.01);
        near(mean * (1.0 - mean) / variance, 4.7 * items as f64 / (hashes as f64 * mean), 0.02);
    }
}

/// The rate given many blocks over (fill)^k, which libraries print.
#[test]
fn the_fill_says_too_little_of_blocks() {
    // bits per item as bits of 2560 items
    for (bits_per_item, factor) in
        [(6.0, 1.149), (8.0, 1.303), (10.5, 1.55), (12.0, 1.725), (16.9, 2.438), (26.4, 4.531)]
    {
        let bits = libm::round(bits_per_item * 2560.0) as u64;
        let load = BlockedLoad::split(bits, 32, 2560, 8).unwrap();
        let fill = -libm::expm1(-load.mean_load() / 32.0);
        near(blocked::limit(&Double, load).unwrap().value / libm::pow(fill, 8.0), factor, 1e-3);
    }
    for (bits_per_item, hashes, factor) in [(10, 6, 1.170), (16, 9, 1.761), (20, 11, 2.761)] {
        let load = BlockedLoad::plain(512 * bits_per_item, 512, 512, hashes).unwrap();
        let fill = -libm::expm1(-load.mean_load() * Double.some_hit(1, 512, hashes));
        near(blocked::limit(&Double, load).unwrap().value / libm::pow(fill, hashes as f64), factor, 1e-3);
    }
}

/// Of blocks the number of set bits varies little more than that of a plain filter.
#[test]
fn set_bits_of_blocks_vary_little_more() {
    for (parts, hashes, bits_per_item, more) in [(Parts::Blocks(512), 6, 10.0, 0.05), (Parts::Words(32), 8, 10.5, 0.17)]
    {
        let bits = 4096 * 512;
        let items = (bits as f64 / bits_per_item) as u64;
        let own = PartedFilter::new(bits, hashes, parts).unwrap().variance(items).unwrap();
        let plain = distribution::variance_in_double(Load::new(bits, items, hashes).unwrap().insertions());
        assert!((own / plain - 1.0 - more).abs() < 0.01, "{parts:?}: {}", own / plain);
    }
}

#[test]
fn the_interval_for_any_scheme_is_several_times_as_wide() {
    for bits in [9586_u64, 1 << 20] {
        let shape = Shape::new(bits, 7, Sampling::WithReplacement).unwrap();
        let fill = ObservedFill::new(shape, bits / 2).unwrap();
        for alpha in [1e-2, 1e-6] {
            let exact = interval(fill, alpha).unwrap().unwrap();
            let bound = bounded_interval(fill, Double.some_hit(1, bits, 7), alpha);
            let ratio = (bound.most.unwrap() - bound.least) as f64 / (exact.most.unwrap() - exact.least) as f64;
            assert!((4.0..=6.5).contains(&ratio), "{bits} {alpha}: {ratio}");
        }
    }
}

/// The intersection of two filters is no filter of the common items.
#[test]
fn an_intersection_has_more_false_positives_than_its_items() {
    for (common, rate, alone) in [(0, 1.01e-4, 0.0), (100, 1.57e-4, 8.6e-9), (500, 9.66e-4, 2.5e-4)] {
        let shape = Shape::new(9586, 7, Sampling::WithReplacement).unwrap();
        let pair = Pair::new(shape, [1000, 1000], common).unwrap();
        near(pair.rate_of_intersection(&Double).unwrap(), rate, 5e-3);
        let own = exact::rate(&Double, Load::new(9586, common, 7).unwrap()).unwrap();
        assert!((own - alone).abs() <= 0.02 * alone, "{own} {alone}");
    }
}

/// L, c, the cells per item, and the share of seeds that build a binary fuse filter of arity 3, as counted from up to 20,000 seeds: here 150,
/// with α = 1e-9 for what the share itself may be off.
#[test]
fn tables_at_the_end_of_a_plateau_seldom_peel() {
    let test = Test { alpha: 1e-9, two_sided: true };
    for (items, segment, starts, per_item, share) in [
        (11_400, 1024, 12, 1.258, 0.164),
        (11_504, 1024, 12, 1.246, 0.013_45),
        (11_521, 1024, 12, 1.244, 0.008_15),
        (11_522, 1024, 13, 1.333, 0.99),
        (39_202, 2048, 21, 1.202, 0.168),
    ] {
        let table = StaticFilter::BinaryFuse3.segments(items);
        assert_eq!((table.cells, table.starts), (segment, starts), "{items}");
        let cells = StaticFilter::BinaryFuse3.cells(items).unwrap();
        near(cells as f64 / items as f64, per_item, 5e-4);
        let peeled = StaticTable::new(3, table.cells, table.starts).unwrap();
        let built = (0..150).filter(|&seed| peeled.builds(items, seed).unwrap()).count() as u64;
        let bounds = test.bounds(&RateDistribution::certain(share), 150);
        assert!((bounds.lower.unwrap_or(0)..=bounds.upper).contains(&built), "{items}: {built} {bounds:?}");
    }
    assert_eq!(StaticFilter::BinaryFuse3.cells(39_202).unwrap(), 47_104);
}
