//! The rate from the first moments of the number of set bits: against inclusion–exclusion in rationals and in enclosures.

use bloomlab_exact::{Enclosure, Enclosures, Rationals, certify};
use bloomlab_formulas::moments::Expansion;
use bloomlab_formulas::{Load, inclusion_exclusion};

fn enclosed(load: Load, bits: u32) -> Enclosure {
    let expansion = Expansion::new(load, bits);
    let rate = expansion.rate(&Enclosures::new(expansion.precision(bits)));
    rate.value.widened_by(&rate.error_bound)
}

#[test]
fn contains_the_rational_of_every_tiny_filter() {
    let mut narrow = 0;
    for (m, n, k) in (1..12).flat_map(|m| (0..6).flat_map(move |n| (1..9).map(move |k| (m, n, k)))) {
        let load = Load::new(m, n, k).unwrap();
        let exact = inclusion_exclusion::rate(&Rationals, load);
        for bits in [1, 10, 60] {
            let rate = enclosed(load, bits);
            assert!(rate.contains(&exact), "{load:?} at {bits} bits: {rate:?} without {exact}");
            narrow += u32::from(bits == 60 && rate.is_narrower_than(15));
        }
    }
    assert!(narrow > 500, "{narrow} of 528");
}

#[test]
fn contains_the_rational_where_most_terms_are_left_out() {
    // k from 20 on and many items: J is far below k
    for (m, n, k) in [(300, 10, 20), (800, 20, 28), (1200, 40, 20), (40, 4, 30), (2000, 400, 20), (64, 2, 24)] {
        let load = Load::new(m, n, k).unwrap();
        let exact = inclusion_exclusion::rate(&Rationals, load);
        for bits in [2, 8, 20, 50, 100] {
            let rate = enclosed(load, bits);
            assert!(rate.contains(&exact), "{load:?} at {bits} bits: {rate:?}");
        }
        assert!(enclosed(load, 100).is_narrower_than(20), "{load:?}");
    }
}

#[test]
fn overlaps_inclusion_and_exclusion_at_any_size_and_is_narrow() {
    let sizes =
        [(1 << 40, 1 << 34, 40), (1 << 62, 1 << 55, 60), (1550, 1, 500), (15_500_000, 10_000, 300), (5000, 9000, 3)];
    for (m, n, k) in sizes {
        let load = Load::new(m, n, k).unwrap();
        let other = certify(40, |a| inclusion_exclusion::rate(a, load)).unwrap().enclosure;
        let rate = enclosed(load, 100);
        assert!(rate.overlaps(&other) && rate.is_narrower_than(25), "{load:?}: {rate:?} {other:?}");
    }
}

#[test]
fn few_terms_determine_a_rate_of_a_thousand_hash_functions() {
    let large = Load::new(1_550_000_000, 1_000_000, 1074).unwrap();
    assert!(Expansion::new(large, 80).cost().steps < 5e3);
    assert!(enclosed(large, 80).is_narrower_than(20));
}
