//! The largest deletable filter that fits in given memory.

use bloomlab_numbers::{DeletableKind, MAX_SIZE, within};

use crate::{
    CellFilter, CountingCells, DeletableFilter, DfpCells, DlbfCells, FilterError, FingerprintCountingCells, Hashing,
    QuaternaryCells, TernaryCells,
};

/// The largest empty filter of `kind` within m bits: [`DeletableKind::cells`] cells. Bits left over are not allocated.
/// [`FilterError::Refused`] if m holds no cell or k does not fit; [`FilterError::OutOfMemory`].
pub fn deletable_filter(
    kind: DeletableKind,
    bits: u64,
    hashing: Hashing,
) -> Result<Box<dyn DeletableFilter>, FilterError> {
    if let DeletableKind::Dlbf { region_bits } = kind {
        within("region-bits", region_bits, 1..=MAX_SIZE)?;
    }
    let cells = kind.try_cells(bits)?;
    Ok(match kind {
        DeletableKind::Dfp => Box::new(CellFilter::over(DfpCells::new(cells)?, hashing)?),
        DeletableKind::Tbf(packing) => Box::new(CellFilter::over(TernaryCells::new(cells, packing)?, hashing)?),
        DeletableKind::Qbf => Box::new(CellFilter::over(QuaternaryCells::new(cells)?, hashing)?),
        DeletableKind::Dlbf { region_bits } => {
            Box::new(CellFilter::over(DlbfCells::new(cells / region_bits, region_bits)?, hashing)?)
        }
        DeletableKind::Counting => Box::new(CellFilter::over(CountingCells::new(cells)?, hashing)?),
        DeletableKind::FingerprintCounting { fingerprint_bits } => {
            Box::new(CellFilter::over(FingerprintCountingCells::new(cells, fingerprint_bits)?, hashing)?)
        }
    })
}
