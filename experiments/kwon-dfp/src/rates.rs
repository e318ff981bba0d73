//! Figures 5 to 7: rates beside a plain Bloom filter in the same memory, after no deletions, few and more.

mod claims;
mod view;

pub(crate) use crate::sweep::compute;
pub(crate) use claims::claims;
pub(crate) use view::{draw, facts};
