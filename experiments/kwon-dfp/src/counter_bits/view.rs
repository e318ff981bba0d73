//! The rate against the items deleted, for each number of bits of a counter.

use super::*;

/// The bits of a counter of CBF and FP-CBF.
const USUAL: u64 = 4;
/// The bits of the counters of the title.
const SHORT: u64 = 2;
/// Fewer stuck counters than this are none.
const NONE: f64 = 0.01;

/// Up to which r/n which counters have the lowest rate, and how many of four bits stick.
pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let up_to = |bits| Ok::<_, AnyError>(share_deleted(last_best(rows, bits)?));
    let first = deletions(rows).next().ok_or("no deletions")?;
    let last = usual(rows).last().ok_or("no counters of four bits")?;
    Ok(Facts::new()
        .number("one", up_to(1)?, 2)
        .number("two", up_to(SHORT)?, 2)
        .number("three", up_to(3)?, 2)
        .text("load", in_64ths(first.items, first.bits))
        .text("highest", in_64ths(last.items, last.bits))
        .number("stuck", last.stuck_counters, 2)
        .count("of", last.cells))
}

fn deletions(rows: &[Row]) -> impl Iterator<Item = &Row> {
    rows.iter().filter(|row| row.part == Part::Deletions)
}

fn of_bits(rows: &[Row], counter_bits: u64) -> impl Iterator<Item = &Row> {
    deletions(rows).filter(move |row| row.counter_bits == counter_bits)
}

fn usual(rows: &[Row]) -> impl Iterator<Item = &Row> {
    rows.iter().filter(|row| row.part == Part::Load && row.counter_bits == USUAL)
}

/// r/n.
fn share_deleted(row: &Row) -> f64 {
    row.deleted as f64 / row.items as f64
}

/// Whether no longer counter has as low a rate with as many deletions.
fn beats_longer(rows: &[Row], row: &Row) -> bool {
    let others = deletions(rows).filter(|other| other.deleted == row.deleted && other.counter_bits > row.counter_bits);
    others.map(|other| other.rate).all(|rate| row.rate < rate)
}

/// The last row up to which counters of `bits` bits beat all longer ones.
fn last_best(rows: &[Row], bits: u64) -> Result<&Row> {
    let last = of_bits(rows, bits).take_while(|row| beats_longer(rows, row)).last();
    last.ok_or_else(|| format!("counters of {bits} bits never have the lowest rate").into())
}

/// One line for each l, with a ring where the next one takes over; one-bit counters are a plain filter, which forgets none.
pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let at = |row: &Row| Point::new(share_deleted(row), row.rate);
    let series = deletions(rows).map(|row| row.counter_bits).unique().map(|bits| {
        let name = if bits == 1 { "one bit: plain".to_owned() } else { format!("{bits} bits") };
        Series::new(name, Mark::Line, of_bits(rows, bits).map(at)).look(look(bits))
    });
    let (x, y) = (Axis::new("deleted items *r*/*n*", Scale::Log10), Axis::new("false-positive rate", Scale::Log10));
    let facts = facts(rows)?;
    let mut panel = Panel::new(x, y, series).labelled();
    for (bits, offset, text) in [
        (1, (14.0, 24.0), "lowest at\nleast up to\n{one} *n*"),
        (SHORT, (14.0, 40.0), "lowest at\nleast up to\n{two} *n*"),
        (3, (10.0, 30.0), "lowest at\nleast up to\n{three} *n*"),
    ] {
        let last = at(last_best(rows, bits)?);
        panel = panel.note(Note::ring((last.x, last.y), offset, facts.fill(text)?).coloured(look(bits).colour()));
    }
    Ok(LineFigure::single(panel).draw()?)
}

fn look(counter_bits: u64) -> Look {
    match counter_bits {
        1 => Look::new(Colour::Grey),
        2 => Look::new(Colour::Blue).heavy(),
        3 => Look::new(Colour::Vermilion),
        _ => Look::new(Colour::Ink),
    }
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let last = usual(rows).last().ok_or("no counters of four bits")?;
    let free = usual(rows).take_while(|row| row.stuck_counters < NONE).last().ok_or("they stick at every load")?;
    let load = |row: &Row| in_64ths(row.items, row.bits);
    let up_to = share_deleted(last_best(rows, SHORT)?);
    let found = share(of_bits(rows, SHORT), |row| beats_longer(rows, row) == (share_deleted(row) <= up_to))?;
    Ok(vec![
        Decision::title()
            .measured_as("largest r/n of the table up to which two bits beat longer counters", up_to)
            .tested_on(of_bits(rows, SHORT))?
            .in_share(found, 1.0, |row| format!("r = {}", row.deleted)),
        Decision::new("D30")
            .measured(last.stuck_counters)
            .tested_on(usual(rows))?
            .threshold(format!("no limit: fewer than {NONE} counters are expected to be stuck"))
            .by_definition(format!(
                "a count that was lost is not known again; with four bits it is no limit up to n = {}, and {:.2} of {} counters are stuck at {}",
                load(free), last.stuck_counters, last.cells, load(last)
            )),
    ])
}
