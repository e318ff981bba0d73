//! What goes against what is lost, and the error that remains for several shares of members among the queries.

use bloomlab_pictures::{
    Axis, Colour, Dash, LineFigure, Look, Mark, Marker, Panel, Picture, Point, Reference, Scale, Series,
};
use bloomlab_workbench::AnyError;
use itertools::Itertools;

use super::Row;

/// The rules, from the best on.
const RULES: [(&str, Look); 4] = [
    ("least ratio", Look::new(Colour::Vermilion)),
    ("fewest members", Look::new(Colour::Blue).marked(Marker::Square)),
    ("most false positives", Look::new(Colour::Green).marked(Marker::Triangle)),
    ("any bit", Look::new(Colour::Purple).marked(Marker::Ring)),
];

/// Shares of members among the queries, in units of e = FPR/(1 + FPR).
const SHARES: [(f64, &str); 5] = [(0.0, "no members"), (0.5, "½ *e*"), (1.0, "*e*"), (1.5, "1½ *e*"), (2.0, "2 *e*")];

pub(super) fn picture(rows: &[Row]) -> Result<Picture, AnyError> {
    Ok(LineFigure::new([removed(rows), remaining(rows)]).plot_height(320.0).draw()?)
}

fn removed(rows: &[Row]) -> Panel {
    let at = |row: &Row| Point::new(row.negatives(), row.removed);
    let rule = |(way, look): &(&'static str, Look)| {
        let points = rows.iter().filter(|row| row.way == *way).map(at);
        Series::new(*way, Mark::Joined, points).look(*look)
    };
    let random = rows.iter().filter(|row| row.false_positive_rate.is_some() && !row.distinct);
    let random = random.sorted_by(|a, b| a.negatives().total_cmp(&b.negatives())).map(at);
    let random = Series::new("at random", Mark::Joined, random).look(Look::new(Colour::Ink).marked(Marker::Plus));
    let x = Axis::new("share of the members lost", Scale::Linear).limited(0.0, 1.02);
    let y = Axis::new("share of the false positives gone", Scale::Linear).limited(0.0, 1.02);
    let series = RULES.iter().map(rule).chain([random]);
    let diagonal = [Point::new(0.0, 0.0), Point::new(1.0, 1.0)];
    Panel::new(x, y, series).labelled().reference(Reference::curve(diagonal, "")).titled("(a) five ways to choose bits")
}

fn remaining(rows: &[Row]) -> Panel {
    let cleared: Vec<&Row> = rows.iter().filter(|row| row.way == "each set bit by chance" && !row.distinct).collect();
    let series = SHARES.iter().map(|(units, name)| {
        let error = |row: &&Row| {
            let share = units * row.plain_rate / (1.0 + row.plain_rate);
            let error = (1.0 - share) * row.positives() + share * row.negatives();
            Point::new(row.amount, error / ((1.0 - share) * row.plain_rate))
        };
        let look = Look::new(if *units == 1.0 { Colour::Ink } else { Colour::Blue });
        let look = if *units > 1.0 { look.dashed(Dash::Dashed) } else { look };
        Series::new(*name, Mark::Line, cleared.iter().map(error)).look(look)
    });
    let x = Axis::new("chance that a set bit is cleared", Scale::Linear).limited(0.0, 0.55);
    let y = Axis::new("errors / errors without clearing", Scale::Linear).limited(0.0, 2.1);
    Panel::new(x, y, series).labelled().titled("(b) members among queries: *e* = FPR/(1 + FPR)")
}
