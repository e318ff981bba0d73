//! Plain and retouched filters themselves against their models.

use bloomlab_filters::{BloomFilter, Hashing, Probe, Selection};
use bloomlab_formulas::{Load, counts::Mixture};
use bloomlab_numbers::Shape;

use crate::support::is_likely;

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

/// By hand: members {0, 1} and {1, 2}, false positives {0, 2} and {0, 3} of a filter whose bit 3 is set too.
#[test]
fn selective_clearing_takes_the_bit_that_its_rule_names() {
    let at = |positions: &[u64]| Probe::at(positions, 0, 6).unwrap();
    let members = [at(&[0, 1]), at(&[1, 2]), at(&[2, 3])];
    let unwanted = [at(&[0, 2]), at(&[0, 3])];
    let cleared = |selection, unwanted: &[Probe]| {
        let mut filter = BloomFilter::new(6, Hashing::new(2, 0)).unwrap();
        members.iter().for_each(|member| assert!(filter.insert_at(member).unwrap() || member.cells() == [2, 3]));
        let before = filter.count_ones();
        filter.clear_selected(&members, unwanted, selection, || 0).unwrap();
        assert!(unwanted.iter().all(|probe| !filter.contains_at(probe).unwrap()));
        (before - filter.count_ones(), [0, 1, 2].map(|member| filter.contains_at(&members[member]).unwrap()))
    };
    // bit 0 has one member and both unwanted items, bit 2 two members and one of them
    for selection in [Selection::FewestMembers, Selection::MostFalsePositives, Selection::Ratio] {
        assert_eq!(cleared(selection, &unwanted), (1, [false, true, true]), "{selection:?}");
    }
    // the word 0 draws the first cell
    assert_eq!(cleared(Selection::Random, &unwanted[..1]), (1, [false, true, true]));
    assert_eq!(cleared(Selection::Random, &[at(&[2, 0])]), (1, [true, false, false]));
}
