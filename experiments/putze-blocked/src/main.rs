//! Figures for Putze, Sanders, Singler, *Cache-, hash- and space-efficient Bloom filters* (2007, 2009): blocked Bloom filters,
//! plain and split.

mod blocks;
mod cache_lines;
mod looks;
mod penalty;
mod rate_per_bit;
mod split_block;

bloomlab_workbench::paper! {
    rate_per_bit::RatePerBit,
    penalty::Penalty,
    split_block::SplitBlock,
    cache_lines::CacheLines,
}
