//! The figures after Putze, Sanders, Singler, *Cache-, hash- and space-efficient Bloom filters* (2009): blocked Bloom filters.

mod blocks;
mod octave;
mod rate_per_bit;
mod split_block;
mod walks;

bloomlab_tables::program!(octave, rate_per_bit, split_block, walks);
