//! Figure 5: false-positive rate of every filter, nothing deleted.

mod claims;

use bloomlab_pictures::Picture;
use bloomlab_workbench::{AnyError, Context, Decision, Figure};

use crate::filters;
use crate::measured::{Row, simulated};
use crate::rates;
use crate::sweep::Sweep;

pub(crate) struct Rate;

impl Figure for Rate {
    type Parameters = Sweep;
    type Row = Row;

    fn compute(p: &Sweep, context: &Context) -> Result<Vec<Row>, AnyError> {
        p.rows(filters::of_the_paper(&p.region_bits), 0, context)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        rates::draw(rows)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        claims::decide(simulated(rows))
    }
}
