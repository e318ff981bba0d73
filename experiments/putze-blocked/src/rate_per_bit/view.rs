//! One line for each block size, the simulated filters on it, and what larger filters or more cache lines make up for.
//! What blocks do to the rate, to the best k and to the bits for a rate, and whether simulated filters have the rate.

use super::lines::CACHE_LINE;
use super::*;

/// The m/n of the title.
const FEW_BITS: u64 = 10;
const MANY_BITS: u64 = 32;
/// The m/n of the last panel.
const DRAWN: [u64; 4] = [8, 16, 24, 32];
/// The share of more bits that is asked about.
const A_TENTH: f64 = 0.1;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let absent = || rows.iter().filter_map(|row| row.bits_of_absent);
    let last =
        grown(rows, CACHE_LINE).last().and_then(|row| row.extra_bits_share).ok_or("no blocks of a cache line")?;
    let blocks = || rows.iter().filter(|row| row.block_bits >= CACHE_LINE && row.filter != Filter::Unblocked);
    Ok(Facts::new()
        .count("least_block", CACHE_LINE)
        .number("most_block", largest(blocks(), |row| row.block_bits as f64)?.value, 5)
        .count("few_bits", FEW_BITS)
        .count("many_bits", MANY_BITS)
        .number("few_ratio", of_a_line(rows, FEW_BITS)?.rate_ratio, 2)
        .number("many_ratio", of_a_line(rows, MANY_BITS)?.rate_ratio, 2)
        .number("tenth_bits", bits_of_a_tenth(rows)?, 3)
        .percent("extra", last, 2)
        .number("least_absent", smallest(absent(), |bits| *bits)?.value, 2)
        .number("most_absent", largest(absent(), |bits| *bits)?.value, 2))
}

/// The first row with blocks of a cache line and this many bits per item.
fn of_a_line(rows: &[Row], bits_per_item: u64) -> Result<&Row> {
    let found = rows.iter().find(|row| row.block_bits == CACHE_LINE && row.bits_per_item == bits_per_item);
    found.ok_or_else(|| format!("no blocks of a cache line at m/n = {bits_per_item}").into())
}

/// The rows with the bits for the rate without blocks, for one size of block.
fn grown(rows: &[Row], block_bits: u64) -> impl Iterator<Item = &Row> + Clone {
    rows.iter().filter(move |row| row.block_bits == block_bits && row.extra_bits_share.is_some())
}

/// Where blocks of a cache line need a tenth more bits, between two sizes of the grid.
fn bits_of_a_tenth(rows: &[Row]) -> Result<f64> {
    let points = grown(rows, CACHE_LINE).filter_map(|row| Some((row.bits_per_item as f64, row.extra_bits_share?)));
    let mut pairs = points.clone().zip(points.skip(1));
    let ((x, low), (next, high)) = pairs.find(|(_, next)| next.1 > A_TENTH).ok_or("a tenth is enough everywhere")?;
    Ok(x + (next - x) * (A_TENTH - low) / (high - low))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    Ok(LineFigure::new([rates(rows)?, bits(rows)?, lines(rows)?]).columns(2).plot_height(220.0).draw()?)
}

fn x_axis() -> Axis {
    Axis::new("bits per item *m*/*n*", Scale::Linear)
}

/// The rows of each filter that is also simulated.
fn compared(rows: &[Row]) -> impl Iterator<Item = &[Row]> {
    let same = rows.chunk_by(|a, b| (a.filter, a.items) == (b.filter, b.items));
    same.filter(|rows| rows.iter().any(|row| row.simulated.is_some()))
}

fn rates(rows: &[Row]) -> Result<Panel> {
    let x = |row: &Row| row.bits_per_item as f64;
    let series = compared(rows).flat_map(|rows| {
        let simulated = rows.iter().filter_map(|row| Some(row.simulated?.at(x(row))));
        let exact = rows.iter().map(|row| Point::new(x(row), row.rate));
        Series::model(looks::name(rows[0].filter), looks::of(rows[0].filter), exact, simulated)
    });
    let (few, many) = (of_a_line(rows, FEW_BITS)?, of_a_line(rows, MANY_BITS)?);
    // a bar from the rate without blocks to that with blocks of a cache line
    let bars =
        [few, many].map(|row| Point { x: x(row), y: row.rate, interval: Some((row.rate / row.rate_ratio, row.rate)) });
    let bars = Series::new("", Mark::Markers, bars).look(Look::new(Colour::Ink)).unlisted();
    let (y, facts) = (Axis::new("false-positive rate at the best *k*", Scale::Log10), facts(rows)?);
    let note = |row: &Row, offset, text: &str| {
        Ok::<_, AnyError>(Note::arrow((x(row), row.rate / row.rate_ratio.sqrt()), offset, facts.fill(text)?))
    };
    Ok(Panel::new(x_axis(), y, series.chain([bars]))
        .titled("(a) Blocks raise the rate")
        .labelled()
        .note(note(few, (12.0, 88.0), "{few_ratio} times")?)
        .note(note(many, (-54.0, 10.0), "{many_ratio} times")?))
}

fn bits(rows: &[Row]) -> Result<Panel> {
    let grown = rows.chunk_by(|a, b| (a.filter, a.items) == (b.filter, b.items));
    let series = grown.filter(|rows| rows[0].extra_bits_share.is_some()).map(|rows| {
        let points = rows.iter().filter_map(|row| Some(Point::new(row.bits_per_item as f64, row.extra_bits_share?)));
        Series::new(looks::name(rows[0].filter), Mark::Line, points).look(looks::of(rows[0].filter))
    });
    let facts = facts(rows)?;
    let crossing = Reference::vertical(bits_of_a_tenth(rows)?, facts.fill("{tenth_bits} bits per item")?);
    Ok(Panel::new(x_axis(), Axis::new("more bits for the rate without blocks", Scale::Log10).percent(), series)
        .titled(facts.fill("(b) *B* = {least_block}: 10 % more suffices to *m*/*n* = {tenth_bits}")?)
        .labelled()
        .reference(Reference::horizontal(A_TENTH, ""))
        .reference(crossing.named_at(0.0)))
}

