//! Figure 6: false-positive rate of every filter after r = 0.2 n deletions.

use bloomlab_pictures::Picture;
use bloomlab_workbench::{AnyError, Context, Figure};

use crate::filters;
use crate::measured::Row;
use crate::rates;
use crate::sweep::Sweep;

/// r/n in per cent.
const DELETED_PERCENT: u64 = 20;

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
}
