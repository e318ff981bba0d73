//! Figure 3: deletability of the DlBF, as published, corrected and simulated.

mod claims;

use bloomlab_pictures::{LineFigure, Mark, Picture, Point, Series};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};

use crate::filters;
use crate::measured::{Row, simulated};
use crate::panels::{deletabilities, deletability_panel};
use crate::sweep::Sweep;

pub(crate) struct DlbfModel;

impl Figure for DlbfModel {
    type Parameters = Sweep;
    type Row = Row;

    fn compute(p: &Sweep, context: &Context) -> Result<Vec<Row>, AnyError> {
        p.rows(filters::dlbfs(&p.region_bits), 0, context)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let name = |row: &&Row| format!("{} as published", row.filter);
        let published = |row: &&Row| Some(Point::new(row.items_per_bit, row.published_deletability?));
        let mut series = deletabilities(rows, |row| format!("{} corrected, simulated", row.filter));
        series.extend(Series::by_name(rows, name, Mark::Line, published));
        Ok(LineFigure::single(deletability_panel(series)).draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        claims::decide(simulated(rows))
    }
}
