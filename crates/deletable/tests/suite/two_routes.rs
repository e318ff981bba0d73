//! The positive sums equal the alternating ones, as rationals; and identities between the filters.

use bloomlab_deletable::positive::{self, Tail};
use bloomlab_deletable::{Parameters, finite};
use bloomlab_exact::{Rational, Rationals};
use bloomlab_numbers::{Arithmetic, DeletableKind};
use proptest::prelude::*;

fn any_filter() -> impl Strategy<Value = DeletableKind> {
    prop_oneof![
        Just(DeletableKind::Dfp),
        Just(DeletableKind::TBF),
        Just(DeletableKind::TBF_PACKED),
        Just(DeletableKind::Qbf),
        Just(DeletableKind::Counting),
        (1_u32..6).prop_map(|fingerprint_bits| DeletableKind::FingerprintCounting { fingerprint_bits }),
        (1_u64..5).prop_map(|region_bits| DeletableKind::Dlbf { region_bits }),
    ]
}

prop_compose! {
    fn small()(
        filter in any_filter(), cells in 1_u64..12, items in 1_u64..7, deleted in 0_u64..6, hashes in 1_u64..6
    ) -> Parameters {
        Parameters::new(filter, filter.least_bits() * cells, items, deleted, hashes).unwrap()
    }
}

fn has_regions(p: &Parameters) -> bool {
    matches!(p.kind(), DeletableKind::Dlbf { .. })
}

/// A filter of exactly `cells` cells.
fn with_cells(filter: DeletableKind, cells: u64, items: u64, deleted: u64, hashes: u64) -> Parameters {
    let p = Parameters::new(filter, filter.least_bits() * cells, items, deleted, hashes).unwrap();
    assert_eq!(p.cells(), cells);
    p
}

proptest! {
    #[test]
    fn rates(p in small()) {
        let a = &Rationals;
        match positive::rate_after_deletions(a, &p, Tail::Summed) {
            Some(positive) => prop_assert_eq!(positive, finite::rate_after_deletions(a, &p)),
            None => prop_assert!(has_regions(&p) && p.deleted() > 0),
        }
        prop_assert_eq!(positive::rate(a, &p, Tail::Summed), Some(finite::rate(a, &p)));
    }

    #[test]
    fn deletabilities(p in small()) {
        let a = &Rationals;
        match positive::non_deletability(a, &p, Tail::Summed) {
            Some(not) => prop_assert_eq!(not, a.one() - finite::deletability(a, &p)),
            None => prop_assert!(has_regions(&p)),
        }
    }

    /// A region of one bit and its mark is a ternary cell.
    #[test]
    fn regions_of_one_bit_are_ternary(cells in 1_u64..9, n in 1_u64..7, r in 0_u64..6, k in 1_u64..6) {
        let (ternary, region) = (with_cells(DeletableKind::TBF, cells, n, r, k),
            with_cells(DeletableKind::Dlbf { region_bits: 1 }, cells, n, r, k));
        let a = &Rationals;
        prop_assert_eq!(finite::deletability(a, &ternary), finite::deletability(a, &region));
        prop_assert_eq!(finite::rate_after_deletions(a, &ternary), finite::rate_after_deletions(a, &region));
    }

    /// Without deletions a one-bit fingerprint next to a counter is D-FP's cell, and every filter without
    /// fingerprints is an ordinary one.
    #[test]
    fn nothing_deleted(cells in 1_u64..9, n in 1_u64..9, k in 1_u64..6) {
        let a = &Rationals;
        let rate = |filter| finite::rate(a, &with_cells(filter, cells, n, 0, k));
        prop_assert_eq!(rate(DeletableKind::Dfp), rate(DeletableKind::FingerprintCounting { fingerprint_bits: 1 }));
        prop_assert_eq!(rate(DeletableKind::TBF), rate(DeletableKind::Counting));
        prop_assert_eq!(rate(DeletableKind::Qbf), rate(DeletableKind::Counting));
        prop_assert_eq!(rate(DeletableKind::Dlbf { region_bits: 1 }), rate(DeletableKind::Counting));
    }
}

/// Were a D-FP query compared with a fresh fingerprint in every cell (the independence that the Poisson form assumes), two cells
/// written by one item would match with probability 1/4, not 1/2.
#[test]
fn one_fingerprint_is_compared_in_all_cells() {
    let p = Parameters::new(DeletableKind::Dfp, 4, 1, 0, 2).unwrap();
    // one item, two cells, k = 2: Pr[the query's cells lie in the item's] = (1/2)(1/2)^2 + (1/2) = 5/8, times 1/2
    assert_eq!(finite::rate(&Rationals, &p), Rational::new(5, 16));
}
