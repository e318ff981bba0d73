//! The smallest size: against brute force over all m and k, and what the search relies on.

use std::cell::Cell;

use bloomlab_exact::{Rational, Rationals, certify};
use bloomlab_formulas::{
    Load, approximation, inclusion_exclusion,
    sizing::{LEAST_TARGET, Smallest, smallest, usual_hashes},
};

use bloomlab_numbers::{Analytic, Double, MAX_SIZE, Refused};

fn exact_rate(load: Load) -> Rational {
    inclusion_exclusion::rate(&Rationals, load)
}

fn classic_rate(load: Load) -> Rational {
    approximation::classic(&Rationals, load)
}

fn ln(target: &Rational) -> f64 {
    certify(20, |a| a.rational(target).ln()).unwrap().to_f64()
}

fn search(items: u64, target: &Rational, rate: impl Fn(Load) -> Rational) -> Smallest {
    smallest(items, ln(target), |load| Ok::<_, Refused>(rate(load) <= *target)).unwrap()
}

fn of(bits: u64, hashes: impl IntoIterator<Item = u64>) -> Option<Smallest> {
    let mut hashes = hashes.into_iter();
    let mut found = Smallest::new(bits, hashes.next()?);
    hashes.for_each(|hashes| found.insert(hashes));
    Some(found)
}

/// For k far beyond log2(1/P) the rate at few bits only grows with k.
fn brute_force(items: u64, target: &Rational, most_hashes: u64, rate: impl Fn(Load) -> Rational) -> Smallest {
    for bits in 1.. {
        let meets = |k: &u64| rate(Load::new(bits, items, *k).unwrap()) <= *target;
        if let Some(found) = of(bits, (1..=most_hashes).filter(meets)) {
            return found;
        }
    }
    unreachable!("the rate tends to 0 as the bits grow")
}

#[test]
fn the_smallest_size_is_that_of_brute_force() {
    // ties among them: 1/m for one item and k = 1, and 5/8 = the exact rate of m = 2, n = 1, k = 2
    let targets = ["0.9", "0.75", "0.625", "0.5", "0.3", "0.25", "0.1", "0.05", "0.02"];
    for target in targets.map(|text| Rational::from_decimal(text).unwrap()) {
        for items in 1..=5 {
            for (name, rate) in [("exact", exact_rate as fn(Load) -> Rational), ("classic", classic_rate)] {
                let expected = brute_force(items, &target, 14, rate);
                assert_eq!(search(items, &target, rate), expected, "{name}: {items} items, {target}");
                assert!(expected.hashes().last() < Some(14), "brute force must see every k that suffices");
            }
        }
    }
}

#[test]
fn for_a_fixed_k_the_rate_falls_with_m() {
    for items in 1..=6 {
        for hashes in 1..=6 {
            let rates: Vec<_> = (1..=24).map(|m| exact_rate(Load::new(m, items, hashes).unwrap())).collect();
            assert!(rates.windows(2).all(|pair| pair[0] > pair[1]), "{items} items, {hashes} hash functions");
        }
    }
}

#[test]
fn of_several_k_that_need_the_same_bits_all_are_given() {
    // one item: 2 bits give 1/2 with k = 1; 3 bits give 1/3, 1/3, 103/243 and 1197/2187 with k = 1 to 4
    let half = Rational::new(1, 2);
    assert_eq!(search(1, &half, exact_rate), Smallest::new(2, 1));
    let target = Rational::new(49, 100);
    let found = search(1, &target, exact_rate);
    assert_eq!(Some(&found), of(3, [1, 2, 3]).as_ref());
    assert_eq!(of(3, [2, 3, 1, 2]), Some(found.clone()));
    // 1/3 with one function and with two: the least of those that tie
    let lowest = found.lowest(|k| Ok::<_, Refused>(exact_rate(Load::new(3, 1, k)?)), |x, y| Ok(x < y)).unwrap();
    assert_eq!(lowest, (1, Rational::new(1, 3)));
}

#[test]
fn large_sizes_take_few_evaluations() {
    let target: f64 = 1e-3;
    let calls = Cell::new(0);
    let found = smallest(100_000_000_000, target.ln(), |load| {
        calls.set(calls.get() + 1);
        Ok::<_, Refused>(approximation::classic_limit(&Double, load) <= target)
    })
    .unwrap();
    // m/n = log2(1/P)/ln 2 at real k, a little more at the integer next to it
    let bits_per_item = found.bits() as f64 / 1e11;
    assert!((14.377..14.379).contains(&bits_per_item), "{bits_per_item}");
    assert_eq!(found.hashes().collect::<Vec<_>>(), [10]);
    assert!(calls.get() < 100, "{}", calls.get());
}

#[test]
fn what_has_no_answer_is_an_error() {
    let refused = |found: Result<Smallest, Refused>| found.unwrap_err().name;
    let never = |_: Load| Ok::<_, Refused>(false);
    for ln_target in [0.0, 1.0, f64::NAN, f64::NEG_INFINITY] {
        assert_eq!(refused(smallest(5, ln_target, never)), "target", "{ln_target}");
    }
    for items in [1000, MAX_SIZE, u64::MAX] {
        assert_eq!(refused(smallest(items, -10.0, never)), "items", "{items}");
    }
    let unknown = Refused::new("bits", 3_u64, "another number");
    assert_eq!(smallest(7, -1.0, |_| Err(unknown.clone())), Err(unknown));
    assert_eq!(smallest(0, -1.0, never), Ok(Smallest::new(1, 1)));
    assert_eq!(LEAST_TARGET, f64::powi(2.0, -256));
}

#[test]
fn the_usual_hash_functions_are_those_of_the_classic_optimum() {
    assert_eq!([0.1, 1.0, 2.0, 8.0, 10.0, 32.0].map(usual_hashes), [1, 1, 1, 6, 7, 22]);
}
