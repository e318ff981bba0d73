//! One filter or two.

/// The filters that share the memory of a recycling filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phases {
    /// One filter.
    One,
    /// Two of equal size: one is active, the other frozen.
    Two,
}
