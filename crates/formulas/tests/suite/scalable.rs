//! Scalable filters: every hash outcome of tiny ones, with hash values of their own and shared, the variants' promises, and reference
//! values.

use bloomlab_exact::{Rational, Rationals};
use bloomlab_formulas::scalable::{FirstTarget, Growth, SliceRule, Stage, bits, promised, rate};
use bloomlab_numbers::{Arithmetic, Double};

use crate::support::{contents, tuples};

fn growth(first_target: FirstTarget, tightening: f64) -> Growth {
    Growth { first_items: 1000, growth: 2, promise: 0.01, tightening, first_target, slices: SliceRule::Published }
}

fn stage(hashes: u64, slice_bits: u64, items: u64) -> Stage {
    Stage { capacity: items, target: 0.5, hashes, slice_bits, items }
}

/// The share of all outcomes in which a stage matches. An item has hash values below 6, for each slice of each stage its own, or
/// shared by the i-th slices of all stages; its position in a slice of w | 6 bits is the value mod w.
fn by_outcomes(stages: &[Stage], shared: bool) -> Rational {
    let first = |stage: usize| if shared { 0 } else { stages[..stage].iter().map(|stage| stage.hashes).sum::<u64>() };
    let values = (0..stages.len()).map(|stage| first(stage) + stages[stage].hashes).max().unwrap();
    let codes: Vec<Vec<u64>> = tuples(&vec![6; values as usize]).collect();
    let mask = |stage: usize, code: &Vec<u64>| {
        let (from, Stage { slice_bits, hashes, .. }) = (first(stage) as usize, stages[stage]);
        let own = &code[from..from + hashes as usize];
        (0..).zip(own).fold(0_u64, |mask, (i, value)| mask | 1 << (i * slice_bits + value % slice_bits))
    };
    let masks: Vec<Vec<u64>> =
        (0..stages.len()).map(|stage| codes.iter().map(|code| mask(stage, code)).collect()).collect();
    // no two stages share an item: the contents of each are independent
    let contents: Vec<_> = masks.iter().zip(stages).map(|(masks, stage)| contents(masks, stage.items)).collect();
    let missing = |query: usize| {
        let by_stage = masks.iter().zip(&contents).map(|(masks, contents)| {
            let missed = contents.iter().filter(|(set, _)| masks[query] & !**set != 0);
            missed.map(|(_, ways)| ways).sum::<u64>()
        });
        by_stage.product::<u64>()
    };
    let each = codes.len() as u64;
    let all = each.pow(stages.iter().map(|stage| stage.items as u32).sum::<u32>());
    let missed: u64 = (0..codes.len()).map(missing).sum();
    Rationals.ratio(each * all - missed, each * all)
}

#[test]
fn the_rate_is_the_enumeration_whether_stages_share_hash_values_or_not() {
    let own: [&[Stage]; 4] = [
        &[stage(1, 2, 1), stage(1, 3, 2)],
        &[stage(1, 6, 1), stage(2, 2, 1)],
        &[stage(1, 2, 1), stage(1, 3, 1), stage(1, 6, 0)],
        &[stage(1, 3, 3), stage(1, 2, 0)],
    ];
    for stages in own {
        assert_eq!(rate(&Rationals, stages).unwrap(), by_outcomes(stages, false), "{stages:?}");
    }
    let shared: [&[Stage]; 4] = [
        &[stage(1, 2, 2), stage(2, 3, 1)],
        &[stage(2, 6, 1), stage(2, 6, 1)],
        &[stage(1, 3, 1), stage(1, 3, 2), stage(1, 3, 1)],
        &[stage(2, 2, 1), stage(1, 6, 2)],
    ];
    for stages in shared {
        assert_eq!(rate(&Rationals, stages).unwrap(), by_outcomes(stages, true), "{stages:?}");
    }
}

