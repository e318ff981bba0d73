//! What sizing by the worst case gives away, with the paper's number, and by how much the bounds' filters miss the target.

use super::claims::NAMED;
use super::*;

type Value = fn(&Row) -> Option<f64>;

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let memory = Axis::new("memory *M* (bits)", Scale::Log2);
    let rate = || Axis::new("target rate", Scale::Log10);
    let loss: Value = |row| Some(1.0 - row.relative_capacity);
    let worst = |along, mark| curves(rows, along, F_W, looks::F_W, mark, loss);
    let bounds = [(F_O, "*f*_o", looks::F_O), (F_A, "*f*_a", looks::F_A), (EXACT, "exact *N*", looks::N_BOUNDED)];
    let bounds = bounds.map(|(model, name, look)| {
        let mut pieces = curves(rows, RATES, model, look.dashed(Dash::Solid), Mark::Line, Row::missed);
        let last = pieces.pop().map(|piece| piece.named(name));
        pieces.extend(last);
        pieces
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

/// A model with its best k.
fn best<'a>(rows: &'a [Row], along: &str, model: &str) -> impl Iterator<Item = &'a Row> + Clone {
    rows.iter().filter(move |row| row.along == along && row.model == model && row.is_best())
}

/// The values of a model against M or the rate, broken where there is none.
fn curves(rows: &[Row], along: &str, model: &str, look: Look, mark: Mark, value: Value) -> Vec<Series> {
    let x = |row: &Row| if along == SIZES { row.bits as f64 } else { row.target };
    let of = best(rows, along, model).sorted_by(|a, b| x(a).total_cmp(&x(b))).collect_vec();
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
    let y = Axis::new("messages given away", Scale::Linear).limited(0.0, 0.55).percent();
    let (words, words_down, down) =
        if from.y > to.y { ("“more than 30 %”", 22.0, -14.0) } else { ("“around 30 %”", -22.0, 14.0) };
    let value = |end: Point, offset: (f64, f64)| Note::text((end.x, end.y), offset, format!("{:.0} %", 100.0 * end.y));
    Ok(Panel::new(x, y, worst)
        .reference(Reference::horizontal(NAMED, ""))
        .note(Note::text((from.x, NAMED), (6.0, words_down), format!("the paper:\n{words}")).coloured(Colour::Grey))
        .note(value(from, (8.0, down)))
        .note(value(to, (-8.0, -14.0))))
}

/// How many of the filters that are drawn against the target and have an average rate meet the target, and up to which.
pub(super) fn met_facts(mut facts: Facts, rows: &[Row]) -> Result<Facts> {
    for (name, model) in [("o", F_O), ("a", F_A)] {
        let drawn = best(rows, RATES, model).filter_map(|row| Some((row.target, row.missed()? <= 0.0)));
        let met = share(drawn.clone(), |(_, is_met)| *is_met)?;
        let up_to = largest(drawn.filter(|(_, is_met)| *is_met), |(target, _)| *target)?.value;
        facts = facts
            .count(&format!("{name}_met"), met.having as u64)
            .count(&format!("{name}_drawn"), met.of as u64)
            .number(&format!("{name}_met_up_to"), up_to, 3);
    }
    Ok(facts)
}
