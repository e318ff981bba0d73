//! The share of the rate against the items: a line for each rate and length of the hash.
//! Whether a hash is long enough.

use super::*;

/// The share that a reader may think little of.
const ONE_PER_CENT: f64 = 0.01;
/// What is drawn: smaller shares interest nobody, and larger ones are all.
const SHARES: (f64, f64) = (1e-4, 0.97);
/// Hash functions of a rate of about 1 %, of a millionth, and of about 10^−9.
const USUAL: u64 = 7;
const MILLIONTH: u64 = 20;
const MANY: u64 = 30;
/// The lengths of a hash.
const SHORT: u64 = 32;
const LONG: u64 = 64;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let crossing = |hash_bits, hashes| crossing(of(rows, hash_bits, hashes)).ok_or("a share of 1 % is not reached");
    let width = |row: &&Row| row.uncertainty / row.with;
    let little = rows.iter().filter(|row| row.share < ONE_PER_CENT);
    Ok(Facts::new()
        .number("items", crossing(SHORT, USUAL)?, 2)
        .count("bits", SHORT)
        .percent("one", ONE_PER_CENT, 1)
        .percent("rate", rate(USUAL), 2)
        .count("long_bits", LONG)
        .number("low_rate", rate(MANY), 2)
        .number("many_millions", crossing(LONG, MANY)? / 1e6, 3)
        .number("few_items", crossing(SHORT, MILLIONTH)?, 2)
        .number("long_billions", crossing(LONG, MILLIONTH)? / 1e9, 3)
        .percent("widest", largest(rows, width)?.value, 2)
        .percent("narrow", largest(little, width)?.value, 2))
}

/// The rate of a half full filter.
fn rate(hashes: u64) -> f64 {
    libm::exp2(-(hashes as f64))
}

fn of(rows: &[Row], hash_bits: u64, hashes: u64) -> impl Iterator<Item = &Row> + Clone {
    rows.iter().filter(move |row| row.hash_bits == hash_bits && row.hashes == hashes)
}

/// The items at which the share passes 1 %, between two sizes of the grid.
fn crossing<'a>(rows: impl Iterator<Item = &'a Row> + Clone) -> Option<f64> {
    let points = rows.map(|row| (libm::log10(row.items as f64), libm::log10(row.share)));
    let bound = libm::log10(ONE_PER_CENT);
    let mut steps = points.clone().zip(points.skip(1));
    let ((x, low), (next, high)) = steps.find(|(point, next)| point.1 < bound && next.1 >= bound)?;
    Some(libm::exp10(x + (next - x) * (bound - low) / (high - low)))
}

/// The rows of each line.
fn lines(rows: &[Row]) -> impl Iterator<Item = &[Row]> {
    rows.chunk_by(|a, b| (a.hash_bits, a.hashes) == (b.hash_bits, b.hashes))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let series = lines(rows).filter(|rows| crossing(rows.iter()).is_some()).map(|rows| {
        let drawn = rows.iter().filter(|row| (SHARES.0..SHARES.1).contains(&row.share));
        let points = drawn.map(|row| Point::new(row.items as f64, row.share));
        let look = Look::new(if rows[0].hash_bits == SHORT { Colour::Blue } else { Colour::Vermilion });
        let is_noted = (rows[0].hash_bits, rows[0].hashes) == (SHORT, USUAL);
        Series::new("", Mark::Line, points).look(if is_noted { look.heavy() } else { look })
    });
    let mut panel = Panel::new(
        Axis::new("items *n*", Scale::Log10),
        Axis::new("share of the rate due to equal hashes", Scale::Log10).percent().limited(SHARES.0, 1.0),
        series,
    )
    .reference(Reference::horizontal(ONE_PER_CENT, facts(rows)?.fill("{one} of the rate")?).named_at(0.15));
    let facts = facts(rows)?;
    for (hash_bits, hashes, offset, text) in [
        (SHORT, USUAL, (14.0, 30.0), "{bits} bits, rate\n{rate}:\n{items}"),
        (LONG, MANY, (14.0, 30.0), "{long_bits} bits, rate\n{low_rate}:\n{many_millions} million"),
        (SHORT, MILLIONTH, (14.0, 24.0), "{bits} bits, rate\na millionth:\n{few_items}"),
        (LONG, MILLIONTH, (-14.0, -34.0), "{long_bits} bits, rate\na millionth:\n{long_billions} billion"),
    ] {
        let items = crossing(of(rows, hash_bits, hashes)).ok_or("a share of 1 % is not reached")?;
        panel = panel.note(Note::ring((items, ONE_PER_CENT), offset, facts.fill(text)?));
    }
    Ok(LineFigure::single(panel).plot_height(340.0).draw()?)
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let usual = || of(rows, SHORT, USUAL);
    let items = crossing(usual()).ok_or("a share of 1 % is not reached")?;
    let beyond = share(usual().filter(|row| row.items as f64 > items), |row| row.share >= ONE_PER_CENT)?;
    Ok(vec![
        Decision::title()
            .measured_as("items from which a hash of 32 bits causes 1 % of the rate, k = 7", items)
            .tested_on(usual())?
            .in_share(beyond, 1.0, |row| format!("n = {}", row.items)),
        long_enough(rows, "M10", LONG)?,
        long_enough(rows, "M11", SHORT)?,
    ])
}

fn long_enough(rows: &[Row], id: &'static str, hash_bits: u64) -> Result<Decision> {
    let of = || of(rows, hash_bits, USUAL);
    Ok(Decision::new(id)
        .measured(largest(of(), |row| row.share)?.value)
        .threshold(format!("enough: less than {ONE_PER_CENT} of the rate is due to items with the hash of the query"))
        .tested_on(of())?
        .decide_within(Range::found("items", of().map(|row| (row.items as f64, row.share < ONE_PER_CENT))), "never so"))
}
