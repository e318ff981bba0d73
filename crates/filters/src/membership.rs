//! What any filter of items does.

use crate::{BlockedBloomFilter, BloomFilter};

/// A filter that items are inserted into and asked for.
pub trait Membership {
    /// Inserts an item.
    fn insert(&mut self, item: &[u8]);

    /// Whether the item may have been inserted.
    fn contains(&self, item: &[u8]) -> bool;

    /// Memory used, in bits.
    fn memory_bits(&self) -> u64;
}

impl Membership for BloomFilter {
    fn insert(&mut self, item: &[u8]) {
        BloomFilter::insert(self, item);
    }

    fn contains(&self, item: &[u8]) -> bool {
        BloomFilter::contains(self, item)
    }

    fn memory_bits(&self) -> u64 {
        BloomFilter::memory_bits(self)
    }
}

impl Membership for BlockedBloomFilter {
    fn insert(&mut self, item: &[u8]) {
        BlockedBloomFilter::insert(self, item);
    }

    fn contains(&self, item: &[u8]) -> bool {
        BlockedBloomFilter::contains(self, item)
    }

    fn memory_bits(&self) -> u64 {
        BlockedBloomFilter::memory_bits(self)
    }
}
