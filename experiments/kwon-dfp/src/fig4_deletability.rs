//! Figure 4: deletability of every filter.

mod view;

pub(crate) use crate::sweep::compute;
pub(crate) use view::{claims, draw, facts};
