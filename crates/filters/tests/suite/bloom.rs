//! Bloom and recycling filters.

use bloomlab_filters::{Arrival, BloomFilter, Effect, FilterError, Hashing, Probe, Recycling, RecyclingFilter};
use bloomlab_numbers::{Bound, Ending, Retention};

const RETENTIONS: [Retention; 2] = [Retention::NonRetaining, Retention::Retaining];

#[test]
fn a_bloom_filter_forgets_nothing_until_it_is_cleared() {
    let mut filter = BloomFilter::new(1001, Hashing::new(5, 3)).unwrap();
    for item in 0u32..200 {
        let (known, ones) = (filter.contains(&item.to_le_bytes()), filter.count_ones());
        assert_eq!(filter.insert(&item.to_le_bytes()), !known);
        assert_eq!(filter.count_ones() > ones, !known);
        assert!((0..=item).all(|earlier| filter.contains(&earlier.to_le_bytes())));
    }
    filter.clear();
    assert!(filter.count_ones() == 0 && !filter.contains(&1u32.to_le_bytes()));
}

fn bits(positions: &[u64]) -> Probe {
    Probe::at(positions, 0, 8).unwrap()
}

/// Of eight bits.
fn recycling(bound: Bound, retention: Retention, frozen: Option<Ending>) -> RecyclingFilter {
    RecyclingFilter::new(8, Hashing::ideal(2, 0), Recycling { bound, retention }, frozen).unwrap()
}

fn arrive(filter: &mut RecyclingFilter, positions: &[u64]) -> (bool, Effect) {
    let Arrival { known, effect } = filter.arrive_at(&bits(positions)).unwrap();
    (known, effect)
}

#[test]
fn a_sigma_bounded_filter_recycles_when_more_than_sigma_bits_would_be_set() {
    for retention in RETENTIONS {
        let mut filter = recycling(Bound::Sigma(4), retention, None);
        assert_eq!(arrive(&mut filter, &[0, 1]), (false, Effect::Stored));
        assert_eq!(arrive(&mut filter, &[1, 0]), (true, Effect::Unchanged));
        assert_eq!(arrive(&mut filter, &[2, 3]), (false, Effect::Stored), "exactly σ bits are allowed");
        assert_eq!(arrive(&mut filter, &[3, 4]), (false, Effect::Recycled));
        let kept = if retention == Retention::Retaining { 2 } else { 0 };
        assert_eq!(filter.count_ones(), kept);
        let known_again = retention == Retention::Retaining;
        assert_eq!(arrive(&mut filter, &[4, 3]).0, known_again);
    }
}

#[test]
fn an_n_bounded_filter_recycles_at_the_nth_message_that_sets_bits() {
    let cases = [(Retention::NonRetaining, 0), (Retention::Retaining, 1)];
    for (retention, kept) in cases {
        let mut filter = recycling(Bound::Messages(3), retention, None);
        assert_eq!(arrive(&mut filter, &[0, 1]), (false, Effect::Stored));
        assert_eq!(arrive(&mut filter, &[0, 0]), (true, Effect::Unchanged), "not counted");
        assert_eq!(arrive(&mut filter, &[0, 2]), (false, Effect::Stored));
        assert_eq!(arrive(&mut filter, &[0, 3]), (false, Effect::Recycled));
        assert_eq!(filter.count_ones(), 2 * kept);
        assert_eq!(arrive(&mut filter, &[4, 5]), (false, Effect::Stored));
        let second = arrive(&mut filter, &[6, 7]);
        assert_eq!(second, (false, if kept == 1 { Effect::Recycled } else { Effect::Stored }));
    }
}

#[test]
fn the_frozen_filter_holds_the_state_before_the_message_that_recycled() {
    for retention in RETENTIONS {
        let mut filter = recycling(Bound::Sigma(3), retention, Some(Ending::Dropping));
        arrive(&mut filter, &[0, 1]);
        assert_eq!(arrive(&mut filter, &[2, 3]), (false, Effect::Recycled));
        assert_eq!(filter.frozen_ones(), Some(2));
        let retained = retention == Retention::Retaining;
        assert_eq!(filter.count_ones(), if retained { 2 } else { 0 });
        assert_eq!(arrive(&mut filter, &[2, 3]).0, retained);
        if retained {
            continue;
        }
        assert_eq!(arrive(&mut filter, &[0, 1]), (true, Effect::Recycled), "known, and inserted all the same");
        assert_eq!(filter.frozen_ones(), Some(2), "now those of the message retried after its cycle");
        assert_eq!(arrive(&mut filter, &[2, 3]), (true, Effect::Stored));
        // active {2, 3}, frozen {2, 3}: Pr = 1/16 + 1/16 − 1/16.
        assert_eq!(filter.false_positive_rate(), 1.0 / 16.0);
    }
}

#[test]
fn a_filter_that_keeps_freezes_the_message_that_recycled_too() {
    for retention in RETENTIONS {
        let mut filter = recycling(Bound::Sigma(3), retention, Some(Ending::Keeping));
        arrive(&mut filter, &[0, 1]);
        assert_eq!(arrive(&mut filter, &[2, 3]), (false, Effect::Recycled));
        assert_eq!(filter.frozen_ones(), Some(4));
        assert_eq!(filter.count_ones(), if retention == Retention::Retaining { 2 } else { 0 });
        assert!(arrive(&mut filter, &[2, 3]).0 && arrive(&mut filter, &[0, 3]).0);
    }
}

#[test]
fn bounds_that_never_end_a_cycle_are_refused() {
    let hashing = Hashing::ideal(3, 1);
    let made = |bound, retention| match RecyclingFilter::new(
        10,
        hashing,
        Recycling { bound, retention },
        Some(Ending::Keeping),
    ) {
        Ok(_) => true,
        Err(FilterError::Refused { .. }) => false,
        Err(other) => panic!("{other}"),
    };
    let (forgets, retains) = (Retention::NonRetaining, Retention::Retaining);
    assert!(made(Bound::Sigma(9), forgets) && !made(Bound::Sigma(10), forgets));
    assert!(made(Bound::Sigma(0), forgets), "σ < k is legal if nothing is retained");
    assert!(made(Bound::Sigma(3), retains) && !made(Bound::Sigma(2), retains));
    assert!(made(Bound::Messages(4), forgets) && !made(Bound::Messages(5), forgets), "⌊9/3⌋ + 1 = 4");
    assert!(made(Bound::Messages(1), forgets) && !made(Bound::Messages(0), forgets));
    assert!(made(Bound::Messages(2), retains) && !made(Bound::Messages(1), retains));
}
