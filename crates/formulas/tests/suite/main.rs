//! The formulas against each other, against every outcome of tiny filters, and against values of other software.

mod answers;
mod blocked;
mod bounds;
mod counts;
mod errata;
mod exact_equality;
mod folding;
mod hops;
mod load;
mod mean_rate;
mod overlapping;
mod partitioned;
mod properties;
mod reference;
mod refusing;
mod retouched;
mod rocksdb;
mod scalable;
mod set_bits;
mod simulated;
mod sizing;
mod split_block;
mod structures;
mod support;
mod walks;
