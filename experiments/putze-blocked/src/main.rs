//! Figures for Putze, Sanders, Singler, *Cache-, hash- and space-efficient Bloom filters* (2007, 2009): blocked Bloom filters,
//! plain and split.

mod blocks;
mod cache_lines;
mod looks;
mod octave;
mod penalty;
mod rate_per_bit;
mod rocksdb_estimate;
mod split_block;
mod split_block_sizing;

bloomlab_workbench::paper! {
    rate_per_bit::RatePerBit,
    penalty::Penalty,
    split_block::SplitBlock,
    cache_lines::CacheLines,
    split_block_sizing::SplitBlockSizing,
    octave::Octave,
    rocksdb_estimate::RocksdbEstimate,
}
