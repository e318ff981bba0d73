//! The rates at one m/n, how many times eq. 1 the rate is and eq. 19 the rate, and the relative error of eq. 1.

use super::claims::SIGNIFICANT;
use super::*;

/// m/n of the rates that are drawn.
const BITS_PER_ITEM: u64 = 8;
/// The largest m of the panels in which all lines meet.
const MOST_BITS: u64 = 512;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let (classic, bloom) = (worst(rows, CLASSIC)?, worst(rows, BLOOM)?);
    let last = largest(of(rows, CLASSIC, Choice::Best), |row| (row.bits * row.bits_per_item) as f64)?.row;
    let fixed = largest(of(rows, CLASSIC, Choice::Fixed), |row| row.relative_error)?;
    Ok(Facts::new()
        .number("factor", classic.factor(), 2)
        .count("worst_bits", classic.bits)
        .count("worst_hashes", classic.hashes)
        .number("bloom_factor", bloom.rate / bloom.exact_rate, 3)
        .count("rates_bits_per_item", BITS_PER_ITEM)
        .percent("last_error", last.relative_error, 2)
        .percent("significant", SIGNIFICANT, 1)
        .count("last_bits", last.bits)
        .count("last_bits_per_item", last.bits_per_item)
        .percent("fixed_error", fixed.value, 2))
}

fn of<'a>(rows: &'a [Row], formula: &'static str, choice: Choice) -> impl Iterator<Item = &'a Row> {
    rows.iter().filter(move |row| row.formula == formula && row.choice == choice)
}

/// The row with the largest error of a formula.
fn worst<'a>(rows: &'a [Row], formula: &'static str) -> Result<&'a Row> {
    Ok(largest(of(rows, formula, Choice::Best), |row| row.relative_error.abs())?.row)
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let facts = facts(rows)?;
    let (classic, bloom) = (worst(rows, CLASSIC)?, worst(rows, BLOOM)?);
    let ring = |row: &Row, y: f64, text| -> Result<Note> {
        Ok(Note::ring((row.bits as f64, y), (24.0, 0.0), facts.fill(text)?))
    };
    let small = |formula| of(rows, formula, Choice::Best).filter(|row| row.bits <= MOST_BITS);
    let below = Axis::new("exact rate / eq. 1", Scale::Log10).limited(0.95, 7.0).ticked(ticks([1, 2, 3, 4, 5, 6]));
    let above = Axis::new("eq. 19 / exact rate", Scale::Log10).limited(0.9, 300.0).ticked(ticks([1, 10, 100]));
    let panels = [
        rates(rows),
        // the lines of this panel and the next are those of the last, where they end apart
        Panel::new(size(), below, curves(small(CLASSIC), Row::factor).map(Series::unlisted))
            .titled("(b) The classic formula is too low")
            .note(ring(classic, classic.factor(), "{factor} times eq. 1,\nfor one item")?),
        Panel::new(size(), above, curves(small(BLOOM), |row| row.rate / row.exact_rate).map(Series::unlisted))
            .titled("(c) Bloom’s formula of 1970 is too high")
            .note(ring(bloom, bloom.rate / bloom.exact_rate, "{bloom_factor} times the rate")?),
        errors(rows),
    ];
    Ok(LineFigure::new(panels).draw()?)
}

fn ticks<const N: usize>(values: [u64; N]) -> [(f64, String); N] {
    values.map(|value| (value as f64, value.to_string()))
}

fn size() -> Axis {
    Axis::new("filter size *m* (bits)", Scale::Log2)
}

type Rate = fn(&Row) -> f64;

/// The exact rate and the three formulas that are often taken for it.
fn rates(rows: &[Row]) -> Panel {
    let is_drawn = |row: &&Row| row.bits_per_item == BITS_PER_ITEM && row.bits <= MOST_BITS;
    let named: [(&str, _, Look, Rate, _); 4] = [
        ("Bloom", BLOOM, looks::BLOOM, |row| row.rate, (12.0, -4.0)),
        ("limit of the classic formula", LIMIT, looks::LIMIT, |row| row.rate, (6.0, 10.0)),
        ("classic", CLASSIC, looks::CLASSIC, |row| row.rate, (8.0, -8.0)),
        ("exact", CLASSIC, looks::EXACT, |row| row.exact_rate, (8.0, -8.0)),
    ];
    let points = |formula, rate: Rate| {
        let drawn = of(rows, formula, Choice::Best).filter(is_drawn);
        drawn.map(move |row| Point::new(row.bits as f64, rate(row)))
    };
    let series = named.map(|(_, formula, look, rate, _)| Series::new("", Mark::Line, points(formula, rate)).look(look));
    let y = Axis::new("false-positive rate", Scale::Linear).percent().limited(0.020, 0.034);
    let panel = Panel::new(size(), y, series).titled(format!("(a) At *m*/*n* = {BITS_PER_ITEM} all meet as *m* grows"));
    panel.notes(named.into_iter().filter_map(|(name, formula, look, rate, offset)| {
        let at = points(formula, rate).next()?;
        Some(Note::text((at.x, at.y), offset, name).coloured(look.colour()))
    }))
}

/// One line for each m/n.
fn curves<'a>(rows: impl Iterator<Item = &'a Row>, value: impl Fn(&Row) -> f64) -> impl Iterator<Item = Series> {
    let name = |row: &&Row| format!("*m*/*n* = {}", row.bits_per_item);
    let point = |row: &&Row| Some(Point::new(row.bits as f64, value(row)));
    let lines = Series::by_name(rows, name, Mark::Joined, point).into_iter().enumerate();
    lines.map(|(i, line)| line.look(looks::step(i)))
}

fn errors(rows: &[Row]) -> Panel {
    let y = Axis::new("1 − eq. 1 / exact rate", Scale::Log10).percent();
    let ends = [32.0, 65536.0].map(|m| Point::new(m, 0.08 / m));
    Panel::new(size(), y, curves(of(rows, CLASSIC, Choice::Best), |row| row.relative_error))
        .labelled()
        .titled("(d) The error of eq. 1 falls like 1/*m*")
        .reference(Reference::horizontal(SIGNIFICANT, "“very significant”"))
        .reference(Reference::curve(ends))
        .note(Note::text((512.0, 0.08 / 512.0), (-12.0, 12.0), "∝ 1/*m*").coloured(Colour::Grey))
}
