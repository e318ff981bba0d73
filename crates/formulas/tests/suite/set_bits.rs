//! Set bits: the interval of items, the variance of their number against every outcome.

use bloomlab_formulas::{
    Load,
    counts::items::{estimate, interval},
    counts::set_bits::{by_recursion, of_pairs, variance},
};
use bloomlab_numbers::{Arithmetic, Double, filling};

use crate::support::{both, contents, in_blocks};

/// The normal interval at 99 %, with the ends that sums over the exact distribution of the set bits have, give or take an item.
#[test]
fn intervals_are_near_those_of_the_exact_distribution() {
    for (bits, set, hashes, least, most) in [
        (9586, 4793, 7, 930, Some(969)),
        (1024, 512, 7, 95, Some(108)),
        (128, 40, 4, 11, Some(14)),
        (64, 20, 4, 5, Some(8)),
        (4096, 3000, 7, 744, Some(800)),
        (4096, 0, 7, 0, Some(0)),
        (64, 64, 4, 39, None),
    ] {
        let hit = Double.some_hit(1, bits, hashes);
        let of = |items| variance(Load::new(bits, items, hashes).unwrap());
        let found = interval((bits, set, hashes), hit, of, 2.575_829_303_548_901).unwrap();
        assert!(found.most.zip(most).is_none_or(|(found, most)| found.abs_diff(most) <= 1), "{bits} {set}: {found:?}");
        let near = if most.is_some() { 1 } else { least / 10 };
        assert!(
            found.least.abs_diff(least) <= near && found.most.is_some() == most.is_some(),
            "{bits} {set}: {found:?}"
        );
    }
    // far fewer set bits than one item sets
    let few = interval((1 << 30, 5, 1 << 31), Double.some_hit(1, 1 << 30, 1 << 31), |_| 1.0, 3.0).unwrap();
    assert_eq!((few.least, few.most), (0, Some(1)));
    assert_eq!((estimate(64, 64, 0.1), estimate(8, 0, 1.0)), (f64::INFINITY, 0.0));
}

#[test]
fn set_bits_have_the_distribution_and_the_variance_of_the_chain() {
    for (bits, items, hashes) in [(40, 7, 3), (8, 2, 8), (300, 40, 5), (64, 1, 30), (5, 90, 2)] {
        for load in both(bits, items, hashes) {
            let exact = (0..items).fold(vec![1.0], |masses, _| filling::item(&Double, load.shape(), masses));
            for (set, mass) in by_recursion(load, 1e-40) {
                assert!((mass - exact[set as usize]).abs() <= 1e-12 * mass + 1e-30, "{load:?} {set}");
            }
            let mean: f64 = (0..).zip(&exact).map(|(set, mass)| f64::from(set) * mass).sum();
            let squares: f64 = (0..).zip(&exact).map(|(set, mass)| (f64::from(set) - mean).powi(2) * mass).sum();
            assert!((variance(load) - squares).abs() < 1e-9 * (1.0 + mean), "{load:?}: {} {squares}", variance(load));
        }
    }
}

/// Two blocks of two bits, one position of an item: every outcome of two items.
#[test]
fn pairs_of_bits_give_the_variance_of_every_outcome() {
    // k = 2 in blocks of 2 bits of 4: an item sets one bit or both of a block
    let tables: Vec<f64> = contents(&in_blocks(&[0b01, 0b10, 0b11, 0b11], 2, 2), 2)
        .into_iter()
        .flat_map(|(set, ways)| vec![f64::from(set.count_ones()); ways as usize])
        .collect();
    let mean = tables.iter().sum::<f64>() / 64.0;
    let expected = tables.iter().map(|set| (set - mean).powi(2)).sum::<f64>() / 64.0;
    let found = of_pairs(2.0, 4.0, 3.0 / 8.0, [(4.0, 0.25), (8.0, 0.0)]);
    assert!((found - expected).abs() < 1e-14, "{found} {expected}");
}
