//! The positive sums equal the alternating ones, as rationals; and identities between the filters.

use bloomlab_deletable::stable::{self, Tail};
use bloomlab_deletable::{Filter, Parameters, finite};
use bloomlab_exact::Rationals;
use bloomlab_numbers::Arithmetic;
use proptest::prelude::*;

fn any_filter() -> impl Strategy<Value = Filter> {
    prop_oneof![
        Just(Filter::DFp),
        Just(Filter::Tbf),
        Just(Filter::TbfPacked),
        Just(Filter::Qbf),
        Just(Filter::Counting),
        (1_u32..6).prop_map(|fingerprint_bits| Filter::FingerprintCounting { fingerprint_bits }),
        (1_u64..5).prop_map(|region_bits| Filter::DlBf { region_bits }),
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
    matches!(p.filter(), Filter::DlBf { .. })
}

/// A filter of exactly `cells` cells.
fn with_cells(filter: Filter, cells: u64, items: u64, deleted: u64, hashes: u64) -> Parameters {
    let p = Parameters::new(filter, filter.least_bits() * cells, items, deleted, hashes).unwrap();
    assert_eq!(p.cells(), cells);
    p
}

proptest! {
    #[test]
    fn rates(p in small()) {
        let a = &Rationals;
        match stable::rate_after_deletions(a, &p, Tail::Summed) {
            Some(positive) => prop_assert_eq!(positive, finite::rate_after_deletions(a, &p)),
            None => prop_assert!(has_regions(&p) && p.deleted() > 0),
        }
        prop_assert_eq!(stable::rate(a, &p, Tail::Summed), Some(finite::rate(a, &p)));
    }

    #[test]
    fn deletabilities(p in small()) {
        let a = &Rationals;
        match stable::non_deletability(a, &p, Tail::Summed) {
            Some(not) => prop_assert_eq!(not, a.one() - finite::deletability(a, &p)),
            None => prop_assert!(has_regions(&p)),
        }
    }

    /// A region of one bit and its mark is a ternary cell.
    #[test]
    fn regions_of_one_bit_are_ternary(cells in 1_u64..9, n in 1_u64..7, r in 0_u64..6, k in 1_u64..6) {
        let (ternary, region) = (with_cells(Filter::Tbf, cells, n, r, k),
            with_cells(Filter::DlBf { region_bits: 1 }, cells, n, r, k));
        let a = &Rationals;
        prop_assert_eq!(finite::deletability(a, &ternary), finite::deletability(a, &region));
        prop_assert_eq!(finite::rate_after_deletions(a, &ternary), finite::rate_after_deletions(a, &region));
    }

    /// Without deletions a one-bit fingerprint beside a counter is D-FP's cell, and every filter without
    /// fingerprints is an ordinary one.
    #[test]
    fn nothing_deleted(cells in 1_u64..9, n in 1_u64..9, k in 1_u64..6) {
        let a = &Rationals;
        let rate = |filter| finite::rate(a, &with_cells(filter, cells, n, 0, k));
        prop_assert_eq!(rate(Filter::DFp), rate(Filter::FingerprintCounting { fingerprint_bits: 1 }));
        prop_assert_eq!(rate(Filter::Tbf), rate(Filter::Counting));
        prop_assert_eq!(rate(Filter::Qbf), rate(Filter::Counting));
        prop_assert_eq!(rate(Filter::DlBf { region_bits: 1 }), rate(Filter::Counting));
    }

    /// What saturates less is emptied better: counting ≤ QBF ≤ TBF after deletions, and fingerprints only help; D-FP
    /// and TBF delete the same items, and what a larger count or no region allows is allowed more often.
    #[test]
    fn orders(cells in 1_u64..7, n in 1_u64..7, r in 0_u64..6, k in 1_u64..5) {
        let a = &Rationals;
        let p = |filter| with_cells(filter, cells, n, r, k);
        let rate = |filter| finite::rate_after_deletions(a, &p(filter));
        prop_assert!(rate(Filter::Counting) <= rate(Filter::Qbf));
        prop_assert!(rate(Filter::Qbf) <= rate(Filter::Tbf));
        prop_assert!(rate(Filter::DFp) <= rate(Filter::Tbf));
        prop_assert!(rate(Filter::Tbf) <= finite::rate(a, &p(Filter::Tbf)));
        let deletability = |filter| finite::deletability(a, &p(filter));
        prop_assert_eq!(deletability(Filter::DFp), deletability(Filter::Tbf));
        prop_assert!(deletability(Filter::Tbf) <= deletability(Filter::Qbf));
    }

    #[test]
    fn larger_regions_are_worse(regions in 1_u64..4, n in 1_u64..6, r in 0_u64..5, k in 1_u64..5) {
        let a = &Rationals;
        let of_size = |region_bits: u64| {
            let bits = (region_bits + 1) * (4 * regions / region_bits); // 4 · regions cells in all
            Parameters::new(Filter::DlBf { region_bits }, bits, n, r, k).unwrap()
        };
        for (small, large) in [(1, 2), (2, 4)] {
            let (small, large) = (of_size(small), of_size(large));
            prop_assert_eq!(small.cells(), large.cells());
            prop_assert!(finite::deletability(a, &small) >= finite::deletability(a, &large));
            prop_assert!(finite::rate_after_deletions(a, &small) <= finite::rate_after_deletions(a, &large));
        }
    }
}
