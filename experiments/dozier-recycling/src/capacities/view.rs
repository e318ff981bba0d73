//! What sizing by each model gives away, with the paper's number, and by how much the bounds' filters miss the target.

use bloomlab_pictures::{
    Axis, Colour, Corner, LineFigure, Look, Mark, Note, Panel, Picture, Point, Reference, Region, Scale, Series,
};
use bloomlab_workbench::AnyError;

use super::{BEST, BETWEEN, EXACT, F_A, F_O, F_W, Row};
use crate::looks;
use crate::verdicts::range;

/// What one picture differs in from the other.
pub(crate) struct Drawn {
    pub(crate) x: Axis,
    pub(crate) along: fn(&Row) -> f64,
    /// What the paper says of the worst case, and whether the line that says it is named above.
    pub(crate) words: &'static str,
    pub(crate) is_named_above: bool,
    /// Whether each point stands for itself: between them, whole numbers make the curves go up and down.
    pub(crate) is_discrete: bool,
}

/// What the paper says that sizing by the worst case gives away.
const SAID: f64 = 0.3;

pub(crate) fn draw(rows: &[Row], drawn: &Drawn) -> Result<Picture, AnyError> {
    let mark = if drawn.is_discrete { Mark::Joined } else { Mark::Line };
    // broken where there is no value
    let curve = |model: &str, name: &str, look: Look, value: fn(&Row) -> Option<f64>| {
        let of = rows.iter().filter(|row| row.model == model && [BEST, BETWEEN].contains(&&*row.choice));
        let mut of: Vec<&Row> = of.collect();
        of.sort_by(|a, b| (drawn.along)(a).total_cmp(&(drawn.along)(b)));
        let piece = |rows: &[&Row]| {
            let points = rows.iter().filter_map(|row| Some(Point::new((drawn.along)(row), value(row)?)));
            Series::new(name, mark, points).look(look)
        };
        of.split(|row| value(row).is_none()).filter(|rows| !rows.is_empty()).map(piece).collect::<Vec<Series>>()
    };
    let loss: fn(&Row) -> Option<f64> = |row| Some(1.0 - row.relative_capacity);
    let missed: fn(&Row) -> Option<f64> = |row| Some(row.average_rate? / row.target - 1.0);
    let others = |value: fn(&Row) -> Option<f64>| {
        [
            curve(F_A, "*f*_a", looks::F_A, value),
            curve(F_O, "*f*_o", looks::F_O, value),
            curve(EXACT, "*N*-bounded, exact", looks::N_BOUNDED, value),
        ]
        .concat()
    };
    let given_away = |series: Vec<Series>, room: f64| {
        let y = Axis::new("messages given away", Scale::Linear).including(0.0).including(room).percent();
        Panel::new(drawn.x.clone(), y, series)
    };
    let worst = curve(F_W, "*f*_w, worst case", looks::F_W, loss);
    let [from, .., to] = *worst.first().ok_or("no capacity")?.points() else {
        return Err("a capacity at one point only".into());
    };
    let highest = f64::max(from.y, to.y);
    let (words_at, from_at) = if drawn.is_named_above { (-26.0, 14.0) } else { (24.0, -12.0) };
    let mut first = given_away(worst, 1.15 * highest)
        .reference(Reference::horizontal(SAID, ""))
        .note(Note::text((from.x, SAID), (6.0, words_at), drawn.words).coloured(Colour::Grey))
        .titled("(a) Sized by the worst case");
    for (end, offset) in [(from, (8.0, from_at)), (to, (-8.0, -12.0))] {
        first = first.note(Note::text((end.x, end.y), offset, format!("{:.0} %", 100.0 * end.y)));
    }
    let most = range(rows.iter().filter(|row| row.model == F_O).filter_map(missed)).1;
    let miss = Axis::new("real rate / target − 1", Scale::Linear).including(1.3 * most).percent();
    let panels = [
        first,
        given_away(others(loss), 0.0).titled("(b) Sized by the others"),
        Panel::new(drawn.x.clone(), miss, others(missed))
            .region(Region::above(0.0, "misses the target").named_in(Corner::TopLeft))
            .titled("(c) The rate that results"),
    ];
    Ok(LineFigure::new(panels).plot_height(200.0).draw()?)
}
