//! Figure 5: false-positive rate of every filter, nothing deleted.

mod view;

pub(crate) use view::{claims, facts};

pub(crate) use crate::rates::{compute, draw};
