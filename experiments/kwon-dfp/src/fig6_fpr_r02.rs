//! Figure 6: false-positive rate of every filter after r = 0.2 n deletions.

use bloomlab_pictures::{LineFigure, Picture};
use bloomlab_workbench::{AnyError, Context, Figure};

use crate::measured::{Row, measure};
use crate::sweep::{Sweep, rate_panel};

/// r/n in per cent.
const DELETED_PERCENT: u64 = 20;

pub(crate) struct RateAfterDeletions;

impl Figure for RateAfterDeletions {
    type Parameters = Sweep;
    type Row = Row;

    fn compute(p: &Sweep, context: &Context) -> Result<Vec<Row>, AnyError> {
        measure(&p.points(&p.all_filters(), DELETED_PERCENT)?, p.epochs, context)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        Ok(LineFigure::single(rate_panel(rows)).draw()?)
    }
}
