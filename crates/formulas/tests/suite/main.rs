//! The formulas against each other, against exact rationals, and against values of other software.

mod blocked;
mod errata;
mod exact_equality;
mod hops;
mod properties;
mod reference;
mod sizing;
