//! Numbers of three digits: the fill of blocks, tables that seldom peel.

use bloomlab_formulas::{
    blocked::{self, BlockedLoad},
    counts::{Mixture, Test},
    static_filters::StaticFilter,
};
use bloomlab_numbers::{Arithmetic, Double};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

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

/// True if a seed builds a table: an item has a cell in each of three neighbouring segments, the first of them one of `starts`, and again and
/// again an item that has a cell to itself is taken out, until none is left. Ideal positions (Graf, Lemire, *Binary fuse filters*, 2022).
fn is_built(items: u64, segment: u64, starts: u64, seed: u64) -> bool {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut place = |_| {
        let first = random.random_range(0..segment * starts);
        let mut after = |segments| (first / segment + segments) * segment + random.random_range(0..segment);
        [first, after(1), after(2)]
    };
    let places: Vec<[u64; 3]> = (0..items).map(&mut place).collect();
    // the number of items of a cell, and the exclusive or of their numbers
    let mut cells = vec![(0, 0); (segment * (starts + 2)) as usize];
    for (item, places) in places.iter().enumerate() {
        for &place in places {
            let (count, alone) = cells[place as usize];
            cells[place as usize] = (count + 1, alone ^ item);
        }
    }
    let (mut open, mut left): (Vec<u64>, u64) = ((0..segment * (starts + 2)).collect(), items);
    while let Some(place) = open.pop() {
        let (1, item) = cells[place as usize] else { continue };
        left -= 1;
        for &place in &places[item] {
            let (count, alone) = cells[place as usize];
            cells[place as usize] = (count - 1, alone ^ item);
            open.push(place);
        }
    }
    left == 0
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
        let built = (0..150).filter(|&seed| is_built(items, segment, starts, seed)).count() as u64;
        let bounds = test.bounds(&Mixture::certain(share).among(150));
        assert!((bounds.lower.unwrap_or(0)..=bounds.upper).contains(&built), "{items}: {built} {bounds:?}");
    }
    assert_eq!(StaticFilter::BinaryFuse3.cells(39_202).unwrap(), 47_104);
}
