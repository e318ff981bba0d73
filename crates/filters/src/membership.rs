//! What any filter of items does.

/// A filter that items are inserted into and asked for.
pub trait Membership {
    /// Inserts an item.
    fn insert(&mut self, item: &[u8]);

    /// Whether the item may have been inserted.
    fn contains(&self, item: &[u8]) -> bool;
}
