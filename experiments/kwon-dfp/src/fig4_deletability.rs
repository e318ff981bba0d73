//! Figure 4: deletability of every filter.

use report::{AnyError, Context, Figure, LineFigure, Picture};

use crate::measured::{Row, measure};
use crate::sweep::{Sweep, deletability_panel, model_and_simulation};

pub(crate) struct Deletability;

impl Figure for Deletability {
    type Parameters = Sweep;
    type Row = Row;

    fn compute(p: &Sweep, context: &Context) -> Result<Vec<Row>, AnyError> {
        measure(&p.points(&p.all_filters(), 0)?, p.epochs, context)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let simulated = |row: &Row| (row.simulated_deletability, row.deletability_lower, row.deletability_upper);
        let series = model_and_simulation(rows, |row| row.items_per_bit, |row| row.exact_deletability, simulated);
        Ok(LineFigure::single(deletability_panel(series)).draw()?)
    }
}
