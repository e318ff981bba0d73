//! Bounds and static filters: reference values, and the table of bits an item.

use bloomlab_exact::Rationals;
use bloomlab_formulas::{
    bounds::{dynamic_limit, static_limit},
    counts::{Mixture, Test},
    static_filters::{StaticFilter, fingerprint_bits, rate},
};
use bloomlab_numbers::{Arithmetic, Double};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

use crate::support::{assert_near, is_likely};

#[test]
fn reference_values() {
    let table = [
        (0.1, 3.322, 4.765),
        (0.01, 6.644, 8.087),
        (1e-3, 9.966, 11.408),
        (1e-4, 13.288, 14.730),
        (1e-5, 16.610, 18.052),
    ];
    for (target, fixed, dynamic) in table {
        assert!((static_limit(&Double, target) - fixed).abs() < 5.1e-4);
        assert!((dynamic_limit(&Double, target) - dynamic).abs() < 5.1e-4);
    }
}

/// Cells per item, as the specification of these filters has them at n = 10^2 … 10^7.
#[test]
fn cells_of_static_filters() {
    let per_item = |filter: StaticFilter, items: u64| filter.cells(items).unwrap() as f64 / items as f64;
    for (power, three, four) in
        [(2, 1.92, 1.68), (3, 1.408, 1.376), (4, 1.28, 1.229), (5, 1.188, 1.126), (6, 1.130, 1.077), (7, 1.127, 1.076)]
    {
        let items = 10_u64.pow(power);
        assert!((per_item(StaticFilter::BinaryFuse3, items) - three).abs() < 5.1e-4, "{items}");
        assert!((per_item(StaticFilter::BinaryFuse4, items) - four).abs() < 5.1e-4, "{items}");
        assert_eq!(StaticFilter::Xor.cells(items).unwrap(), (32 + items * 123 / 100) / 3 * 3);
    }
    assert!(StaticFilter::Xor.cells(1).is_err());
    assert_eq!(rate(&Rationals, 7), Rationals.ratio(1, 128));
    assert_eq!([0.5, 0.01, 1.0 / 128.0, 1e-5].map(|target| fingerprint_bits(target).unwrap()), [1, 7, 7, 17]);
    assert!(fingerprint_bits(1.0).is_err() && fingerprint_bits(0.0).is_err());
}

/// The tables are as long as those of the crate xorf, and absent items are found with probability 2^−8: one million asked
/// for, absent items numbered.
#[test]
fn static_filters_of_another_author_have_these_cells_and_this_rate() {
    use xorf::{BinaryFuse8, Filter, Xor8};
    let key = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let absent = 1_000_000_u64;
    let is_expected = |found: usize| is_likely(&Mixture::certain(1.0 / 256.0), absent, found as u64);
    for items in [100_u64, 1000, 30_000] {
        let keys: Vec<u64> = (0..items).map(key).collect();
        let xor = Xor8::from(&keys);
        let fuse = BinaryFuse8::try_from(&keys).unwrap();
        assert_eq!(xor.len() as u64, StaticFilter::Xor.cells(items).unwrap());
        assert_eq!(fuse.len() as u64, StaticFilter::BinaryFuse3.cells(items).unwrap());
        assert!(keys.iter().all(|key| xor.contains(key) && fuse.contains(key)));
        if items == 30_000 {
            let asked = || (items..items + absent).map(key);
            assert!(is_expected(asked().filter(|key| xor.contains(key)).count()));
            assert!(is_expected(asked().filter(|key| fuse.contains(key)).count()));
        }
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
