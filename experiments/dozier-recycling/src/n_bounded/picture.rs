//! What the bounds leave out of the exact rate: a colour for each k, a dash for each bound.

use bloomlab_pictures::{
    Axis, Colour, Dash, LineFigure, Look, Mark, Note, Panel, Picture, Point, Reference, Scale, Series, grouped,
};
use bloomlab_workbench::AnyError;

use super::Row;
use crate::looks::{self, F_A_DASH, F_O_DASH};
use crate::verdicts::range;

/// Of which the rate's missing share is drawn, and how.
type Bound = (Dash, fn(&Row) -> f64);

const BOUNDS: [Bound; 2] = [(F_A_DASH, |row| row.f_a_shortfall), (F_O_DASH, |row| row.f_o_shortfall)];

pub(super) fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
    let first = rows.iter().find(|row| row.along == "N").ok_or("no filter over whose N the bounds are drawn")?;
    let load = rows.iter().rfind(|row| row.along == "M").ok_or("no filter over whose M the bounds are drawn")?;
    let load = (load.messages * load.hashes) as f64 / load.bits as f64;
    let messages = Axis::new("messages *N* that set bits in a cycle", Scale::Log10);
    let memory = Axis::new("memory *M* (bits)", Scale::Log2);
    let falls = rows.iter().filter(|row| row.along == "M").map(|row| row.bits as f64);
    let (low, high) = range(falls);
    let falls = [low, high].map(|bits| Point::new(bits, 0.7 / bits));
    let panels = [
        panel(rows, |row| row.along == "N", messages, |row| row.messages as f64)
            .titled(format!("(a) *M* = {}", grouped(&first.bits.to_string()))),
        panel(rows, |row| row.along != "N", memory, |row| row.bits as f64)
            .reference(Reference::curve(falls, ""))
            .note(Note::text((1024.0, 0.7 / 1024.0), (-16.0, 12.0), "∝ 1/*M*").coloured(Colour::Grey))
            .titled(format!("(b) *kN*/*M* = {load:.1}")),
    ];
    let mut figure = LineFigure::new(panels).plot_height(240.0);
    for k in hashes(rows) {
        figure = figure.key(looks::hashes(k), Mark::Line, format!("*k* = {k}"));
    }
    let bound = |dash: Dash| Look::new(Colour::Ink).dashed(dash);
    Ok(figure.key(bound(F_A_DASH), Mark::Line, "*f*_a").key(bound(F_O_DASH), Mark::Line, "*f*_o").draw()?)
}

fn panel(rows: &[Row], is_drawn: fn(&Row) -> bool, x: Axis, at: fn(&Row) -> f64) -> Panel {
    let mut series = Vec::new();
    for k in hashes(rows) {
        for (dash, shortfall) in BOUNDS {
            let of = rows.iter().filter(|row| row.hashes == k && is_drawn(row));
            let mut points: Vec<Point> = of.map(|row| Point::new(at(row), shortfall(row))).collect();
            points.sort_by(|a, b| a.x.total_cmp(&b.x));
            series.push(Series::new("", Mark::Line, points).look(looks::hashes(k).dashed(dash)));
        }
    }
    Panel::new(x, Axis::new("share of the exact rate left out", Scale::Log10).percent(), series)
}

fn hashes(rows: &[Row]) -> Vec<u64> {
    let mut hashes: Vec<u64> = rows.iter().map(|row| row.hashes).collect();
    hashes.sort_unstable();
    hashes.dedup();
    hashes
}
