//! The formulas against each other, against every outcome of tiny filters, and against values of other software.

mod blocked;
mod bounds;
mod counts;
mod errata;
mod exact_equality;
mod folding;
mod hops;
mod mean_rate;
mod overlapping;
mod partitioned;
mod properties;
mod reference;
mod refusals;
mod refusing;
mod retouched;
mod rocksdb;
mod scalable;
mod set_bits;
mod simulated;
mod sizing;
mod split_block;
mod support;
mod walks;