#[test]
fn reference_values() {
    let at = |growth: Growth| {
        let stages = growth.stages(31_000).unwrap();
        assert_eq!(stages.len(), 5);
        (rate(&Double, &stages).unwrap(), bits(&stages).unwrap())
    };
    let near = |(found, bits): (f64, u64), reference: f64, memory: u64| {
        assert!((found / reference - 1.0).abs() < 1e-13 && bits == memory, "{found} {bits}");
    };
    near(at(growth(FirstTarget::Whole, 0.9)), 0.040_588_403_320_393_94, 318_644);
    near(at(growth(FirstTarget::Published, 0.5)), 0.009_685_007_187_043_071, 483_276);
}

/// rate/P if stages met their targets, after stages enough that no more is added.
#[test]
fn the_promises_of_the_variants() {
    let over = |first_target, tightening: f64, promise: f64| {
        let growth = Growth { promise, growth: 1, first_items: 1, ..growth(first_target, tightening) };
        let enough = (-60.0 / tightening.log2()) as u64;
        promised(&growth.stages(enough).unwrap()) / promise
    };
    let table = [
        (FirstTarget::Published, 0.5, 0.9967, 0.967),
        (FirstTarget::Published, 0.9, 0.9953, 0.954),
        (FirstTarget::Tightened, 0.5, 0.9967, 0.967),
        (FirstTarget::Whole, 0.5, 1.99, 1.87),
        (FirstTarget::Whole, 0.8, 4.89, 4.02),
        (FirstTarget::Whole, 0.85, 6.47, 4.96),
        (FirstTarget::Whole, 0.9, 9.54, 6.42),
    ];
    for (first_target, tightening, at_a_hundredth, at_a_tenth) in table {
        let near = |found: f64, stated: f64| {
            let digits = if stated > 1.0 {
                5.01e-3
            } else if stated > 0.99 {
                5.01e-5
            } else {
                5.01e-4
            };
            assert!((found - stated).abs() < digits, "{first_target:?} {tightening}: {found} {stated}");
        };
        near(over(first_target, tightening, 0.01), at_a_hundredth);
        near(over(first_target, tightening, 0.1), at_a_tenth);
    }
    // no tightening: 1 − (1 − P)^j
    let expanding = growth(FirstTarget::Whole, 1.0);
    for (stages, over) in [(5, 4.90), (10, 9.56), (20, 18.2)] {
        let stages = expanding.stages(1000 * ((1 << stages) - 1)).unwrap();
        assert!((promised(&stages) / 0.01 - over).abs() < 0.011 * over, "{over}");
    }
}

/// A full stage over its target: 1 at powers of ½, more in between because m presumes a whole log2 1/p; never above with half-full
/// slices.
#[test]
fn a_stage_does_not_quite_meet_its_target() {
    let over = |promise: f64, slices: SliceRule| {
        let growth = Growth { first_items: 10_000_000, promise, slices, ..growth(FirstTarget::Whole, 0.9) };
        rate(&Double, &growth.stages(10_000_000).unwrap()).unwrap() / promise
    };
    let published = |promise| over(promise, SliceRule::Published);
    for power in 1..=12 {
        assert!((published(0.5_f64.powi(power)) - 1.0).abs() < 1e-5);
    }
    assert!((published(0.01) - 1.0039).abs() < 5e-5);
    let grid = |from: f64, to: f64| (0..=400).map(move |i| from * (to / from).powf(f64::from(i) / 400.0));
    let worst = |from, to| grid(from, to).map(published).fold(0.0, f64::max);
    assert!((worst(1e-5, 0.03) - 1.033).abs() < 1e-3, "{}", worst(1e-5, 0.03));
    assert!((published(0.2499) - 1.08).abs() < 5e-3 && (published(0.4999) - 1.124).abs() < 1e-3);
    assert!(grid(1e-4, 0.49).all(|promise| over(promise, SliceRule::HalfFull) <= 1.0));
}

#[test]
fn a_filter_without_items_has_one_empty_stage() {
    let empty = growth(FirstTarget::Published, 0.5).stages(0).unwrap();
    assert_eq!((empty.len(), rate(&Double, &empty).unwrap()), (1, 0.0));
}
