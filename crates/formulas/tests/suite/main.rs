//! The formulas against each other, against exact rationals, and against values of other software.

mod blocked;
mod bounds;
mod errata;
mod exact_equality;
mod hops;
mod mean_rate;
mod partitioned;
mod properties;
mod reference;
mod retouched;
mod sizing;
mod structures;
