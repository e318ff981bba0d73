//! Figure 4: deletability of every filter.

mod view;

use crate::prelude::*;
pub(crate) use view::{claims, draw, facts};

use crate::filters::of_the_paper;
use crate::measured::Row;

pub(crate) fn compute(p: &Sweep, context: &Context) -> Result<Vec<Row>> {
    p.rows(&of_the_paper(&p.region_bits), context)
}
