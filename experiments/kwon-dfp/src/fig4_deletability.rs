//! Figure 4: deletability of every filter.

mod claims;

use bloomlab_pictures::{Axis, LineFigure, Note, Panel, Picture, Scale, Series};
use bloomlab_workbench::{AnyError, Context, Decision, Figure, Interval};

use crate::comparison::{deletes_more_at, dlbfs};
use crate::filters::of_the_paper;
use crate::looks::name;
use crate::measured::Row;
use crate::panels::{curve, deletability, deletability_axis, filters, load_axis};
use crate::sweep::Sweep;

/// The least share of (b).
const LEAST: f64 = 1e-5;

pub(crate) struct Deletability;

impl Figure for Deletability {
    type Parameters = Sweep;
    type Row = Row;

    fn compute(p: &Sweep, context: &Context) -> Result<Vec<Row>, AnyError> {
        p.rows(of_the_paper(&p.region_bits), 0, context)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        Ok(LineFigure::new([deletable(rows), stuck(rows)]).plot_height(300.0).labelled().draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        claims::decide(rows)
    }
}

/// The curves of the filters. The TBF with two bits a cell is not drawn: D-FP hides it.
fn others(rows: &[Row]) -> impl Iterator<Item = &str> {
    filters(rows).into_iter().filter(|filter| *filter != "TBF")
}

fn deletable(rows: &[Row]) -> Panel {
    let series = others(rows).flat_map(|filter| deletability(rows, filter));
    Panel::new(load_axis(), deletability_axis(), series.map(with_tbf)).titled("(a) items that can be deleted")
}

/// The complement, where low loads can be seen, and the loads from which D-FP is ahead of each DlBF.
fn stuck(rows: &[Row]) -> Panel {
    let simulated = |row: &Row| row.simulated_deletability.filter(|d| d.value < 1.0).map(complement);
    let of = |filter| curve(rows, filter, |row| row.items_per_bit, |row| 1.0 - row.exact_deletability, simulated);
    let series = others(rows).flat_map(of).map(with_tbf);
    let y = Axis::new("share of the stored items", Scale::Log10).limited(LEAST, 1.0);
    let panel = Panel::new(load_axis(), y, series).titled("(b) items that cannot");
    let ahead = dlbfs(rows).into_iter().filter_map(|dlbf| {
        let (from, _) = deletes_more_at(rows, "D-FP", &dlbf)?.holds?;
        Some(format!("{} from {:.1} *m*/64 on", name(&dlbf), 64.0 * from))
    });
    let ahead: Vec<String> = ahead.collect();
    let said = format!("D-FP deletes more than\n{}", ahead.join("\n"));
    panel.note(Note::text((0.084, LEAST), (6.0, -40.0), said))
}

/// D-FP and the TBF with two bits a cell delete the same items.
fn with_tbf(series: Series) -> Series {
    if series.name() == "D-FP" { series.named("D-FP = TBF") } else { series }
}

/// Ends that no logarithmic axis has are cut off.
fn complement(deletability: Interval) -> Interval {
    let ends = (1.0 - deletability.upper, 1.0 - deletability.lower);
    Interval { value: 1.0 - deletability.value, lower: ends.0.max(LEAST / 10.0), upper: ends.1 }
}
