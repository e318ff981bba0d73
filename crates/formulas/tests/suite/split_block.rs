//! Split blocks: the fewest against a scan, the rule in use, and what it costs at every target.

use bloomlab_exact::{Rational, Rationals, certify};
use bloomlab_formulas::{
    blocked, inclusion_exclusion,
    split_block::{BLOCK_BITS, bits_per_item, fewest_blocks, load, ruled_bits_per_item, ruled_blocks},
};
use bloomlab_numbers::{Arithmetic, Double, Number, Refused};

use crate::support::assert_near;

const TARGETS: [f64; 5] = [0.1, 0.01, 0.001, 1e-4, 1e-5];

/// The rate over the target with a given number of bits an item, in the limit of many blocks.
fn over_target(bits_per_item: f64, target: f64) -> f64 {
    let items = 1_u64 << 40;
    let blocks = (items as f64 * bits_per_item / BLOCK_BITS as f64).round() as u64;
    blocked::limit(&Double, load(blocks, items).unwrap()).unwrap().value / target
}

#[test]
fn the_rule_and_what_is_needed_at_every_target() {
    let ruled = [5.7725418, 9.6815267, 14.607697, 21.045409, 29.555489];
    let needed = [5.9885387, 10.529233, 16.889811, 26.341577, 40.985388];
    let misses = [1.1339, 1.4627, 2.0765, 3.2251, 5.4754];
    let after_doubling = [0.0651, 0.0496, 0.0582, 0.0872, 0.156];
    let octave = [0.053, 0.121, 0.209, 0.324, 0.472];
    for (i, target) in TARGETS.into_iter().enumerate() {
        let rule = ruled_bits_per_item(&Double, target);
        let exact = bits_per_item(target).unwrap();
        assert_near(rule, ruled[i], 1e-7);
        assert_near(exact, needed[i], 1e-7);
        assert_near(over_target(rule, target), misses[i], 5e-5);
        assert_near(over_target(2.0 * rule, target), after_doubling[i], 4e-3);
        assert!(((exact / rule).log2() - octave[i]).abs() < 5e-4);
    }
}

#[test]
fn the_fewest_blocks_are_those_of_a_scan_and_of_the_table() {
    let exact = |target: &'static str| {
        let target = Rational::from_decimal(target).unwrap();
        move |load| Ok::<_, Refused>(inclusion_exclusion::rate(&Rationals, load) <= target)
    };
    for (name, target) in [("0.9", 0.9), ("0.5", 0.5), ("0.1", 0.1), ("0.02", 0.02), ("0.001", 0.001)] {
        for items in [1, 2, 5, 11, 30] {
            let meets = exact(name);
            let scan = (1..).find(|&blocks| meets(load(blocks, items).unwrap()) == Ok(true)).unwrap();
            assert_eq!(fewest_blocks(items, target, meets), Ok(scan), "{items} items, {target}");
        }
    }
    let meets = |target: f64| move |load| blocked::rate(&Double, load).map(|rate| rate <= target);
    for (items, fewest) in [(1000, [24, 42, 66, 103, 160]), (100_000, [2340, 4113, 6598, 10_290, 16_010])] {
        assert_eq!(TARGETS.map(|target| fewest_blocks(items, target, meets(target)).unwrap()), fewest);
    }
}

/// The bound, as enclosures: at the rule's number of blocks the rate is never below the target, and neither is the Jensen bound
/// above it.
#[test]
fn the_rule_is_a_lower_bound() {
    for (items, blocks) in [(1, 1), (3, 2), (40, 3), (1000, 24), (100_000, 4113), (1 << 40, 1 << 35)] {
        let load = load(blocks, items).unwrap();
        let above = certify(10, |a| {
            let bound = a.some_hit(1, 32 * blocks, items);
            inclusion_exclusion::rate(a, load) / bound.pow(8) - a.one()
        });
        if blocks > 1 {
            assert!(above.unwrap().to_f64() > 0.0, "{items} items in {blocks} blocks");
        }
    }
    let one = load(1, 9).unwrap();
    let bound = Rationals.some_hit(1, 32, 9).pow(8);
    assert_eq!(inclusion_exclusion::rate(&Rationals, one), bound, "one block is its own mean");
}

#[test]
fn the_rule_rounds_as_its_writers_do() {
    // 9681.5 bits of 1000 items at 1 %: 1210 bytes, up to 2048, which are 64 blocks
    assert_eq!(ruled_blocks(1000, 0.01), Ok(64));
    assert_eq!(ruled_blocks(0, 0.01), Ok(1));
    assert_eq!(ruled_blocks(1 << 40, 0.01), Ok(1 << 22));
    // the fraction of a byte is dropped first: 32.99 bytes are a block, 33 two
    let bits = |items: u64| items as f64 * ruled_bits_per_item(&Double, 0.1);
    assert_eq!((bits(45) as u64 / 8, ruled_blocks(45, 0.1)), (32, Ok(1)));
    assert_eq!((bits(46) as u64 / 8, ruled_blocks(46, 0.1)), (33, Ok(2)));
}

#[test]
fn reference_rates() {
    let rate = |blocks, items| blocked::rate(&Double, load(blocks, items).unwrap()).unwrap();
    assert_near(rate(4096, 100_000), 0.010191018470670983, 1e-13);
    assert_near(rate(1024, 10_000), 1.0245109779159868e-4, 1e-13);
    let tiny = |items| inclusion_exclusion::rate(&Rationals, blocked::BlockedLoad::split(8, 2, items, 2).unwrap());
    assert_eq!((tiny(2), tiny(3)), (Rational::new(17, 64), Rational::new(205, 512)));
    let plain = |bits, block, items, k| blocked::BlockedLoad::plain(bits, block, items, k).unwrap();
    assert_near(blocked::rate(&Double, plain(512_000, 512, 51_200, 6)).unwrap(), 0.009_663_628_562_415_205, 1e-13);
    assert_eq!(inclusion_exclusion::rate(&Rationals, plain(6, 3, 2, 2)), Rational::new(109, 324));
}

/// The limit is approached like 1/b, and its loads left out are bounded.
#[test]
fn the_limit_is_that_of_many_blocks() {
    let off = |blocks: u64| {
        let load = load(blocks, 26 * blocks).unwrap();
        let limit = blocked::limit(&Double, load).unwrap();
        assert!(limit.error_bound < 1e-40);
        blocked::rate(&Double, load).unwrap() / limit.value - 1.0
    };
    for blocks in [1 << 6, 1 << 10] {
        let ratio = off(blocks) / off(4 * blocks);
        assert!((ratio - 4.0).abs() < 0.1, "{blocks} {ratio}");
    }
}
