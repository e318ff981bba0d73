//! Figure 7: false-positive rate of every filter after r = 0.3 n deletions.

mod claims;

use bloomlab_pictures::Picture;
use bloomlab_workbench::{AnyError, Context, Decision, Figure};

use crate::filters;
use crate::measured::{Row, simulated};
use crate::rates;
use crate::sweep::Sweep;

/// r/n in per cent.
const DELETED_PERCENT: u64 = 30;

pub(crate) struct RateAfterDeletions;

impl Figure for RateAfterDeletions {
    type Parameters = Sweep;
    type Row = Row;

    fn compute(p: &Sweep, context: &Context) -> Result<Vec<Row>, AnyError> {
        p.rows(filters::of_the_paper(&p.region_bits), DELETED_PERCENT, context)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        rates::draw(rows)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        claims::decide(simulated(rows))
    }
}
