//! What is timed, each behind the same three operations.

use bloomlab_filters::{BlockedBloomFilter, BloomFilter, DeletableFilter, Removal};
use xxhash_rust::xxh3::xxh3_64;

use crate::parquet;

/// An item.
pub type Item = [u8; 8];

/// A filter. What removes nothing says so by `None`.
pub trait Subject: Clone {
    fn insert(&mut self, item: &Item);
    fn contains(&self, item: &Item) -> bool;
    fn remove(&mut self, _: &Item) -> Option<bool> {
        None
    }
    fn insert_many(&mut self, items: &[Item]) {
        items.iter().for_each(|item| self.insert(item));
    }
    fn count(&self, items: &[Item]) -> usize {
        items.iter().filter(|item| self.contains(item)).count()
    }
}

#[derive(Clone)]
pub struct Deletable<F>(pub F);

impl<F: DeletableFilter + Clone> Subject for Deletable<F> {
    #[inline]
    fn insert(&mut self, item: &Item) {
        self.0.insert(item);
    }
    #[inline]
    fn contains(&self, item: &Item) -> bool {
        self.0.contains(item)
    }
    #[inline]
    fn remove(&mut self, item: &Item) -> Option<bool> {
        Some(self.0.remove(item) == Removal::Removed)
    }
}

impl Subject for BloomFilter {
    #[inline]
    fn insert(&mut self, item: &Item) {
        BloomFilter::insert(self, item);
    }
    #[inline]
    fn contains(&self, item: &Item) -> bool {
        BloomFilter::contains(self, item)
    }
}

impl Subject for fastbloom::BloomFilter {
    #[inline]
    fn insert(&mut self, item: &Item) {
        fastbloom::BloomFilter::insert(self, item);
    }
    #[inline]
    fn contains(&self, item: &Item) -> bool {
        fastbloom::BloomFilter::contains(self, item)
    }
}

impl Subject for BlockedBloomFilter {
    #[inline]
    fn insert(&mut self, item: &Item) {
        BlockedBloomFilter::insert(self, item);
    }
    #[inline]
    fn contains(&self, item: &Item) -> bool {
        BlockedBloomFilter::contains(self, item)
    }
}

/// The same, many items at once.
#[derive(Clone)]
pub struct Many(pub BlockedBloomFilter);

impl Subject for Many {
    #[inline]
    fn insert(&mut self, item: &Item) {
        self.0.insert(item);
    }
    #[inline]
    fn contains(&self, item: &Item) -> bool {
        self.0.contains(item)
    }
    #[inline]
    fn insert_many(&mut self, items: &[Item]) {
        self.0.insert_many(items);
    }
    #[inline]
    fn count(&self, items: &[Item]) -> usize {
        // a sum that is checked for overflow would take a twentieth of the lookups' time
        self.0.contains_many(items).iter().fold(0, |count, &is_in| count.wrapping_add(usize::from(is_in)))
    }
}

/// `sbbf-rs-safe` hashes nothing: it is given the XXH3 of the items, which costs less than our hash of 128 bits under a seed.
#[derive(Clone)]
pub struct SbbfRsSafe(pub sbbf_rs_safe::Filter);

impl Subject for SbbfRsSafe {
    #[inline]
    fn insert(&mut self, item: &Item) {
        self.0.insert_hash(xxh3_64(item));
    }
    #[inline]
    fn contains(&self, item: &Item) -> bool {
        self.0.contains_hash(xxh3_64(item))
    }
}

/// The same hash for Parquet's filter, which would take XXH64.
impl Subject for parquet::Sbbf {
    #[inline]
    fn insert(&mut self, item: &Item) {
        self.insert_hash(xxh3_64(item));
    }
    #[inline]
    fn contains(&self, item: &Item) -> bool {
        self.check_hash(xxh3_64(item))
    }
}
