//! Figure 4: deletability of every filter.

mod claims;

use bloomlab_pictures::{LineFigure, Picture};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};

use crate::filters;
use crate::measured::{Row, simulated};
use crate::panels::{deletabilities, deletability_panel};
use crate::sweep::Sweep;

pub(crate) struct Deletability;

impl Figure for Deletability {
    type Parameters = Sweep;
    type Row = Row;

    fn compute(p: &Sweep, context: &Context) -> Result<Vec<Row>, AnyError> {
        p.rows(filters::of_the_paper(&p.region_bits), 0, context)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let series = deletabilities(rows, |row| row.filter.clone());
        Ok(LineFigure::single(deletability_panel(series)).draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        claims::decide(simulated(rows))
    }
}
