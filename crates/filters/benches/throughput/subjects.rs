//! The subjects that are timed, each behind the same three operations.

use bloomlab_filters::{BloomFilter, DeletableFilter, Removal};

/// An item.
pub type Item = [u8; 8];

/// A filter. What removes nothing says so by `None`.
pub trait Subject: Clone {
    fn insert(&mut self, item: &Item);
    fn contains(&self, item: &Item) -> bool;
    fn remove(&mut self, _: &Item) -> Option<bool> {
        None
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
