//! Figure 7: false-positive rate of every filter after r = 0.3 n deletions.

mod view;

pub(crate) use view::{claims, facts};

pub(crate) use crate::rates::{compute, draw};
