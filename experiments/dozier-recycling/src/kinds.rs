//! Filters by their phases and by what becomes of the message that ends a cycle: their names in tables, and their looks.

use crate::prelude::*;

pub(crate) const ONE_PHASE: &str = "one phase";
pub(crate) const DROPPING: &str = "two phases, dropping";
pub(crate) const KEEPING: &str = "two phases, keeping";
pub(crate) const RETAINING: &str = "two phases, retaining";

pub(crate) fn look(filter: &str) -> Look {
    match filter {
        DROPPING => looks::TWO_PHASES,
        KEEPING => looks::KEEPING,
        RETAINING => looks::RETAINING,
        _ => looks::ONE_PHASE,
    }
}
