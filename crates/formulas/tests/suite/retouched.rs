//! Retouched filters: every hash outcome and every choice of cleared bits in tiny ones, reference values, and the two
//! statements about random clearing.

use bloomlab_exact::{Rational, Rationals};
use bloomlab_formulas::{
    Load, exact,
    retouched::{Errors, each_bit, positions, set_bits},
};
use bloomlab_numbers::{Arithmetic, Double};

use crate::support::{assert_near, both, outcomes, reported, tuples};

const A: Rationals = Rationals;

fn loads() -> impl Iterator<Item = Load> {
    [(3, 2, 2), (4, 2, 2), (4, 1, 3), (3, 3, 1), (2, 2, 3)].into_iter().flat_map(|(m, n, k)| both(m, n, k))
}

/// Both errors over all outcomes of items and query; `clearings` gives the masks that may be cleared from the set bits, all
/// equally likely.
fn enumerated(load: Load, clearings: impl Fn(u64) -> Vec<u64>) -> Errors<Rational> {
    let outcomes = outcomes(load.shape());
    let each = outcomes.len() as u64;
    let (mut found, mut missed, mut all) = (A.zero(), A.zero(), 0);
    for chosen in tuples(&vec![each; load.items() as usize]) {
        let items: Vec<u64> = chosen.iter().map(|item| outcomes[*item as usize]).collect();
        let set = items.iter().fold(0, |set, item| set | item);
        let clearings = clearings(set);
        let positives: u64 = clearings.iter().map(|clearing| reported(&outcomes, set & !clearing)).sum();
        let negatives = clearings.iter().filter(|clearing| items[0] & !(set & !**clearing) != 0).count() as u64;
        found = found + A.ratio(positives, clearings.len() as u64 * each);
        missed = missed + A.ratio(negatives, clearings.len() as u64);
        all += 1;
    }
    Errors { false_positive_rate: found / A.integer(all), false_negative_rate: missed / A.integer(all) }
}

fn subsets(of: u64, size: u64) -> Vec<u64> {
    (0..=of).filter(|mask| mask & !of == 0 && u64::from(mask.count_ones()) == size).collect()
}

#[test]
fn every_way_is_the_enumeration_of_every_outcome() {
    for load in loads() {
        let all = (1 << load.bits()) - 1;
        for cleared in 0..=load.bits() {
            let given = enumerated(load, |_| subsets(all, cleared));
            assert_eq!(positions(&A, load, cleared).unwrap(), given, "{load:?} {cleared}");
            let given = enumerated(load, |set| subsets(set, cleared.min(set.count_ones().into())));
            assert_eq!(set_bits(&A, load, cleared).unwrap(), given, "{load:?} {cleared}");
        }
        // chance 1/3: every position has three equally likely fates, of which one clears it
        let cleared =
            |fates: Vec<u64>| (0..).zip(fates).fold(0, |mask, (bit, fate)| mask | u64::from(fate == 0) << bit);
        let fates: Vec<u64> = tuples(&vec![3; load.bits() as usize]).map(cleared).collect();
        assert_eq!(each_bit(&A, load, A.ratio(1, 3)).unwrap(), enumerated(load, |_| fates.clone()), "{load:?}");
    }
}

/// m = 1000, n = 100, k = 5, with and without replacement.
#[test]
fn reference_values() {
    let with = Load::new(1000, 100, 5).unwrap();
    let without = with.without_replacement().unwrap();
    let near = |value, reference| assert_near(value, reference, 1e-9);
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
    for load in loads() {
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
    let over = |load: Load, errors: Errors<f64>| {
        errors.false_positive_rate / exact::rate(&Double, load).unwrap() + errors.false_negative_rate
    };
    let load = Load::new(1000, 100, 5).unwrap();
    for errors in [each_bit(&Double, load, 0.1).unwrap(), positions(&Double, load, 50).unwrap()] {
        assert!((1.0006..1.0018).contains(&over(load, errors.clone())), "{errors:?}");
    }
    let distinct = load.without_replacement().unwrap();
    assert_eq!(set_bits(&Double, Load::new(8, 2, 2).unwrap(), 8).unwrap().false_negative_rate, 1.0);
    let third_way = over(distinct, set_bits(&Double, distinct, 50).unwrap());
    assert!((third_way - 1.000_65).abs() < 1e-5, "{third_way}");
}
