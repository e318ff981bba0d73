//! Plain, partitioned and retouched filters themselves against their models; seeds by number.

use bloomlab_filters::{BloomFilter, Hashing, Locator, PartitionedFilter, Probe, RetouchedFilter, Selection, Source};
use bloomlab_formulas::{
    Load,
    counts::Mixture,
    partitioned::{self, PartitionedLoad},
    retouched::{self, Errors},
};
use bloomlab_numbers::{Double, Shape};
use bloomlab_simulation::StreamKey;
use rand::Rng;

use crate::support::{both, estimate, is_likely};

/// The rate of the bits as they are, against 200,000 fresh items; of a filter, against the count over all filters of its kind. Seed 3.
#[test]
fn plain_filters_report_as_many_new_items_as_their_bits_say() {
    for hashing in [Hashing::new(4, 3), Hashing::new(4, 3).without_replacement(), Hashing::ideal(4, 3)] {
        let mut filter = BloomFilter::new(1000, hashing).unwrap();
        (0_u32..200).for_each(|item| assert!(filter.insert(&item.to_le_bytes()) || item > 50));
        let queries = 200_000_u32;
        let found = (0..queries).filter(|item| filter.contains(&(item + 1_000_000).to_le_bytes())).count() as u64;
        assert!(
            is_likely(&Mixture::certain(filter.false_positive_rate()), queries.into(), found),
            "{hashing:?}: {found}"
        );
        let load = Load::holding(Shape::new(1000, 4, hashing.sampling).unwrap(), 200).unwrap();
        assert!(is_likely(&Mixture::plain(load), queries.into(), found), "{hashing:?}: {found}");
    }
}

#[test]
fn partitioned_filters_have_their_rate_and_miss_nothing() {
    for slices in [&[50, 50, 50][..], &[20, 40, 80]] {
        let given = |seed| {
            let mut filter = PartitionedFilter::new(slices, Source::Ideal, seed).unwrap();
            (0_u64..25).for_each(|item| _ = filter.insert(&item.to_le_bytes()));
            assert!((0_u64..25).all(|item| filter.contains(&item.to_le_bytes())));
            filter.false_positive_rate()
        };
        let load = PartitionedLoad::new(slices, 25).unwrap();
        let (rate, given) = (partitioned::rate(&Double, &load), estimate(2000, given));
        assert!(given.contains(rate) && given.half_width < 0.02 * rate, "{given:?} {rate}");
    }
}

/// Both errors of one way of random clearing: m = 100, n = 12, k = 3, 3000 filters.
fn clearing(load: Load, clear: impl Fn(&mut RetouchedFilter, &mut dyn FnMut() -> u64), model: Errors<f64>) {
    let hashing = Hashing { sampling: load.sampling(), ..Hashing::ideal(3, 0) };
    let locator = Locator::new(100, hashing).unwrap();
    let (mut found, mut missed) = (Vec::new(), Vec::new());
    for trial in 0..3000 {
        let mut random = StreamKey::new("retouched", 1, &0, trial).unwrap().generator();
        let members: Vec<Probe> = (0..12).map(|_| locator.draw(|| random.next_u64())).collect();
        let mut filter = RetouchedFilter::new(100, hashing).unwrap();
        members.iter().for_each(|member| assert!(filter.insert_at(member).is_ok()));
        clear(&mut filter, &mut || random.next_u64());
        let lost = members.iter().filter(|member| !filter.filter().contains_at(member).unwrap()).count();
        missed.push(lost as f64 / 12.0);
        found.push(filter.filter().false_positive_rate());
    }
    for (values, expected) in [(found, model.false_positive_rate), (missed, model.false_negative_rate)] {
        let simulated = estimate(3000, |trial| values[trial as usize]);
        assert!(simulated.contains(expected) && simulated.half_width < 0.15 * expected, "{simulated:?} {expected}");
    }
}

#[test]
fn random_clearing_has_both_errors_of_the_model() {
    for load in both(100, 12, 3) {
        let each = retouched::each_bit(&Double, load, 0.1).unwrap();
        clearing(load, |filter, word| filter.clear_each(0.1, word), each);
        let at = retouched::positions(&Double, load, 10).unwrap();
        clearing(load, |filter, word| filter.clear_positions(10, word).unwrap(), at);
        let set = retouched::set_bits(&Double, load, 5).unwrap();
        clearing(load, |filter, word| filter.clear_set_bits(5, word), set);
    }
}

/// By hand: members {0, 1} and {1, 2}, false positives {0, 2} and {0, 3} of a filter whose bit 3 is set too.
#[test]
fn selective_clearing_takes_the_bit_that_its_rule_names() {
    let at = |positions: &[u64]| Probe::at(positions, 0, 6).unwrap();
    let members = [at(&[0, 1]), at(&[1, 2]), at(&[2, 3])];
    let unwanted = [at(&[0, 2]), at(&[0, 3])];
    let cleared = |selection, unwanted: &[Probe]| {
        let mut filter = RetouchedFilter::new(6, Hashing::new(2, 0)).unwrap();
        members.iter().for_each(|member| assert!(filter.insert_at(member).unwrap() || member.cells() == [2, 3]));
        let cleared = filter.clear_selected(&members, unwanted, selection, || 0).unwrap();
        let left = members.iter().map(|member| filter.filter().contains_at(member).unwrap()).collect::<Vec<_>>();
        assert!(unwanted.iter().all(|probe| !filter.filter().contains_at(probe).unwrap()));
        (cleared.bits, cleared.false_positives, cleared.members, left)
    };
    // bit 0 has one member and both unwanted items, bit 2 two members and one of them
    for selection in [Selection::FewestMembers, Selection::MostFalsePositives, Selection::Ratio] {
        assert_eq!(cleared(selection, &unwanted), (1, 2, 1, vec![false, true, true]), "{selection:?}");
    }
    // the word 0 draws the first cell
    assert_eq!(cleared(Selection::Random, &unwanted[..1]), (1, 1, 1, vec![false, true, true]));
    assert_eq!(cleared(Selection::Random, &[at(&[2, 0])]), (1, 1, 2, vec![true, false, false]));
}
