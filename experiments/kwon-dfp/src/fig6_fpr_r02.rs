//! Figure 6: false-positive rate of every filter after r = 0.2 n deletions.

mod view;

pub(crate) use view::{claims, facts};

pub(crate) use crate::rates::{compute, draw};
