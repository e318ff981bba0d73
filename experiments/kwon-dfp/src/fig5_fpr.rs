//! Figure 5: false-positive rate of every filter, nothing deleted.

use report::{AnyError, Context, Figure, LineFigure, Picture};

use crate::measured::{Row, measure};
use crate::sweep::{Sweep, rate_panel};

pub(crate) struct Rate;

impl Figure for Rate {
    type Parameters = Sweep;
    type Row = Row;

    fn compute(p: &Sweep, context: &Context) -> Result<Vec<Row>, AnyError> {
        measure(&p.points(&p.all_filters(), 0)?, p.epochs, context)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        Ok(LineFigure::single(rate_panel(rows)).draw()?)
    }
}
