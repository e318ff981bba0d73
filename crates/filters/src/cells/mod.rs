//! The rules of the deletable filters: the content of a cell, and the effect of inserting and deleting.

mod counting;
mod dfp;
mod dlbf;
mod fingerprint_counting;
mod rule;
mod ternary;

pub use counting::{CountingCells, QuaternaryCells};
pub use dfp::DfpCells;
pub use dlbf::DlbfCells;
pub use fingerprint_counting::FingerprintCountingCells;
pub use rule::Cells;
pub use ternary::TernaryCells;
