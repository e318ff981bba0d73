//! Filters by their phases and by what becomes of the message that ends a cycle: their names in tables.

pub(crate) const ONE_PHASE: &str = "one phase";
pub(crate) const DROPPING: &str = "two phases, dropping";
pub(crate) const KEEPING: &str = "two phases, keeping";
pub(crate) const RETAINING: &str = "two phases, retaining";
