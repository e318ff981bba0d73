//! Figures 5 to 7: rates beside a plain Bloom filter in the same memory.

mod claims;
mod view;

use bloomlab_workbench::figure::*;
pub(crate) use claims::{below_cells, lead, times};
pub(crate) use view::{draw, leads, pays, pays_up_to, price};

use crate::filters;
use crate::measured::Row;
use crate::sweep::Sweep;

pub(crate) fn compute(p: &Sweep, context: &Context) -> Result<Vec<Row>> {
    p.rows(&filters::of_the_paper(&p.region_bits), context)
}
