//! A trial: a DlBF that is filled, its marked regions, and the positions in them.

use crate::prelude::*;
use rand::Rng;

/// What one filter shows.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Trial {
    /// Share of the regions that are marked.
    pub regions: f64,
    /// Share of the items' positions in marked regions.
    pub positions: f64,
}

/// Inserts the items into an empty DlBF and counts.
pub(crate) fn fill(design: &DeletablePoint, key: &StreamKey) -> Result<Trial, SimulationError> {
    let region_bits = match design.kind {
        DeletableKind::Dlbf { region_bits } => region_bits,
        _ => 1,
    };
    let mut random = key.generator();
    let hashing = Hashing::ideal(design.hashes, random.next_u64());
    let regions = design.kind.try_cells(design.bits)? / region_bits;
    let mut filter = CellFilter::over(DlbfCells::new(regions, region_bits)?, hashing)?;
    let locator = *filter.locator();
    let items: Vec<_> = (0..design.items).map(|_| locator.draw(|| random.next_u64())).collect();
    for item in &items {
        filter.insert_at(item)?;
    }
    let array = filter.array();
    let cells = || items.iter().flat_map(|item| item.cells());
    let marked = cells().filter(|&&cell| array.is_saturated(cell)).count();
    Ok(Trial {
        regions: array.collided_regions() as f64 / array.regions() as f64,
        positions: marked as f64 / cells().count() as f64,
    })
}
