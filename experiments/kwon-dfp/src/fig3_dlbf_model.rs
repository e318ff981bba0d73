//! Figure 3: deletability of the DlBF, as published, corrected and simulated.

use report::{AnyError, Context, Figure, LineFigure, Mark, Picture, Point, Series};

use crate::measured::{Row, measure};
use crate::sweep::{Sweep, deletability_panel, model_and_simulation};

pub(crate) struct DlbfModel;

impl Figure for DlbfModel {
    type Parameters = Sweep;
    type Row = Row;

    fn compute(p: &Sweep, context: &Context) -> Result<Vec<Row>, AnyError> {
        measure(&p.points(&p.dlbf(), 0)?, p.epochs, context)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let simulated = |row: &Row| (row.simulated_deletability, row.deletability_lower, row.deletability_upper);
        let mut series = model_and_simulation(rows, |row| row.items_per_bit, |row| row.exact_deletability, simulated);
        for line in series.iter_mut().filter(|series| series.mark == Mark::Line) {
            line.name += " corrected, simulated";
        }
        for chunk in rows.chunk_by(|a, b| a.filter == b.filter) {
            let name = chunk.first().map(|row| format!("{} as published", row.filter)).unwrap_or_default();
            let points =
                chunk.iter().filter_map(|row| Some(Point::new(row.items_per_bit, row.published_deletability?)));
            series.push(Series { name, mark: Mark::LineAndMarkers, points: points.collect() });
        }
        Ok(LineFigure::single(deletability_panel(series)).draw()?)
    }
}
