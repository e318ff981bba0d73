//! Set bits, item by item, against distinct positions.

use bloomlab_exact::{Rational, Rationals};
use bloomlab_numbers::{
    Arithmetic, Sampling, Shape, distinct,
    filling::{accepted_item, changing_item, item},
    hypergeometric,
};

fn shapes() -> impl Iterator<Item = Shape> {
    let sizes = [(1, 1), (1, 3), (2, 2), (5, 1), (5, 3), (5, 5), (7, 9)];
    let samplings = [Sampling::WithReplacement, Sampling::WithoutReplacement];
    sizes.into_iter().flat_map(move |(bits, hashes)| samplings.map(|s| Shape::new(bits, hashes, s))).flatten()
}

/// From a known number of set bits.
fn start(set: u64) -> Vec<Rational> {
    let a = Rationals;
    (0..=set).map(|state| if state == set { a.one() } else { a.zero() }).collect()
}

#[test]
fn an_item_sets_as_many_bits_as_the_distribution_of_distinct_positions_says() {
    let a = Rationals;
    for shape in shapes() {
        for set in 0..=shape.bits() {
            let (all, changed) = (item(&a, shape, start(set)), changing_item(&a, shape, start(set)));
            // D distinct positions, of which a hypergeometric number is clear
            let distinct = distinct::positions(&a, shape);
            let fresh = |d: u64, new: usize| {
                let masses = hypergeometric::distribution(&a, shape.bits(), shape.bits() - set, d);
                masses.get(new).cloned().unwrap_or_else(|| a.zero())
            };
            for (after, found) in all.iter().enumerate().skip(set as usize) {
                let new = after - set as usize;
                let terms = (0..).zip(&distinct).map(|(d, probability)| fresh(d, new) * probability);
                assert_eq!(*found, a.sum(terms), "{shape:?} {set} {new}");
                let expected = if new == 0 { a.zero() } else { found.clone() };
                assert_eq!(changed[after], expected, "{shape:?} {set} {new}");
            }
        }
    }
}

#[test]
fn an_accepted_item_sets_a_bit() {
    let a = Rationals;
    for shape in shapes() {
        for set in 0..shape.bits() {
            let changed = changing_item(&a, shape, start(set));
            let chance = a.sum(&changed);
            let accepted: Vec<Rational> = changed.into_iter().map(|mass| mass / &chance).collect();
            assert_eq!(accepted_item(&a, shape, start(set)), accepted, "{shape:?} {set}");
        }
        assert_eq!(accepted_item(&a, shape, start(shape.bits())), start(shape.bits()), "{shape:?}");
    }
}
