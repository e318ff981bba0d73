//! The filters that the figures compare.

use bloomlab_numbers::DeletableKind;

/// The DlBF of every region size b.
pub fn dlbfs(region_bits: &[u64]) -> Vec<DeletableKind> {
    region_bits.iter().map(|&region_bits| DeletableKind::Dlbf { region_bits }).collect()
}

/// The filters of the paper: D-FP, TBF in both packings, QBF and the DlBF of every region size.
pub fn of_the_paper(region_bits: &[u64]) -> Vec<DeletableKind> {
    let of_cells = [DeletableKind::Dfp, DeletableKind::TBF, DeletableKind::TBF_PACKED, DeletableKind::Qbf];
    of_cells.into_iter().chain(dlbfs(region_bits)).collect()
}

/// The filters of the paper, the counting filter and the FP-CBF.
pub fn with_counters(region_bits: &[u64], fingerprint_bits: u32) -> Vec<DeletableKind> {
    let counters = [DeletableKind::Counting, DeletableKind::FingerprintCounting { fingerprint_bits }];
    of_the_paper(region_bits).into_iter().chain(counters).collect()
}
