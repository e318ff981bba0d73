//! The largest deletable filter that fits in given memory.

use bloomlab_occupancy::{DeletableKind, MAX_SIZE, Parameter, TernaryPacking};

use crate::{
    CellFilter, CountingCells, CountingFilter, DeletableFilter, DfpCells, DfpFilter, DlbfCells, DlbfFilter,
    FilterError, FingerprintCountingCells, FingerprintCountingFilter, Hashing, QuaternaryCells, QuaternaryFilter,
    TernaryCells, TernaryFilter,
};

/// The largest empty filter of `kind` within m bits: [`DeletableKind::cells`] cells. Bits left over are not allocated.
///
/// # Errors
/// [`FilterError::OutOfDomain`] if m holds no cell or k does not fit; [`FilterError::OutOfMemory`].
pub fn deletable_filter(
    kind: DeletableKind,
    bits: u64,
    hashing: Hashing,
) -> Result<Box<dyn DeletableFilter>, FilterError> {
    Ok(match kind {
        DeletableKind::Dfp => Box::new(DfpFilter::within(bits, hashing)?),
        DeletableKind::Tbf(packing) => Box::new(TernaryFilter::within(bits, packing, hashing)?),
        DeletableKind::Qbf => Box::new(QuaternaryFilter::within(bits, hashing)?),
        DeletableKind::Dlbf { region_bits } => Box::new(DlbfFilter::within(bits, region_bits, hashing)?),
        DeletableKind::Counting => Box::new(CountingFilter::within(bits, hashing)?),
        DeletableKind::FingerprintCounting { fingerprint_bits } => {
            Box::new(FingerprintCountingFilter::within(bits, fingerprint_bits, hashing)?)
        }
    })
}

impl DfpFilter {
    /// The largest empty D-FP filter within m bits.
    pub fn within(bits: u64, hashing: Hashing) -> Result<DfpFilter, FilterError> {
        CellFilter::over(DfpCells::new(DeletableKind::Dfp.try_cells(bits)?)?, hashing)
    }
}

impl TernaryFilter {
    /// The largest empty TBF within m bits.
    pub fn within(bits: u64, packing: TernaryPacking, hashing: Hashing) -> Result<TernaryFilter, FilterError> {
        CellFilter::over(TernaryCells::new(DeletableKind::Tbf(packing).try_cells(bits)?, packing)?, hashing)
    }
}

impl QuaternaryFilter {
    /// The largest empty QBF within m bits.
    pub fn within(bits: u64, hashing: Hashing) -> Result<QuaternaryFilter, FilterError> {
        CellFilter::over(QuaternaryCells::new(DeletableKind::Qbf.try_cells(bits)?)?, hashing)
    }
}

impl DlbfFilter {
    /// The largest empty DlBF within m bits, its bitmap included.
    pub fn within(bits: u64, region_bits: u64, hashing: Hashing) -> Result<DlbfFilter, FilterError> {
        Parameter::RegionBits.within(region_bits, 1..=MAX_SIZE)?;
        let regions = DeletableKind::Dlbf { region_bits }.try_cells(bits)? / region_bits;
        CellFilter::over(DlbfCells::new(regions, region_bits)?, hashing)
    }
}

impl CountingFilter {
    /// The largest empty CBF within m bits.
    pub fn within(bits: u64, hashing: Hashing) -> Result<CountingFilter, FilterError> {
        CellFilter::over(CountingCells::new(DeletableKind::Counting.try_cells(bits)?)?, hashing)
    }
}

impl FingerprintCountingFilter {
    /// The largest empty FP-CBF within m bits.
    pub fn within(
        bits: u64,
        fingerprint_bits: u32,
        hashing: Hashing,
    ) -> Result<FingerprintCountingFilter, FilterError> {
        let cells = DeletableKind::FingerprintCounting { fingerprint_bits }.try_cells(bits)?;
        CellFilter::over(FingerprintCountingCells::new(cells, fingerprint_bits)?, hashing)
    }
}
