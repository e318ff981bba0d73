//! What can be wrong with a filter, or with what is asked of it.

use bloomlab_occupancy::OutOfDomain;

/// Why a filter could not be made, or could not be asked.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FilterError {
    /// A parameter lies outside its domain.
    #[error(transparent)]
    OutOfDomain(#[from] OutOfDomain),
    /// A probe was made for an array of another size.
    #[error("this probe points into {probe} cells, the filter has {filter}; make it with the filter's own locator")]
    ForeignProbe {
        /// Cells the probe was made for.
        probe: u64,
        /// Cells of the filter.
        filter: u64,
    },
    /// The system refuses the memory.
    #[error("{words} words of 64 bits cannot be allocated")]
    OutOfMemory {
        /// Words asked for.
        words: u64,
    },
    /// The filter was stored by a version that gave items other positions.
    #[error(
        "the stored filter has positions of version {stored}, this is version {known}, where items have others: fill it anew"
    )]
    OtherPositions {
        /// The version that stored it, 0 where it says none.
        stored: u32,
        /// The version of this code.
        known: u32,
    },
    /// Stored data contradict themselves.
    #[error("the stored filter is damaged: {0}")]
    Damaged(#[from] Damage),
}

/// How stored data contradict themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Damage {
    /// The memory is not as long as the cells in it.
    #[error("{words} words for {cells} cells")]
    Words {
        /// The words.
        words: u64,
        /// The cells.
        cells: u64,
    },
    /// The memory is not as long as the packed ternary cells in it.
    #[error("{bytes} bytes for {cells} cells")]
    Bytes {
        /// The bytes.
        bytes: u64,
        /// The cells.
        cells: u64,
    },
    /// A bit behind the last cell is set.
    #[error("a bit is set behind the last cell")]
    BehindTheEnd,
    /// Items are located in another number of cells than there are.
    #[error("positions in {located} cells for an array of {stored}")]
    Positions {
        /// Cells of the locator.
        located: u64,
        /// Cells of the array.
        stored: u64,
    },
    /// The bits of a DlBF do not fill its regions.
    #[error("{bits} bits in {regions} regions of {region_bits}")]
    Regions {
        /// The bits.
        bits: u64,
        /// The regions.
        regions: u64,
        /// Bits of a region.
        region_bits: u64,
    },
    /// Cells are wider or narrower than the filter's.
    #[error("cells of {width} bits, where {least} to {most} belong")]
    CellWidth {
        /// Bits of a cell.
        width: u32,
        /// The fewest.
        least: u32,
        /// The most.
        most: u32,
    },
    /// A ternary cell holds more than 2, or a byte more than five of them.
    #[error("a ternary cell holds more than 2")]
    Ternary,
    /// A cell that counts no item has the fingerprint of one.
    #[error("a cell that counts no item has a fingerprint")]
    FingerprintOfNone,
    /// A recycling filter should have been recycled already.
    #[error("the filter is past its bound")]
    PastTheBound,
    /// The two filters of a two-phase filter locate messages differently.
    #[error("the active and the frozen filter locate messages differently")]
    TwoLocators,
}

/// What is wrong with the bytes of a stored filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StoredDamage {
    /// There are fewer bytes than stand before the contents.
    #[error("the stored filter is damaged: it ends before its contents")]
    Truncated,
    /// The first bytes are not those of a stored filter, or of another version.
    #[error("this is no stored filter, or one of another version")]
    NoFilter,
    /// The contents are longer or shorter than they were.
    #[error("the stored filter is damaged: it has another length")]
    Length,
    /// The contents are not those that were stored, or are a filter of another kind.
    #[error("the stored filter is damaged, or of another kind: its checksum does not match")]
    Checksum,
}
