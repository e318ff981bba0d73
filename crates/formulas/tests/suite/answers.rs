//! Numbers of three digits: the fill of blocks, tables that seldom peel.

use bloomlab_filters::StaticTable;
use bloomlab_formulas::{
    blocked::{self, BlockedLoad},
    counts::{Mixture, Test},
    static_filters::StaticFilter,
};
use bloomlab_numbers::{Arithmetic, Double};

use crate::support::assert_near;

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
        assert_near(blocked::limit(&Double, load).unwrap().value / libm::pow(fill, 8.0), factor, 1e-3);
    }
    for (bits_per_item, hashes, factor) in [(10, 6, 1.170), (16, 9, 1.761), (20, 11, 2.761)] {
        let load = BlockedLoad::plain(512 * bits_per_item, 512, 512, hashes).unwrap();
        let fill = -libm::expm1(-load.mean_load() * Double.some_hit(1, 512, hashes));
        assert_near(blocked::limit(&Double, load).unwrap().value / libm::pow(fill, hashes as f64), factor, 1e-3);
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
        assert_near(cells as f64 / items as f64, per_item, 5e-4);
        let peeled = StaticTable::new(3, table.cells, table.starts).unwrap();
        let built = (0..150).filter(|&seed| peeled.builds(items, seed).unwrap()).count() as u64;
        let bounds = test.bounds(&Mixture::certain(share).among(150));
        assert!((bounds.lower.unwrap_or(0)..=bounds.upper).contains(&built), "{items}: {built} {bounds:?}");
    }
    assert_eq!(StaticFilter::BinaryFuse3.cells(39_202).unwrap(), 47_104);
}
