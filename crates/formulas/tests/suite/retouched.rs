//! Retouched filters: every hash outcome and every choice of cleared bits in tiny ones, reference values, and the two
//! statements about random clearing.

use bloomlab_exact::{Rational, Rationals};
use bloomlab_formulas::{
    Load, exact,
    retouched::{Errors, each_bit, positions, set_bits},
};
use bloomlab_numbers::{Arithmetic, Double, Number};

const A: Rationals = Rationals;

/// Every outcome of an item's hashing as a mask of its bits.
fn outcomes(bits: u64, hashes: u64, distinct: bool) -> Vec<u32> {
    let mut drawn = vec![(0_u32, 0_u64)];
    for _ in 0..hashes {
        let extend = |&(mask, count): &(u32, u64)| (0..bits).map(move |bit| (mask, 1 << bit, count));
        drawn = drawn
            .iter()
            .flat_map(extend)
            .filter(|(mask, bit, _)| !distinct || mask & bit == 0)
            .map(|(mask, bit, count)| (mask | bit, count + 1))
            .collect();
    }
    drawn.into_iter().map(|(mask, _)| mask).collect()
}

fn loads() -> impl Iterator<Item = (Load, Vec<u32>)> {
    [(3, 2, 2), (4, 2, 2), (4, 1, 3), (3, 3, 1), (2, 2, 3)].into_iter().flat_map(|(bits, items, hashes)| {
        [false, true].into_iter().filter(move |distinct| !distinct || hashes <= bits).map(move |distinct| {
            let load = Load::new(bits, items, hashes).unwrap();
            let load = if distinct { load.without_replacement().unwrap() } else { load };
            (load, outcomes(bits, hashes, distinct))
        })
    })
}

/// Both errors over all outcomes of items and query; `clearings` gives the masks that may be cleared from the set bits, all
/// equally likely.
fn enumerated(load: Load, outcomes: &[u32], clearings: impl Fn(u32) -> Vec<u32>) -> Errors<Rational> {
    let each = outcomes.len() as u64;
    let (mut found, mut missed) = (A.zero(), A.zero());
    for code in 0..each.pow(load.items() as u32) {
        let item = |i: u32| outcomes[(code / each.pow(i) % each) as usize];
        let set = (0..load.items() as u32).fold(0, |set, i| set | item(i));
        let clearings = clearings(set);
        let (mut positives, mut negatives) = (0, 0);
        for clearing in &clearings {
            let left = set & !clearing;
            positives += outcomes.iter().filter(|query| **query & !left == 0).count() as u64;
            negatives += u64::from(item(0) & !left != 0);
        }
        found = found + A.ratio(positives, clearings.len() as u64 * each);
        missed = missed + A.ratio(negatives, clearings.len() as u64);
    }
    let all = A.integer(each.pow(load.items() as u32));
    Errors { false_positive_rate: found / &all, false_negative_rate: missed / all }
}

fn subsets(of: u32, size: u32) -> Vec<u32> {
    (0..=of).filter(|mask| mask & !of == 0 && mask.count_ones() == size).collect()
}

#[test]
fn every_way_is_the_enumeration_of_every_outcome() {
    for (load, outcomes) in loads() {
        let all = (1 << load.bits()) - 1;
        for cleared in 0..=load.bits() {
            let size = cleared as u32;
            let given = enumerated(load, &outcomes, |_| subsets(all, size));
            assert_eq!(positions(&A, load, cleared).unwrap(), given, "{load:?} {cleared}");
            let given = enumerated(load, &outcomes, |set| subsets(set, size.min(set.count_ones())));
            assert_eq!(set_bits(&A, load, cleared).unwrap(), given, "{load:?} {cleared}");
        }
        // chance 1/3: every position has three equally likely fates, of which one clears it
        let fates =
            |_: u32| (0..3_u32.pow(load.bits() as u32)).map(|code| third(code, load.bits())).collect::<Vec<_>>();
        assert_eq!(each_bit(&A, load, A.ratio(1, 3)).unwrap(), enumerated(load, &outcomes, fates), "{load:?}");
    }
}

