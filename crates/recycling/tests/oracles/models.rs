//! The models of the twelve kinds against the one of all kinds.

use bloomlab_numbers::Double;
use bloomlab_occupancy::{Advice, Bound, Budget, Cost, Ending, Parameter, Retention, Sampling, Shape};
use bloomlab_recycling::{Cycle, Variant, variant_average, variant_forgetting};

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
    let close = |value: f64, expected: f64, bound: f64| (value - expected).abs() <= bound * expected.abs();
    for variant in kinds {
        let (of_all, direct) = (variant_average(&Double, variant), variant.averages(&Double));
        let any_size = variant.averages_in_double().unwrap();
        for ours in [&direct, &any_size] {
            assert!(close(ours.rate, of_all.rate, 1e-11), "{variant:?}");
            assert!(close(ours.messages_per_cycle, of_all.messages_per_cycle, 1e-11), "{variant:?}");
        }
        for ((name, one), (same, other)) in direct.clone().named().into_iter().zip(any_size.named()) {
            assert!(name == same && close(one, other, 1e-11), "{variant:?} {name}: {one} {other}");
        }
        let by_measure = variant.measures().try_map(|measure| direct.clone().get(measure).ok_or(measure));
        assert_eq!(by_measure, Ok(direct));
        for (ours, of_all) in variant.forgetting(&Double, 12).into_iter().zip(variant_forgetting(&Double, variant)) {
            let near = (ours.false_negative_rate - of_all.false_negative_rate).abs() < 1e-13;
            assert!(near && ours.distance == of_all.distance, "{variant:?} {ours:?} {of_all:?}");
        }
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

/// The cause of a long computation comes first: k = 500 hash functions at distance 5, distance 8172881 at k = 2.
#[test]
fn advice_on_forgetting_names_the_cause_first() {
    let advice = |bits, hashes, bound, distance| {
        let filter = Variant::one_phase(cycle(bits, hashes, bound, Retention::NonRetaining));
        let affords = |cost: Cost| cost.within(Budget::ANSWER, Advice::Nothing).is_ok();
        assert!(!affords(filter.forgetting_cost(distance)));
        filter.forgetting_advice(distance, affords)
    };
    let smaller = Advice::smaller;
    let by_hashes = smaller(&[Parameter::Hashes, Parameter::Distance]);
    assert_eq!(advice(200, 500, Bound::Sigma(110), 5), by_hashes);
    let by_distance = smaller(&[Parameter::Distance, Parameter::Hashes]);
    assert_eq!(advice(1 << 39, 2, Bound::Sigma(2), 8_172_881), by_distance);
    assert_eq!(advice(1 << 39, 1, Bound::Sigma(2), 8_172_881), smaller(&[Parameter::Distance]));
    let by_sigma = smaller(&[Parameter::Sigma, Parameter::Hashes]);
    assert_eq!(advice(1 << 40, 3, Bound::Sigma(1 << 39), 5), by_sigma);
    let by_messages = smaller(&[Parameter::Messages, Parameter::Hashes]);
    assert_eq!(advice(1 << 40, 3, Bound::Messages(1 << 30), 5), by_messages);
}
