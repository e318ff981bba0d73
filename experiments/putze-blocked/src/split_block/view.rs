//! The rate of split blocks over that of plain ones, and the error of the paper's mixture.
//! What split blocks cost, and how far the Poisson mixture is off.

use super::*;

/// The plain filters whose errors are drawn.
const DRAWN: [u64; 4] = [64, 256, 512, 4096];

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let (_, block_bits) = split_bits(rows)?;
    let pairs = split_and_plain(rows)?;
    let worst = largest(plain_errors(rows), |(.., error)| *error)?;
    let above = |pair: &&(&Row, &Row)| price(pair);
    Ok(Facts::new()
        .count("split_bits", block_bits)
        .percent("least", smallest(&pairs, above)?.value, 2)
        .percent("most", largest(&pairs, above)?.value, 2)
        .count("from", pairs.first().ok_or("no pairs")?.0.bits_per_item)
        .count("to", pairs.last().ok_or("no pairs")?.0.bits_per_item)
        .percent("plain_error", worst.value, 2)
        .count("plain_bits", worst.row.1)
        .percent("split_error", largest(split_errors(rows), |error| *error)?.value, 2))
}

/// W, and the bits of a block.
fn split_bits(rows: &[Row]) -> Result<(u64, u64)> {
    let found = rows.iter().find_map(|row| match row.filter {
        Filter::Split(word_bits) => Some((word_bits, word_bits * row.hashes)),
        _ => None,
    });
    found.ok_or_else(|| "no split filter".into())
}

/// Each split filter beside the plain one with as many bits in a block.
fn split_and_plain(rows: &[Row]) -> Result<Vec<(&Row, &Row)>> {
    let (word_bits, block_bits) = split_bits(rows)?;
    let of = |filter: Filter| rows.iter().filter(move |row| row.filter == filter);
    Ok(of(Filter::Split(word_bits)).zip(of(Filter::Plain(block_bits))).collect())
}

/// By how much the rate of split blocks exceeds that of plain ones.
fn price((split, plain): &(&Row, &Row)) -> f64 {
    split.exact / plain.exact - 1.0
}

/// The errors of the mixture for plain blocks, each with B.
fn plain_errors(rows: &[Row]) -> impl Iterator<Item = (&Row, u64, f64)> {
    rows.iter().filter_map(|row| match row.filter {
        Filter::Plain(block_bits) => Some((row, block_bits, row.poisson_error?.abs())),
        _ => None,
    })
}

/// The errors of the mixture for split blocks.
fn split_errors(rows: &[Row]) -> impl Iterator<Item = f64> {
    rows.iter().filter(|row| matches!(row.filter, Filter::Split(_))).filter_map(|row| Some(row.poisson_error?.abs()))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    Ok(LineFigure::new([ratio(rows)?, errors(rows)]).plot_height(250.0).draw()?)
}

fn bits_per_item(row: &Row) -> f64 {
    row.bits_per_item as f64
}

fn x_axis() -> Axis {
    Axis::new("bits per item *m*/*n*", Scale::Linear)
}

fn ratio(rows: &[Row]) -> Result<Panel> {
    let pairs = split_and_plain(rows)?;
    let points = pairs.iter().map(|pair| Point::new(bits_per_item(pair.0), price(pair)));
    let (low, high) = (smallest(&pairs, |pair| price(pair))?, largest(&pairs, |pair| price(pair))?);
    let facts = facts(rows)?;
    let note = |found: Extreme<&(&Row, &Row)>, offset, text: &str| {
        Ok::<_, AnyError>(Note::arrow((bits_per_item(found.row.0), found.value), offset, facts.fill(text)?))
    };
    let y = Axis::new("rate above that of plain blocks", Scale::Linear).percent().including(0.0).including(0.06);
    let line = Series::new("", Mark::Line, points).look(looks::of(pairs[0].0.filter).heavy());
    Ok(Panel::new(x_axis(), y, [line])
        .titled("(a) Splitting costs more at low rates")
        .note(note(low, (22.0, 36.0), "{least}")?)
        .note(note(high, (-34.0, 30.0), "{most}")?))
}

/// Plain blocks as large as the split ones are what (a) is about.
fn drawn_as(filter: Filter) -> Look {
    match filter {
        Filter::Plain(256) => looks::of(filter).heavy(),
        Filter::Plain(512) => Look::new(looks::of(filter).colour()),
        _ => looks::of(filter),
    }
}

fn errors(rows: &[Row]) -> Panel {
    let is_drawn = |row: &Row| match row.filter {
        Filter::Plain(block_bits) => DRAWN.contains(&block_bits),
        filter => filter != Filter::Unblocked,
    };
    let series = rows.chunk_by(|a, b| a.filter == b.filter).filter(|rows| is_drawn(&rows[0])).map(|rows| {
        let error = rows.iter().filter_map(|row| Some(Point::new(bits_per_item(row), row.poisson_error?.abs())));
        Series::new(looks::name(rows[0].filter), Mark::Line, error).look(drawn_as(rows[0].filter))
    });
    Panel::new(x_axis(), Axis::new("error / exact rate", Scale::Log10).percent().limited(3e-6, 1.0), series)
        .titled("(b) The mixture errs most in small blocks")
        .labelled()
        .note(Note::text((12.0, 7e-4), (0.0, 0.0), "plain: too low"))
        .note(Note::text((16.0, 1e-4), (0.0, 0.0), "split: too high").coloured(things::SPLIT))
}

/// The Poisson mixture gives a rate that it is so near to.
const NEAR: f64 = 0.05;
/// An error that is little.
const LITTLE: f64 = 0.01;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let pairs = split_and_plain(rows)?;
    let (low, high) = (smallest(&pairs, |pair| price(pair))?, largest(&pairs, |pair| price(pair))?);
    let otherwise = || format!("the lowest ratio is {:.4}", 1.0 + low.value);
    Ok(vec![
        Decision::title().measured_as("largest excess of the rate", high.value).decide(low.value > 0.0, otherwise()),
        Decision::new("B07").measured(high.row.0.exact / high.row.1.exact).decide(low.value > 0.0, otherwise()),
        plain_mixture(rows)?,
        split_mixture(rows)?,
        Decision::new("B10")
            .tested_on(rows.iter().filter(|row| row.simulated.is_some()))?
            .in_intervals(contained(rows, |row| (row.exact, row.simulated))?),
    ])
}

fn plain_mixture(rows: &[Row]) -> Result<Decision> {
    let plain = || plain_errors(rows);
    let range = Range::found("B", plain().map(|(_, bits, error)| (bits as f64, error <= NEAR)));
    let within = plain().filter(|(_, bits, _)| range.as_ref().is_some_and(|range| range.contains(*bits as f64)));
    let within = within.map(|(.., error)| error).fold(0.0, f64::max);
    Ok(Decision::new("B08")
        .measured(largest(plain(), |(.., error)| *error)?.value)
        .threshold(format!("gives: within {:.0} %", 100.0 * NEAR))
        .tested_on(plain().map(|(row, ..)| row))?
        .decide_within(range, "for no size of blocks")
        .remark(format!("{:.1} % at most there", 100.0 * within)))
}

fn split_mixture(rows: &[Row]) -> Result<Decision> {
    let error = largest(split_errors(rows), |error| *error)?.value;
    let split = split_and_plain(rows)?;
    Ok(Decision::new("B09")
        .measured(error)
        .threshold(format!("little: within {:.0} %", 100.0 * LITTLE))
        .tested_on(split.iter().map(|(split, _)| split))?
        .decide(error <= LITTLE, format!("it errs by {:.1} %", 100.0 * error)))
}
