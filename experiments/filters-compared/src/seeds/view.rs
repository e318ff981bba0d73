//! The share of the seeds that build a filter, against the number of items.

use bloomlab_formulas::counts::proportion_interval;
use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use super::Row;

/// The title's word: one seed in so many.
const RARE: u64 = 50;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let worst = worst(rows)?;
    let (four, xor) = (smallest(of(rows, is_four), share_of)?, smallest(of(rows, is_xor), share_of)?);
    Ok(Facts::new()
        .count("rare", RARE)
        .count("worst", worst.row.items)
        .number("four", four.value, 2)
        .number("xor_least", xor.value, 2)
        .count("weak", of(rows, is_three).filter(|row| row.share.value < 0.5).count() as u64)
        .count("tables", of(rows, is_three).count() as u64))
}

fn of(rows: &[Row], is: impl Fn(&Row) -> bool) -> impl Iterator<Item = &Row> {
    rows.iter().filter(move |row| is(row) && row.reported_sets.is_none())
}

fn is_three(row: &Row) -> bool {
    row.arity == 3 && !row.xor
}

fn is_four(row: &Row) -> bool {
    row.arity == 4
}

fn is_xor(row: &Row) -> bool {
    row.xor
}

fn share_of(row: &&Row) -> f64 {
    row.share.value
}

/// The number of items that the fewest seeds build, of those with the most seeds.
fn worst(rows: &[Row]) -> Result<Extreme<&Row>> {
    smallest(rows.iter().filter(|row| row.reported_sets.is_some()), share_of)
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let facts = facts(rows)?;
    let series = |name: &str, is: fn(&Row) -> bool, look: Look| {
        // the row of the most seeds, where there are two of the same number of items
        let most = |row: &Row| {
            let same = rows.iter().filter(|other| is(other) && other.items == row.items);
            same.max_by_key(|other| other.seeds).map_or(row.share.value, |best| best.share.value)
        };
        let points = of(rows, is).map(|row| Point::new(row.items as f64, most(row)));
        Series::new(name, Mark::Joined, points).look(look)
    };
    let worst = worst(rows)?;
    let x = || Axis::new("items *n*", Scale::Log10);
    let y = |low| Axis::new("share of seeds that build", Scale::Linear).limited(low, 1.06);
    let three = Panel::new(x(), y(-0.12), [series("arity 3", is_three, Look::new(Colour::Indigo))])
        .titled("(a) Binary fuse, arity three: three windows just after the segments double")
        .reference(Reference::horizontal(0.5, "half of the seeds").named_at(0.0).named_below())
        .note(Note::ring(
            (worst.row.items as f64, worst.value),
            (-90.0, 2.0),
            facts.fill("{worst} items: fewer than one seed in {rare}")?,
        ));
    let four = series("arity 4", is_four, Look::new(Colour::Grey).marked(Marker::Ring));
    let xor = series("xor", is_xor, Look::new(Colour::Brown).marked(Marker::Square));
    let least = |is: fn(&Row) -> bool| -> Result<(f64, f64)> {
        let least = smallest(of(rows, is), share_of)?;
        Ok((least.row.items as f64, least.value))
    };
    let others = Panel::new(x(), y(0.45), [four, xor])
        .titled(facts.fill("(b) Arity four and xor: at least {four} of the seeds")?)
        .reference(Reference::horizontal(0.5, "half of the seeds").named_at(1.0))
        .note(
            Note::text(least(is_four)?, (10.0, 2.0), facts.fill("binary fuse, arity four: {four}")?)
                .coloured(Colour::Grey),
        )
        .note(Note::text(least(is_xor)?, (8.0, 12.0), facts.fill("xor: {xor_least}")?).coloured(Colour::Brown));
    Ok(LineFigure::new([three, others]).columns(1).plot_height(170.0).sharing_x().legend(Legend::Hidden).draw()?)
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let four = smallest(of(rows, is_four), share_of)?;
    let weakest = smallest(of(rows, is_three), share_of)?;
    let worst = worst(rows)?;
    let reported: Vec<&Row> = rows.iter().filter(|row| row.reported_sets.is_some()).collect();
    Ok(vec![
        Decision::new("F20").at_least(four, 0.5, |row| format!("n = {}", row.items)).tested_on(of(rows, is_four))?,
        Decision::new("F21")
            .at_least(weakest, 0.5, |row| format!("n = {}", row.items))
            .tested_on(of(rows, is_three))?,
        Decision::new("F22")
            .in_share(share(&reported, |row| agrees(row))?, 1.0, |row| format!("n = {}", row.items))
            .threshold("as often: the 99 % intervals of both shares overlap")
            .tested_on(&reported)?,
        Decision::title().measured_as("its share", worst.value).decide(
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
