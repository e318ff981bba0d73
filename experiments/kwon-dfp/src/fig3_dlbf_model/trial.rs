//! A trial: a DlBF that is filled, its marked regions, and the positions in them.

use bloomlab_filters::{CellFilter, Cells, DeletableFilter, DlbfCells, Hashing};
use bloomlab_simulation::DeletablePoint;
use bloomlab_tables::Result;
use rand::Rng;

/// What one filter shows.
pub struct Trial {
    /// Share of the regions that are marked.
    pub regions: f64,
    /// Share of the items' positions in marked regions.
    pub positions: f64,
}

/// Inserts the items into an empty DlBF and counts.
pub fn fill(design: &DeletablePoint, region_bits: u64, mut random: impl Rng) -> Result<Trial> {
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
