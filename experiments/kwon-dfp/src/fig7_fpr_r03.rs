//! Figure 7: false-positive rate of every filter after r = 0.3 n deletions.

mod claims;

use bloomlab_pictures::{LineFigure, Picture};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};

use crate::filters;
use crate::measured::{Row, measure};
use crate::panels::rate_panel;
use crate::sweep::Sweep;

/// r/n in per cent.
const DELETED_PERCENT: u64 = 30;

pub(crate) struct RateAfterDeletions;

impl Figure for RateAfterDeletions {
    type Parameters = Sweep;
    type Row = Row;

    fn compute(p: &Sweep, context: &Context) -> Result<Vec<Row>, AnyError> {
        measure(&p.points(filters::of_the_paper(&p.region_bits), DELETED_PERCENT)?, p.epochs, context)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        Ok(LineFigure::single(rate_panel(rows)).draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        claims::decide(rows)
    }
}
