//! Fast operations against the same cell by cell.

use bloomlab_filters::{Cells, CounterCells, DfpCells, DlbfCells, TernaryCells};
use bloomlab_numbers::TernaryPacking;

fn counted_one_by_one(cells: &impl Cells) -> Vec<u64> {
    let count = |fingerprint| (0..cells.cell_count()).filter(|&cell| cells.matches(cell, fingerprint)).count() as u64;
    (0..1 << cells.fingerprint_bits()).map(count).collect()
}

/// The cells that match, counted a word at a time, after each of 300 writes: in 101 cells, so that words end in gaps.
#[test]
fn matching_cells_are_counted_as_one_by_one() {
    fn check(mut cells: impl Cells) {
        for step in 0u64..300 {
            assert_eq!(cells.matching_cells(), counted_one_by_one(&cells));
            cells.write(step * step * 7 % cells.cell_count(), step / 3);
        }
    }
    check(DfpCells::new(101).unwrap());
    check(TernaryCells::new(101, TernaryPacking::TwoBits).unwrap());
    check(TernaryCells::new(101, TernaryPacking::FivePerByte).unwrap());
    check(CounterCells::<2>::new(101).unwrap());
    check(CounterCells::<4>::new(101).unwrap());
    check(DlbfCells::new(25, 4).unwrap());
}
