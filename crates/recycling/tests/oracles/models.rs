//! The averages of the twelve kinds by the routes that suit them, and their domain.

use bloomlab_numbers::{Bound, Double, Ending, Parameter, Retention, Sampling, Shape};
use bloomlab_recycling::{Cycle, Variant, variant_average};

fn cycle(bits: u64, hashes: u64, bound: Bound, retention: Retention) -> Cycle {
    Cycle::new(Shape::new(bits, hashes, Sampling::WithReplacement).unwrap(), bound, retention).unwrap()
}

fn kinds(bits: u64, hashes: u64, bounds: [Bound; 2]) -> Vec<Variant> {
    let retentions = [Retention::NonRetaining, Retention::Retaining];
    let cycles = bounds.into_iter().flat_map(|bound| retentions.map(|kept| cycle(bits, hashes, bound, kept)));
    let kinds = |each| {
        [
            Variant::one_phase(each),
            Variant::two_phases(each, Ending::Dropping),
            Variant::two_phases(each, Ending::Keeping),
        ]
    };
    cycles.flat_map(kinds).collect()
}

#[test]
fn every_kind_has_the_numbers_of_the_model_of_all_kinds() {
    let kinds = kinds(60, 3, [Bound::Sigma(30), Bound::Messages(9)]);
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
        let by_measure = variant.measures().try_map(|measure| direct.clone().get(measure).ok_or(measure));
        assert_eq!(by_measure, Ok(direct));
    }
}

#[test]
fn what_doubles_do_not_hold_is_noticed() {
    let hold = |sigma| {
        let filter = Variant::one_phase(cycle(1 << 40, 64, Bound::Sigma(sigma), Retention::NonRetaining));
        filter.averages_in_double().unwrap().hold()
    };
    // (64/2^40)^64, about 1e-660
    assert!(!hold(64) && hold(1 << 39));
}

#[test]
fn states_and_messages_that_are_followed_are_limited() {
    let kept = |bits, bound| Variant::one_phase(cycle(bits, 4, bound, Retention::Retaining));
    let parameter = |variant: Variant| variant.averages_in_double().unwrap_err().parameter();
    assert_eq!(parameter(kept(1 << 40, Bound::Sigma(1 << 23))), Parameter::Sigma);
    assert_eq!(parameter(kept(1 << 40, Bound::Messages(2049))), Parameter::Messages);
    assert_eq!(parameter(kept(1 << 62, Bound::Messages(1 << 60))), Parameter::Messages);
    let farthest = |variant: Variant, distance| variant.check_distance(distance).map_err(|refused| refused.parameter());
    let small = kept(1000, Bound::Sigma(499));
    // 500 states of 6^4 moves each
    assert_eq!([farthest(small, 26_511), farthest(small, 26_512)], [Ok(()), Err(Parameter::Distance)]);
    assert_eq!(farthest(kept(1 << 40, Bound::Sigma(1 << 30)), 0), Err(Parameter::Sigma));
}
