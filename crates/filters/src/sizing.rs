//! The largest deletable filter that fits in given memory.

use crate::{
    CellFilter, CountingCells, CountingFilter, DfpCells, DfpFilter, DlbfCells, DlbfFilter, FilterError,
    FingerprintCountingCells, FingerprintCountingFilter, Hashing, QuaternaryCells, QuaternaryFilter, TernaryCells,
    TernaryFilter, TernaryPacking,
};

impl DfpFilter {
    /// The largest empty D-FP filter within m bits: ⌊m/2⌋ cells. A bit left over is not allocated.
    ///
    /// # Errors
    /// [`FilterError::OutOfDomain`] if m holds no cell or k does not fit; [`FilterError::OutOfMemory`]. Likewise for
    /// the other filters.
    pub fn within(bits: u64, hashing: Hashing) -> Result<DfpFilter, FilterError> {
        CellFilter::over(DfpCells::new(bits / 2)?, hashing)
    }
}

impl TernaryFilter {
    /// The largest empty TBF within m bits: ⌊m/2⌋ cells of two bits, or 5·⌊m/8⌋ cells packed five to a byte.
    ///
    /// # Errors
    /// As [`DfpFilter::within`].
    pub fn within(bits: u64, packing: TernaryPacking, hashing: Hashing) -> Result<TernaryFilter, FilterError> {
        let cells = match packing {
            TernaryPacking::TwoBits => bits / 2,
            TernaryPacking::FivePerByte => bits / 8 * 5,
        };
        CellFilter::over(TernaryCells::new(cells, packing)?, hashing)
    }
}

impl QuaternaryFilter {
    /// The largest empty QBF within m bits: ⌊m/2⌋ cells.
    ///
    /// # Errors
    /// As [`DfpFilter::within`].
    pub fn within(bits: u64, hashing: Hashing) -> Result<QuaternaryFilter, FilterError> {
        CellFilter::over(QuaternaryCells::new(bits / 2)?, hashing)
    }
}

impl DlbfFilter {
    /// The largest empty DlBF within m bits, its bitmap included: R = ⌊m/(b + 1)⌋ regions of b bits.
    ///
    /// # Errors
    /// As [`DfpFilter::within`].
    pub fn within(bits: u64, region_bits: u64, hashing: Hashing) -> Result<DlbfFilter, FilterError> {
        let Some(whole) = region_bits.checked_add(1) else {
            return Err(FilterError::domain("region bits", region_bits, "below 2^64 − 1"));
        };
        CellFilter::over(DlbfCells::new(bits / whole, region_bits)?, hashing)
    }
}

impl CountingFilter {
    /// The largest empty CBF within m bits: ⌊m/4⌋ cells.
    ///
    /// # Errors
    /// As [`DfpFilter::within`].
    pub fn within(bits: u64, hashing: Hashing) -> Result<CountingFilter, FilterError> {
        CellFilter::over(CountingCells::new(bits / 4)?, hashing)
    }
}

impl FingerprintCountingFilter {
    /// The largest empty FP-CBF within m bits: ⌊m/(4 + fingerprint bits)⌋ cells.
    ///
    /// # Errors
    /// As [`DfpFilter::within`].
    pub fn within(
        bits: u64,
        fingerprint_bits: u32,
        hashing: Hashing,
    ) -> Result<FingerprintCountingFilter, FilterError> {
        let cells = bits / (4 + u64::from(fingerprint_bits));
        CellFilter::over(FingerprintCountingCells::new(cells, fingerprint_bits)?, hashing)
    }
}
