//! What sizing by the worst case gives away, with the paper's number, and by how much the bounds' filters miss the target.

use super::claims::missed;
use super::*;

/// What the paper says that sizing by the worst case gives away.
const SAID: f64 = 0.3;

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let memory = Axis::new("memory *M* (bits)", Scale::Log2);
    let rate = || Axis::new("target rate", Scale::Log10);
    let loss: fn(&Row) -> Option<f64> = |row| Some(1.0 - row.relative_capacity);
    let worst = |along, mark| curves(rows, along, F_W, looks::F_W, mark, loss);
    let bounds = [(F_O, "*f*_o", looks::F_O), (F_A, "*f*_a", looks::F_A), (EXACT, "exact *N*", looks::N_BOUNDED)];
    let bounds = bounds.map(|(model, name, look)| {
        let mut pieces = curves(rows, RATES, model, look.dashed(Dash::Solid), Mark::Line, missed);
        let last = pieces.pop().map(|piece| piece.named(name));
        pieces.into_iter().chain(last).collect::<Vec<Series>>()
    });
    let target = rows.iter().find(|row| row.along == SIZES).ok_or("no sizes")?.target;
    let panels = [
        given_away(memory, worst(SIZES, Mark::Joined))?.titled(format!("(a) A third at a rate of {target}")),
        given_away(rate(), worst(RATES, Mark::Line))?.titled("(b) More at higher rates"),
        Panel::new(rate(), Axis::new("real rate / target − 1", Scale::Linear).percent(), bounds.concat())
            .region(Region::above(0.0, "misses the target").named_in(Corner::TopLeft))
            .note(Note::text((1e-5, 0.22), (6.0, 0.0), "gaps: cycles\nmay never end").coloured(Colour::Grey))
            .titled("(c) *f*_o, *f*_a miss high targets")
            .labelled(),
    ];
    Ok(LineFigure::new(panels).plot_height(200.0).draw()?)
}

/// The values of a model against M or the rate, broken where there is none.
fn curves(
    rows: &[Row],
    along: &str,
    model: &str,
    look: Look,
    mark: Mark,
    value: fn(&Row) -> Option<f64>,
) -> Vec<Series> {
    let x = |row: &Row| if along == SIZES { row.bits as f64 } else { row.target };
    let is_drawn = |row: &&Row| row.along == along && row.model == model && [BEST, BETWEEN].contains(&&*row.choice);
    let mut of: Vec<&Row> = rows.iter().filter(is_drawn).collect();
    of.sort_by(|a, b| x(a).total_cmp(&x(b)));
    let piece = |rows: &[&Row]| {
        let points = rows.iter().filter_map(|row| Some(Point::new(x(row), value(row)?)));
        Series::new("", mark, points).look(look)
    };
    of.split(|row| value(row).is_none()).filter(|rows| !rows.is_empty()).map(piece).collect()
}

/// What is given away, with its first and last value.
fn given_away(x: Axis, worst: Vec<Series>) -> Result<Panel> {
    let [from, .., to] = *worst.first().ok_or("no capacity")?.points() else {
        return Err("a capacity at one point only".into());
    };
    let is_falling = from.y > to.y;
    let y = Axis::new("messages given away", Scale::Linear).limited(0.0, 0.55).percent();
    let (words, words_at) = if is_falling { ("“more than 30 %”", 22.0) } else { ("“around 30 %”", -22.0) };
    let note = |end: Point, right: f64, down: f64| {
        Note::text((end.x, end.y), (right, down), format!("{:.0} %", 100.0 * end.y))
    };
    Ok(Panel::new(x, y, worst)
        .reference(Reference::horizontal(SAID, ""))
        .note(Note::text((from.x, SAID), (6.0, words_at), format!("the paper:\n{words}")).coloured(Colour::Grey))
        .note(note(from, 8.0, if is_falling { -14.0 } else { 14.0 }))
        .note(note(to, -8.0, -14.0)))
}

/// How many filters by f_o and by f_a meet their target, and up to which.
pub(super) fn met_facts(facts: Facts, rows: &[Row]) -> Result<Facts> {
    let [o, a] = [Met::of(rows, F_O)?, Met::of(rows, F_A)?];
    Ok(facts
        .count("o_met", o.met as u64)
        .count("o_drawn", o.drawn as u64)
        .number("o_met_up_to", o.up_to, 3)
        .count("a_met", a.met as u64)
        .count("a_drawn", a.drawn as u64)
        .number("a_met_up_to", a.up_to, 3))
}

/// The filters that are drawn against the target and have an average rate, and those of them that meet the target.
struct Met {
    drawn: usize,
    met: usize,
    /// The highest target that is met.
    up_to: f64,
}

impl Met {
    fn of(rows: &[Row], model: &str) -> Result<Self> {
        let is_drawn = |row: &&Row| row.along != SIZES && row.model == model && [BEST, BETWEEN].contains(&&*row.choice);
        let drawn: Vec<f64> = rows.iter().filter(is_drawn).filter_map(missed).collect();
        let met = rows.iter().filter(is_drawn).filter(|row| missed(row).is_some_and(|missed| missed <= 0.0));
        let met: Vec<f64> = met.map(|row| row.target).collect();
        Ok(Self { drawn: drawn.len(), met: met.len(), up_to: largest(&met, |target| **target)?.value })
    }
}
