//! The rules of the deletable filters: what a cell holds, and what inserting and deleting do to it.

mod counting;
mod dfp;
mod dlbf;
mod fingerprint_counting;
mod rule;
mod ternary;

pub use counting::{CounterCells, CountingCells, QuaternaryCells};
pub use dfp::{DfpCell, DfpCells};
pub use dlbf::DlbfCells;
pub use fingerprint_counting::FingerprintCountingCells;
pub use rule::Cells;
pub use ternary::TernaryCells;
