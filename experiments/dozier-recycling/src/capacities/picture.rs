//! What sizing by each model gives away, with the paper's number, and by how much the bounds' filters miss the target.

use bloomlab_pictures::{
    Axis, Corner, LineFigure, Look, Mark, Note, Panel, Picture, Point, Reference, Region, Scale, Series,
};
use bloomlab_workbench::AnyError;

use super::{BEST, BETWEEN, EXACT, F_A, F_O, F_W, Row};
use crate::looks;

/// What one picture differs in from the other.
pub(crate) struct Drawn {
    pub(crate) x: Axis,
    pub(crate) along: fn(&Row) -> f64,
    /// What the paper says of the worst case.
    pub(crate) words: &'static str,
}

/// What the paper says that sizing by the worst case gives away.
const SAID: f64 = 0.3;

pub(crate) fn draw(rows: &[Row], drawn: &Drawn) -> Result<Picture, AnyError> {
    let curve = |model: &str, name: &str, look: Look, value: fn(&Row) -> Option<f64>| {
        let of = rows.iter().filter(|row| row.model == model && [BEST, BETWEEN].contains(&&*row.choice));
        let mut points: Vec<Point> = of.filter_map(|row| Some(Point::new((drawn.along)(row), value(row)?))).collect();
        points.sort_by(|a, b| a.x.total_cmp(&b.x));
        Series::new(name, Mark::Line, points).look(look)
    };
    let loss: fn(&Row) -> Option<f64> = |row| Some(1.0 - row.relative_capacity);
    let missed: fn(&Row) -> Option<f64> = |row| Some(row.average_rate? / row.target - 1.0);
    let others = |value: fn(&Row) -> Option<f64>| {
        [
            curve(F_A, "*f*_a", looks::F_A, value),
            curve(F_O, "*f*_o", looks::F_O, value),
            curve(EXACT, "*N*-bounded, exact", looks::N_BOUNDED, value),
        ]
    };
    let given_away = |series: Vec<Series>| {
        Panel::new(drawn.x.clone(), Axis::new("messages given away", Scale::Linear).including(0.0).percent(), series)
    };
    let worst = curve(F_W, "*f*_w, worst case", looks::F_W, loss);
    let ends = [(12.0, worst.points().first().copied()), (-12.0, worst.points().last().copied())];
    let mut first = given_away(vec![worst])
        .reference(Reference::horizontal(SAID, drawn.words).named_below())
        .titled("(a) Sized by the worst case");
    for (aside, end) in ends {
        let end = end.ok_or("no capacity")?;
        first = first.note(Note::text((end.x, end.y), (aside, -12.0), format!("{:.0} %", 100.0 * end.y)));
    }
    let miss = Axis::new("real rate / target − 1", Scale::Linear).percent();
    let panels = [
        first,
        given_away(others(loss).into()).titled("(b) By the others"),
        Panel::new(drawn.x.clone(), miss, others(missed))
            .region(Region::above(0.0, "misses the target").named_in(Corner::TopLeft))
            .titled("(c) Whether the filter keeps its rate"),
    ];
    Ok(LineFigure::new(panels).plot_height(200.0).draw()?)
}
