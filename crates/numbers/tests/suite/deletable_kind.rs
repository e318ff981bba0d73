//! Cells and names of deletable filters.

use bloomlab_numbers::DeletableKind::{self, Counting, Dfp, Dlbf, FingerprintCounting, Qbf};

#[test]
fn memory_is_counted_in_whole_cells() {
    assert_eq!(Dfp.cells(65_537), 32_768);
    assert_eq!(DeletableKind::TBF.cells(65_536), 32_768);
    assert_eq!(Qbf.cells(3), 1);
    assert_eq!(DeletableKind::TBF_PACKED.cells(65_536), 40_960); // m / 1.6
    assert_eq!(DeletableKind::TBF_PACKED.cells(15), 5);
    assert_eq!(Dlbf { region_bits: 4 }.cells(24), 16);
    assert_eq!(Dlbf { region_bits: 4 }.cells(19), 12);
    assert_eq!(Dlbf { region_bits: u64::MAX }.cells(u64::MAX), u64::MAX);
    assert_eq!(Counting.cells(64), 16);
    assert_eq!(FingerprintCounting { fingerprint_bits: 4 }.cells(64), 8);
}

#[test]
fn names_are_read() {
    let names = ["dfp", "tbf", "tbf-packed", "qbf", "dlbf:8", "counting", "fp-cbf:4"];
    let shown = names.map(|name| name.parse::<DeletableKind>().unwrap().to_string());
    assert_eq!(shown, ["D-FP", "TBF", "TBF (packed)", "QBF", "DlBF (8)", "counting", "FP-CBF (4)"]);
    for name in ["", "dlbf", "dlbf:", "dlbf:-1", "fp-cbf:x", "tbf:2", "D-FP"] {
        assert!(name.parse::<DeletableKind>().unwrap_err().to_string().starts_with(&format!("{name:?} is unknown")));
    }
}

#[test]
fn the_least_memory_holds_one_cell() {
    let kinds = [Dfp, DeletableKind::TBF, DeletableKind::TBF_PACKED, Qbf, Dlbf { region_bits: 7 }];
    let counters = [Counting, FingerprintCounting { fingerprint_bits: 3 }];
    for kind in kinds.into_iter().chain(counters) {
        assert!(kind.cells(kind.least_bits()) >= 1, "{kind}");
        assert_eq!(kind.cells(kind.least_bits() - 1), 0, "{kind}");
    }
}
