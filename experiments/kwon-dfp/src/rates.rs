//! Figures 5 to 7: rates beside a plain Bloom filter in the same memory, after no deletions, few and more.

mod claims;
mod view;

use crate::prelude::*;
pub(crate) use claims::claims;
pub(crate) use view::{draw, facts};

use crate::measured::Row;

pub(crate) fn compute(p: &Sweep, context: &Context) -> Result<Vec<Row>> {
    p.rows(&filters::of_the_paper(&p.region_bits), context)
}
