//! The share of the seeds that build a filter, against the number of items.

use super::*;

/// The title's word: one seed in so many.
const RARE: u64 = 50;
/// Half of the width of a bar, as a factor of n.
const BAR: f64 = 1.02;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let weak = share(of(rows, is_three), |row| row.share.value < 0.5)?;
    Ok(Facts::new()
        .count("rare", RARE)
        .count("worst", worst(rows)?.row.items)
        .number("four", least(rows, is_four)?.value, 2)
        .number("four_lower", least(rows, is_four)?.row.share.lower, 2)
        .number("xor_least", least(rows, |row| row.xor)?.value, 2)
        .count(
            "unsure",
            share(of(rows, is_three).filter(|row| row.share.value < 0.5), |row| row.share.upper > 0.5)?.having as u64,
        )
        .count("weak", weak.having as u64)
        .count("tables", weak.of as u64))
}

fn of(rows: &[Row], is: fn(&Row) -> bool) -> impl Iterator<Item = &Row> {
    rows.iter().filter(move |row| is(row) && row.reported_sets.is_none())
}

fn is_three(row: &Row) -> bool {
    row.arity == 3 && !row.xor
}

fn is_four(row: &Row) -> bool {
    row.arity == 4
}

/// The tables of a kind that the fewest seeds build.
fn least(rows: &[Row], is: fn(&Row) -> bool) -> Result<Extreme<&Row>> {
    smallest(of(rows, is), |row| row.share.value)
}

/// The number of items that the fewest seeds build, of those with the most seeds.
fn worst(rows: &[Row]) -> Result<Extreme<&Row>> {
    smallest(rows.iter().filter(|row| row.reported_sets.is_some()), |row| row.share.value)
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let facts = facts(rows)?;
    let series = |name: &str, is: fn(&Row) -> bool, look: Look| {
        // the row of the most seeds, where there are two of the same number of items
        let most = |row: &Row| {
            let same = rows.iter().filter(|other| is(other) && other.items == row.items);
            same.max_by_key(|other| other.seeds).map_or(row.share, |best| best.share)
        };
        let points = of(rows, is).map(|row| most(row).at(row.items as f64)).collect_vec();
        let bars = points.iter().map(|point| bar(point, look)).collect_vec();
        let plain = points.iter().map(|point| Point::new(point.x, point.y));
        [bars, vec![Series::new(name, Mark::Joined, plain).look(look)]].concat()
    };
    let half = || Reference::horizontal(0.5, "half of the seeds");
    let panel = |low, series: Vec<Series>, reference, title: &str| {
        let y = Axis::new("share of seeds that build", Scale::Linear).limited(low, 1.06);
        Panel::new(Axis::new("items *n*", Scale::Log10), y, series).titled(title).reference(reference)
    };
    let at = |extreme: Extreme<&Row>| (extreme.row.items as f64, extreme.value);
    let (said, named) =
        (facts.fill("{worst} items: fewer than one seed in {rare}")?, half().named_at(0.0).named_below());
    let title = "(a) Binary fuse, arity three: three windows just after the segments double";
    let three = panel(-0.12, series("arity 3", is_three, Look::new(Colour::Indigo)), named, title).note(Note::ring(
        at(worst(rows)?),
        (-90.0, 2.0),
        said,
    ));
    let four = series("arity 4", is_four, Look::new(Colour::Grey).marked(Marker::Ring));
    let xor = series("xor", |row| row.xor, Look::new(Colour::Brown).marked(Marker::Square));
    let named =
        |at, offset, text: &str, colour| Ok::<_, AnyError>(Note::text(at, offset, facts.fill(text)?).coloured(colour));
    let title = facts.fill("(b) Arity four and xor: no share tried below {four}")?;
    let others = panel(0.45, [four, xor].concat(), half().named_at(1.0), &title)
        .note(named(at(least(rows, is_four)?), (10.0, 2.0), "binary fuse, arity four: {four}", Colour::Grey)?)
        .note(named(at(least(rows, |row| row.xor)?), (8.0, 12.0), "xor: {xor_least}", Colour::Brown)?);
    Ok(LineFigure::new([three, others]).columns(1).plot_height(170.0).sharing_x().without_legend().draw()?)
}

/// The interval of a point as a narrow pale bar, as bars with ends would make a fence where points are close.
fn bar(point: &Point, look: Look) -> Series {
    let sides = [1.0 / BAR, BAR].map(|factor| Point { x: factor * point.x, ..*point });
    Series::new("", Mark::Line, sides).look(look).unlisted()
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let name = |row: &&Row| format!("n = {}", row.items);
    let half = |id, is| Decision::new(id).at_least(least(rows, is)?, 0.5, name).tested_on(of(rows, is));
    let worst = worst(rows)?;
    let reported = || rows.iter().filter(|row| row.reported_sets.is_some());
    Ok(vec![
        half("F20", is_four as fn(&Row) -> bool)?,
        half("F21", is_three)?,
        Decision::new("F22")
            .in_share(share(reported(), |row| agrees(row))?, 1.0, name)
            .threshold("as often: the 99 % intervals of both shares overlap")
            .tested_on(reported())?,
        Decision::title().measured_as("its share", worst.value).tested_on([worst.row])?.decide(
            worst.row.share.upper < 1.0 / RARE as f64,
            format!("the interval of the share ends at {:.3}", worst.row.share.upper),
        ),
    ])
}

/// Whether the interval of the reported failures meets that of the chance that all retries fail.
fn agrees(row: &Row) -> bool {
    let (Some(sets), Some(failures)) = (row.reported_sets, row.reported_failures) else { return false };
    let (lower, upper) = proportion_interval(sets, failures, 0.01);
    lower <= row.failure.upper && row.failure.lower <= upper
}
