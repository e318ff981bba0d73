//! The filters, and how many cells each makes of m bits.

use std::fmt;

/// Bits of a counter of [`Filter::Counting`] and [`Filter::FingerprintCounting`].
pub const COUNTER_BITS: u64 = 4;

/// A Bloom filter from which items can, or can sometimes, be deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Filter {
    /// D-FP: two-bit cells that hold the fingerprint 01 or 10 of a single item, 11 for more, 00 for none.
    DFp,
    /// Ternary Bloom filter with two bits a cell: 0, 1 or x (more than one item, ever).
    Tbf,
    /// Ternary Bloom filter with five cells packed into a byte (3^5 = 243 ≤ 256).
    TbfPacked,
    /// Quaternary Bloom filter, two bits a cell: 0, 1, 2 or x (more than two items, ever).
    Qbf,
    /// Deletable Bloom filter: regions of bits, each with one more bit that marks a collision in the region.
    DlBf {
        /// Bits of a region, without its mark: b.
        region_bits: u64,
    },
    /// Counting Bloom filter of 4-bit counters, as long as none of them saturates.
    Counting,
    /// FP-CBF: a 4-bit counter and the exclusive or of the fingerprints in every cell, as long as no counter
    /// saturates; a fingerprint is compared where the counter is 1.
    FingerprintCounting {
        /// Bits of a fingerprint.
        fingerprint_bits: u32,
    },
}

impl Filter {
    /// C, the cells (positions an item can be hashed to) in `bits` bits of memory.
    ///
    /// D-FP, TBF and QBF ⌊m/2⌋; packed TBF 5⌊m/8⌋; DlBF b⌊m/(b+1)⌋, its collision bitmap included in the m bits;
    /// counting ⌊m/4⌋; FP-CBF ⌊m/(4 + fingerprint bits)⌋.
    pub fn cells(self, bits: u64) -> u64 {
        match self {
            // no overflow: at most m/8 · 5, and b · (m/(b+1)), are below m
            Filter::TbfPacked => bits / 8 * 5,
            Filter::DlBf { region_bits } => bits / region_bits.saturating_add(1) * region_bits,
            _ => bits / self.least_bits(),
        }
    }

    /// The least memory, in bits, that holds a cell (packed: a byte; DlBF: a region and its mark).
    pub fn least_bits(self) -> u64 {
        match self {
            Filter::DFp | Filter::Tbf | Filter::Qbf => 2,
            Filter::TbfPacked => 8,
            Filter::DlBf { region_bits } => region_bits.saturating_add(1),
            Filter::Counting => COUNTER_BITS,
            Filter::FingerprintCounting { fingerprint_bits } => COUNTER_BITS + u64::from(fingerprint_bits),
        }
    }

    /// Whether an item can always be deleted: counters, their saturation left out.
    pub(crate) fn always_deletable(self) -> bool {
        matches!(self, Filter::Counting | Filter::FingerprintCounting { .. })
    }

    /// How many items a cell can lose again, where that is what limits deletions: a cell that more than this many
    /// items have ever been written to is saturated for good. `None`: saturation is not of this kind (regions), or
    /// left out (counters).
    pub(crate) fn sticky_above(self) -> Option<usize> {
        match self {
            Filter::DFp | Filter::Tbf | Filter::TbfPacked => Some(1),
            Filter::Qbf => Some(2),
            Filter::DlBf { .. } | Filter::Counting | Filter::FingerprintCounting { .. } => None,
        }
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Filter::DFp => f.write_str("D-FP"),
            Filter::Tbf => f.write_str("TBF"),
            Filter::TbfPacked => f.write_str("TBF (packed)"),
            Filter::Qbf => f.write_str("QBF"),
            Filter::DlBf { region_bits } => write!(f, "DlBF ({region_bits})"),
            Filter::Counting => f.write_str("counting"),
            Filter::FingerprintCounting { fingerprint_bits } => write!(f, "FP-CBF ({fingerprint_bits})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_counted_in_whole_cells() {
        assert_eq!(Filter::DFp.cells(65_537), 32_768);
        assert_eq!(Filter::Tbf.cells(65_536), 32_768);
        assert_eq!(Filter::Qbf.cells(3), 1);
        assert_eq!(Filter::TbfPacked.cells(65_536), 40_960); // m / 1.6
        assert_eq!(Filter::TbfPacked.cells(15), 5);
        assert_eq!(Filter::DlBf { region_bits: 4 }.cells(24), 16);
        assert_eq!(Filter::DlBf { region_bits: 4 }.cells(19), 12);
        assert_eq!(Filter::DlBf { region_bits: u64::MAX }.cells(u64::MAX), u64::MAX);
        assert_eq!(Filter::Counting.cells(64), 16);
        assert_eq!(Filter::FingerprintCounting { fingerprint_bits: 4 }.cells(64), 8);
    }

    #[test]
    fn the_least_memory_is_the_least() {
        let filters = [Filter::DFp, Filter::Tbf, Filter::TbfPacked, Filter::Qbf, Filter::DlBf { region_bits: 7 }];
        let counters = [Filter::Counting, Filter::FingerprintCounting { fingerprint_bits: 3 }];
        for filter in filters.into_iter().chain(counters) {
            assert!(filter.cells(filter.least_bits()) >= 1, "{filter}");
            assert_eq!(filter.cells(filter.least_bits() - 1), 0, "{filter}");
        }
    }
}