fn lines(rows: &[Row]) -> Result<Panel> {
    let series = DRAWN.map(|bits_per_item| {
        let first = rows.first().map(|row| row.items);
        let is_drawn =
            |row: &&Row| row.bits_per_item == bits_per_item && Some(row.items) == first && row.block_bits >= CACHE_LINE;
        let points = rows.iter().filter(is_drawn).map(|row| Point::new(row.lines_of_present, row.rate_ratio));
        let look = Look::new(Colour::Ink);
        Series::new(format!("*m*/*n* = {bits_per_item}"), Mark::Joined, points).look(look).unlisted()
    });
    let mut panel = Panel::new(
        Axis::new("cache lines of an item’s *k* bits", Scale::Log2),
        Axis::new("rate / rate without blocks", Scale::Log10).including(40.0),
        series,
    )
    .titled("(c) Each further cache line lowers the rate");
    for bits_per_item in DRAWN {
        let one = of_a_line(rows, bits_per_item)?;
        let said = if bits_per_item == MANY_BITS {
            facts(rows)?.fill(": {many_ratio} times, as in (a)")?
        } else {
            String::new()
        };
        let text = format!("*m*/*n* = {bits_per_item}{said}");
        let note = Note::text((one.lines_of_present, one.rate_ratio), (10.0, -9.0), text);
        panel = panel.note(note.coloured(Colour::Ink));
    }
    Ok(panel)
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let (few, many) = (of_a_line(rows, FEW_BITS)?.rate_ratio, of_a_line(rows, MANY_BITS)?.rate_ratio);
    let title = Decision::title().measured_as(format!("ratio of the rates at {MANY_BITS} bits per item"), many);
    let mut decisions = vec![title.decide(1.0 < few && few < many, format!("{few:.3} at {FEW_BITS} bits per item"))];
    decisions.extend(by_rate(rows)?);
    decisions.extend([by_block(rows)?, by_load(rows)?, with_cache_lines(rows)?]);
    Ok(decisions)
}

fn name(row: &Row) -> String {
    format!("{} at {} bits per item", String::from(row.filter), row.bits_per_item)
}

fn by_rate(rows: &[Row]) -> Result<[Decision; 3]> {
    let compared: Vec<&Row> = compared(rows).flatten().collect();
    let mut pairs = Vec::new();
    for &row in compared.iter().filter(|row| row.filter != Filter::Unblocked) {
        let same = compared.iter().find(|r| r.filter == Filter::Unblocked && r.bits_per_item == row.bits_per_item);
        pairs.push((row, *same.ok_or("no unblocked filter to compare with")?));
    }
    let lowest = smallest(&pairs, |(row, unblocked)| row.rate / unblocked.rate)?;
    let no_more_hashes = share(&pairs, |(row, unblocked)| row.hashes <= unblocked.hashes)?;
    let simulated = contained(&compared, |row| (row.rate, row.simulated))?;
    let on_compared = |id| Decision::new(id).tested_on(&compared);
    Ok([
        on_compared("B01")?
            .measured(lowest.value)
            .decide(lowest.value > 1.0, format!("not for {}", name(lowest.row.0))),
        on_compared("B02")?.in_share(no_more_hashes, 1.0, |pair| name(pair.0)),
        on_compared("B03")?.in_intervals(simulated),
    ])
}

/// The rows with the bits for the rate without blocks.
fn all_grown(rows: &[Row]) -> impl Iterator<Item = &Row> {
    rows.iter().filter(|row| row.extra_bits_share.is_some())
}

fn by_block(rows: &[Row]) -> Result<Decision> {
    let with_larger = |row: &'_ Row| {
        let larger = |other: &&Row| other.bits_per_item == row.bits_per_item && other.block_bits > row.block_bits;
        all_grown(rows).filter(larger).min_by_key(|other| other.block_bits).map(|next| next.rate_ratio)
    };
    let steps = all_grown(rows).filter_map(|row| Some((row, with_larger(row)?)));
    let falls = share(steps, |(row, next)| *next < row.rate_ratio)?;
    Ok(Decision::new("B04").tested_on(all_grown(rows))?.in_share(falls, 1.0, |(row, _)| name(row)))
}

fn by_load(rows: &[Row]) -> Result<Decision> {
    let grown: Vec<&Row> = all_grown(rows).collect();
    let steps = grown.windows(2).filter(|pair| pair[0].block_bits == pair[1].block_bits);
    let rises = share(steps, |pair| pair[1].rate_ratio > pair[0].rate_ratio)?;
    Ok(Decision::new("B05").tested_on(&grown)?.in_share(rises, 1.0, |pair| name(pair[1])))
}

fn with_cache_lines(rows: &[Row]) -> Result<Decision> {
    let cache_lines =
        || grown(rows, CACHE_LINE).filter_map(|row| Some((row.bits_per_item as f64, row.extra_bits_share?)));
    let most = largest(cache_lines(), |(_, more)| *more)?;
    let points = cache_lines().map(|(bits, more)| (bits, more <= A_TENTH));
    Ok(Decision::new("B06")
        .measured(most.value)
        .threshold(format!("a tenth: {A_TENTH} of the bits"))
        .tested_on(grown(rows, CACHE_LINE))?
        .decide_within(Range::found("bits per item", points), "a tenth is never enough"))
}
