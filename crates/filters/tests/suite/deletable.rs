//! The deletable filters, one claim a test.

use bloomlab_filters::{
    CellFilter, DeletableFilter, DfpCells, DfpFilter, FilterError, Hashing, Probe, Removal, deletable_filter,
};
use bloomlab_numbers::DeletableKind;

/// Kwon et al., figure 2, cell by cell.
#[test]
fn the_papers_worked_example() {
    let states = [0b00, 0b10, 0b01, 0b11, 0b00, 0b00, 0b01, 0b01, 0b11, 0b11, 0b01, 0b10];
    let mut filter = CellFilter::over(DfpCells::from_states(&states).unwrap(), Hashing::ideal(3, 0)).unwrap();
    let shown =
        |filter: &DfpFilter| filter.array().states().map(|state| format!("{state:02b}")).collect::<Vec<_>>().join(" ");

    let x = Probe::at(&[0, 3, 10], 0, 12).unwrap();
    assert_eq!(filter.contains_at(&x), Ok(false));
    filter.insert_at(&x).unwrap();
    assert_eq!(shown(&filter), "01 10 01 11 00 00 01 01 11 11 11 10");
    assert_eq!(filter.contains_at(&x), Ok(true));

    let y = Probe::at(&[2, 6, 7], 0, 12).unwrap();
    assert_eq!(filter.remove_at(&y), Ok(Removal::Removed));
    assert_eq!(shown(&filter), "01 10 00 11 00 00 00 00 11 11 11 10");

    let z = Probe::at(&[3, 8, 9], 1, 12).unwrap();
    assert_eq!(filter.is_deletable_at(&z), Ok(false));
    assert_eq!(filter.remove_at(&z), Ok(Removal::NotDeletable));
    assert_eq!(shown(&filter), "01 10 00 11 00 00 00 00 11 11 11 10");

    let other_fingerprint = Probe::at(&[0, 3, 10], 1, 12).unwrap();
    assert_eq!(filter.contains_at(&other_fingerprint), Ok(false), "cell 0 holds 01");
    assert_eq!(filter.remove_at(&other_fingerprint), Ok(Removal::NotPresent));
}

#[test]
fn probes_of_another_filter_are_refused() {
    let mut filter = CellFilter::over(DfpCells::new(10).unwrap(), Hashing::ideal(3, 0)).unwrap();
    let foreign = Probe::at(&[11], 0, 12).unwrap();
    let refused = FilterError::ForeignProbe { probe: 12, filter: 10 };
    assert_eq!(filter.insert_at(&foreign), Err(refused.clone()));
    assert_eq!(filter.contains_at(&foreign), Err(refused.clone()));
    assert_eq!(filter.remove_at(&foreign), Err(refused));
    assert!(Probe::at(&[12], 0, 12).is_err() && Probe::at(&[], 0, 12).is_err());
}

/// Memory of every filter within m = 1003 bits: as stated, at most m.
#[test]
fn memory_is_as_stated() {
    let made = |kind, bits| deletable_filter(kind, bits, Hashing::new(4, 0));
    for (kind, cells, memory) in [
        (DeletableKind::Dfp, 501, 1002),
        (DeletableKind::TBF, 501, 1002),
        (DeletableKind::TBF_PACKED, 625, 1000),
        (DeletableKind::Qbf, 501, 1002),
        (DeletableKind::Dlbf { region_bits: 4 }, 800, 1000),
        (DeletableKind::Counting, 250, 1000),
        (DeletableKind::FingerprintCounting { fingerprint_bits: 3 }, 143, 1001),
    ] {
        let filter = made(kind, 1003).unwrap();
        assert_eq!((filter.cells(), filter.memory_bits()), (cells, memory), "{kind}");
    }
    assert!(made(DeletableKind::Dfp, 1).is_err());
    for (region_bits, bits) in [(4, 4), (0, 100), (u64::MAX, 100)] {
        assert!(made(DeletableKind::Dlbf { region_bits }, bits).is_err());
    }
    assert!(made(DeletableKind::FingerprintCounting { fingerprint_bits: 17 }, 1000).is_err());
}

/// The rate given the state is the share of all C^k positions and all fingerprints that match: every query enumerated.
fn enumerated_rate(filter: &dyn DeletableFilter, fingerprints: u64, distinct: bool) -> f64 {
    let (cells, mut matching, mut queries) = (filter.cells(), 0u64, 0u64);
    for first in 0..cells {
        for second in (0..cells).filter(|&second| !distinct || second != first) {
            for fingerprint in 0..fingerprints {
                let query = Probe::at(&[first, second], fingerprint, cells).unwrap();
                queries += 1;
                matching += u64::from(filter.contains_at(&query).unwrap());
            }
        }
    }
    matching as f64 / queries as f64
}

/// About 100 cells, so that the words of an array end in gaps, after insertions, and after removals.
#[test]
fn the_rate_given_the_state_is_the_share_of_matching_queries() {
    for (hashing, distinct) in [(Hashing::ideal(2, 1), false), (Hashing::ideal(2, 1).without_replacement(), true)] {
        for (kind, bits, fingerprints) in [
            (DeletableKind::Dfp, 202, 2),
            (DeletableKind::TBF, 202, 1),
            (DeletableKind::TBF_PACKED, 168, 1),
            (DeletableKind::Qbf, 202, 1),
            (DeletableKind::Dlbf { region_bits: 3 }, 136, 1),
            (DeletableKind::Counting, 404, 1),
            (DeletableKind::FingerprintCounting { fingerprint_bits: 2 }, 606, 4),
        ] {
            let mut filter = deletable_filter(kind, bits, hashing).unwrap();
            let check = |filter: &dyn DeletableFilter| {
                let (rate, enumerated) =
                    (filter.false_positive_rate(), enumerated_rate(filter, fingerprints, distinct));
                assert!(enumerated > 0.0 && (rate - enumerated).abs() <= 1e-15, "{kind}: {rate} {enumerated}");
            };
            (0u32..40).for_each(|item| filter.insert(&item.to_le_bytes()));
            check(filter.as_ref());
            (0u32..15).for_each(|item| _ = filter.remove(&item.to_le_bytes()));
            check(filter.as_ref());
        }
    }
}
