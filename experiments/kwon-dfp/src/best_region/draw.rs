//! The best region against the load, and what fixed regions lose.

use bloomlab_pictures::{Axis, Colour, Dash, LineFigure, Look, Mark, Marker, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::AnyError;
use itertools::Itertools;

use super::Row;
use super::claims::losses;
use crate::looks::{look, name};
use crate::panels::{deletability_axis, load_axis};

const LOOKS: [Look; 4] = [
    Look::new(Colour::Blue),
    Look::new(Colour::Green).marked(Marker::Square),
    Look::new(Colour::Ink).marked(Marker::Diamond),
    Look::new(Colour::Purple).marked(Marker::Triangle),
];

pub(super) fn picture(rows: &[Row]) -> Result<Picture, AnyError> {
    let key = Look::new(Colour::Grey).dashed(Dash::Dashed);
    let figure = LineFigure::new([best(rows), deletability(rows)]);
    Ok(figure.key(key, Mark::Line, "√(2*m*/(*kn*))").draw()?)
}

fn best(rows: &[Row]) -> Panel {
    let best = || rows.iter().filter(|row| row.is_best);
    let mut series = Vec::new();
    for (hashes, look) in best().map(|row| row.hashes).unique().zip(LOOKS) {
        let of = || best().filter(move |row| row.hashes == hashes);
        let light = of().map(|row| Point::new(row.items_per_bit, row.light_load_region));
        series.push(Series::new("", Mark::Line, light).look(Look::new(Colour::Grey).dashed(Dash::Dashed)).unlisted());
        let found = of().map(|row| Point::new(row.items_per_bit, row.region_bits as f64));
        series.push(Series::new(format!("*k* = {hashes}"), Mark::Joined, found).look(look));
    }
    let x = Axis::new("load *n*/*m* (items per bit)", Scale::Log2);
    let y = Axis::new("bits of the best region", Scale::Log2).including(1.0);
    Panel::new(x, y, series).titled("(a) for the most deletable items")
}

/// k = 4: the best region, and the paper's.
fn deletability(rows: &[Row]) -> Panel {
    let of = |wanted: Option<u64>| {
        let is_wanted =
            move |row: &&Row| row.hashes == 4 && wanted.map_or(row.is_best, |b| !row.is_best && row.region_bits == b);
        rows.iter().filter(is_wanted).map(|row| Point::new(row.items_per_bit, row.deletability))
    };
    let best = Series::new("best region at each load", Mark::Line, of(None)).look(Look::new(Colour::Blue).heavy());
    let fixed = losses(rows).into_iter().map(|(region_bits, loss)| {
        let filter = format!("DlBF ({region_bits})");
        let said = format!("{}: up to {loss:.2} lost", name(&filter));
        Series::new(said, Mark::Line, of(Some(region_bits))).look(look(&filter))
    });
    let series: Vec<Series> = std::iter::once(best).chain(fixed).collect();
    Panel::new(load_axis(), deletability_axis(), series).titled("(b) what fixed regions lose, *k* = 4")
}
