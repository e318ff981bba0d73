//! The averages of the twelve kinds by the routes that suit them, and the domain.

use bloomlab_numbers::{
    Bound, Double, Ending, Refused, Retention,
    Sampling::{WithReplacement, WithoutReplacement},
};
use bloomlab_recycling::{
    Cycle, MAX_HASHES, NBounded, Retaining, SigmaBounded, Variant, shape_of_each, variant_average,
};

use crate::support::shape;

fn cycle(bits: u64, hashes: u64, bound: Bound, retention: Retention) -> Cycle {
    Cycle::new(shape(bits, hashes, WithReplacement), bound, retention).unwrap()
}

#[test]
fn every_kind_has_the_numbers_of_the_model_of_all_kinds() {
    let retentions = [Retention::NonRetaining, Retention::Retaining];
    let bounds = [Bound::Sigma(30), Bound::Messages(9)].into_iter();
    let cycles = bounds.flat_map(|bound| retentions.map(|kept| cycle(60, 3, bound, kept)));
    let two = |each| [Ending::Dropping, Ending::Keeping].map(|ending| Variant::two_phases(each, ending));
    let kinds: Vec<Variant> = cycles.flat_map(|each| [Variant::one_phase(each)].into_iter().chain(two(each))).collect();
    assert_eq!(kinds.len(), 12);
    let close = |value: f64, expected: f64| (value - expected).abs() <= 1e-11 * expected.abs();
    for variant in kinds {
        let (of_all, direct) = (variant_average(&Double, variant), variant.averages(&Double));
        let any_size = variant.averages_in_double().unwrap();
        for ours in [&direct, &any_size] {
            assert!(close(ours.rate, of_all.rate), "{variant:?}");
            assert!(close(ours.messages_per_cycle, of_all.messages_per_cycle), "{variant:?}");
        }
        for ((name, one), (same, other)) in direct.clone().named().into_iter().zip(any_size.named()) {
            assert!(name == same && close(one, other), "{variant:?} {name}: {one} {other}");
        }
        let is_bounded = variant == Variant::one_phase(cycle(60, 3, Bound::Messages(9), Retention::NonRetaining));
        let names: Vec<&str> = direct.named().into_iter().map(|(name, _)| name).collect();
        let usual = ["rate", "published_rate", "messages_per_cycle"].as_slice();
        assert_eq!(names, if is_bounded { &["rate", "messages_per_cycle", "f_o", "f_a", "f_w"] } else { usual });
        assert!(variant.published().iter().all(|name| names.contains(name)), "{variant:?}");
    }
}

#[test]
fn what_doubles_do_not_hold_is_noticed() {
    let hold = |bits, sigma| {
        let filter = Variant::one_phase(cycle(bits, 64, Bound::Sigma(sigma), Retention::NonRetaining));
        filter.averages_in_double().unwrap().hold(filter)
    };
    // (64/2^40)^64, about 1e-660
    assert!(!hold(1 << 40, 64) && hold(1 << 40, 1 << 39));
    // a rate that is 0
    assert!(hold(100, 0) && hold(1 << 40, 0));
}

#[test]
fn states_and_messages_that_are_followed_are_limited() {
    let kept = |bits, bound| Variant::one_phase(cycle(bits, 4, bound, Retention::Retaining));
    let parameter = |variant: Variant| variant.averages_in_double().unwrap_err().name;
    assert_eq!(parameter(kept(1 << 40, Bound::Sigma(1 << 23))), "sigma");
    assert_eq!(parameter(kept(1 << 40, Bound::Messages(2049))), "messages");
    assert_eq!(parameter(kept(1 << 62, Bound::Messages(1 << 60))), "messages");
    let farthest = |variant: Variant, distance| variant.check_distance(distance).map_err(|refused| refused.name);
    let small = kept(1000, Bound::Sigma(499));
    // 500 states of 6^4 moves each
    assert_eq!([farthest(small, 26_511), farthest(small, 26_512)], [Ok(()), Err("distance")]);
    assert_eq!(farthest(kept(1 << 40, Bound::Sigma(1 << 30)), 0), Err("sigma"));
}

#[test]
fn nonsense_is_refused_with_its_domain() {
    fn refused<T: std::fmt::Debug>(made: Result<T, Refused>) -> (&'static str, String) {
        let error = made.unwrap_err();
        (error.name, error.to_string())
    }
    let shape = |hashes| shape(8, hashes, WithReplacement);
    let threshold = "sigma = 8 is out of domain: needs 0 ≤ sigma ≤ 7";
    assert_eq!(refused(SigmaBounded::new(shape(9), 8)), ("sigma", threshold.to_owned()));
    let at_seven = |hashes| SigmaBounded::new(shape(hashes), 7).unwrap();
    assert_eq!(refused(Retaining::new(at_seven(9))).0, "sigma");
    assert!(Retaining::new(at_seven(7)).is_ok());
    for (memory, hashes, parameter) in [(0, 1, "memory"), (9, 1, "memory"), (8, 5, "hashes")] {
        assert_eq!(refused(shape_of_each(memory, hashes, WithoutReplacement)).0, parameter);
    }
    let most = shape(MAX_HASHES);
    assert!(SigmaBounded::new(most, 7).is_ok() && NBounded::new(most, 1).is_ok());
    assert_eq!(refused(SigmaBounded::new(shape(MAX_HASHES + 1), 7)).0, "hashes");
    assert_eq!(refused(NBounded::new(shape(MAX_HASHES + 1), 1)).0, "hashes");
    let thousand = crate::support::shape(1000, 5, WithReplacement);
    assert!(NBounded::new(thousand, 200).is_ok() && NBounded::new(thousand, 0).is_err());
    assert!(refused(NBounded::new(thousand, 201)).1.contains("⌊(bits − 1)/hashes⌋ + 1 = 200"));
}