fn third(code: u32, bits: u64) -> u32 {
    (0..bits as u32).filter(|bit| (code / 3_u32.pow(*bit)).is_multiple_of(3)).fold(0, |mask, bit| mask | 1 << bit)
}

/// m = 1000, n = 100, k = 5, with and without replacement.
#[test]
fn reference_values() {
    let with = Load::new(1000, 100, 5).unwrap();
    let without = with.without_replacement().unwrap();
    let near = |value: f64, reference: f64| assert!((value / reference - 1.0).abs() < 1e-9, "{value} {reference}");
    let both = |errors: Errors<f64>, false_positive: f64, false_negative: f64| {
        near(errors.false_positive_rate, false_positive);
        near(errors.false_negative_rate, false_negative);
    };
    near(exact::rate(&Double, with).unwrap(), 0.009_482_484_258);
    near(exact::rate(&Double, without).unwrap(), 0.009_409_610_38);
    both(positions(&Double, with, 50).unwrap(), 0.007_343_304_483, 0.226_219_062_5);
    both(positions(&Double, without, 50).unwrap(), 0.007_277_134_224, 0.226_627_466);
    both(set_bits(&Double, with, 50).unwrap(), 0.004_812_893_542, 0.494_236_686_6);
    both(set_bits(&Double, without, 50).unwrap(), 0.004_763_580_183, 0.494_405_884_4);
    both(each_bit(&Double, with, 0.1).unwrap(), 0.005_615_066_676, 0.408_854_373_7);
    both(each_bit(&Double, without, 0.1).unwrap(), 0.005_556_280_833, 0.409_51);
}

/// FPR' + FPR·FNR is FPR without replacement for the first two ways, and never smaller with it.
#[test]
fn random_clearing_removes_as_large_a_share_of_false_positives_as_of_members() {
    for (load, _) in loads() {
        let plain = exact::rate(&A, load).unwrap();
        let sum = |errors: Errors<Rational>| errors.false_positive_rate + plain.clone() * errors.false_negative_rate;
        for cleared in 0..=load.bits() {
            let of_positions = sum(positions(&A, load, cleared).unwrap());
            let of_bits = sum(each_bit(&A, load, A.ratio(cleared, load.bits())).unwrap());
            if load.sampling() == bloomlab_numbers::Sampling::WithoutReplacement {
                assert_eq!((&of_positions, &of_bits), (&plain, &plain), "{load:?} {cleared}");
            } else {
                assert!(of_positions >= plain && of_bits >= plain, "{load:?} {cleared}");
            }
        }
    }
    let load = Load::new(1000, 100, 5).unwrap();
    let plain = exact::rate(&Double, load).unwrap();
    let over = |load, plain: f64, errors: Errors<f64>| {
        let _: Load = load;
        (errors.false_positive_rate + plain * errors.false_negative_rate) / plain
    };
    let (tenth, fifty) =
        (over(load, plain, each_bit(&Double, load, 0.1).unwrap()), positions(&Double, load, 50).unwrap());
    assert!((1.0006..1.0018).contains(&tenth) && (1.0006..1.0018).contains(&over(load, plain, fifty)), "{tenth}");
    let distinct = load.without_replacement().unwrap();
    let plain = exact::rate(&Double, distinct).unwrap();
    let third_way = over(distinct, plain, set_bits(&Double, distinct, 50).unwrap());
    assert!((third_way - 1.000_65).abs() < 1e-5, "{third_way}");
}

#[test]
fn nonsense_is_refused() {
    let load = Load::new(8, 2, 2).unwrap();
    assert!(positions(&Double, load, 9).is_err());
    assert!(each_bit(&Double, Load::new(1 << 20, 9, 9999).unwrap(), 0.1).is_err());
    let nothing = set_bits(&Double, Load::new(8, 0, 2).unwrap(), 1).unwrap_err().to_string();
    assert_eq!(nothing, "items = 0 is out of domain: needs 1 ≤ items ≤ 2^63 − 1");
    assert!(set_bits(&Double, Load::new(1 << 30, 1 << 26, 8).unwrap(), 1).is_err());
    assert_eq!(set_bits(&Double, load, 8).unwrap().false_negative_rate.to_f64(), 1.0);
}
