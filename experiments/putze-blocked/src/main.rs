//! Figures for Putze, Sanders, Singler, *Cache-, hash- and space-efficient Bloom filters* (2007, 2009): blocked Bloom filters,
//! plain and split.

mod blocks;
mod looks;
mod octave;
mod prelude;
mod rate_per_bit;
mod rocksdb_estimate;
mod split_block;
mod walks;

bloomlab_workbench::paper!();
