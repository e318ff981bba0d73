//! Parquet's estimates against bits per item, those of double hashing against items.

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use super::Row;

/// What is drawn of blocks, and of double hashing: one with a line, as its rate is computed exactly, and one without.
const BLOCKS: &str = "parquet";
const EXACT: &str = "spark";
const NEAREST: &str = "guava";
/// n from which on blocks are drawn, many of them.
const MANY: u64 = 1000;
/// Rates asked for of the others, each with its colour.
const TARGETS: [(f64, Colour, &str); 2] = [(0.01, Colour::Blue, "0.01 asked for"), (1e-4, Colour::Vermilion, "0.0001")];
/// By how much an estimate may be off that is said to be right.
const CLOSE: f64 = 0.05;

fn of<'a>(rows: &'a [Row], library: &'a str) -> impl Iterator<Item = &'a Row> + Clone {
    rows.iter().filter(move |row| row.library == library)
}

fn blocks(rows: &[Row]) -> impl Iterator<Item = &Row> + Clone {
    of(rows, BLOCKS).filter(|row| row.items >= MANY)
}

/// The lowest estimate in units of the rate, in blocks and of the two that hash doubly.
fn lowest(rows: &[Row]) -> Result<[Extreme<&Row>; 2]> {
    let ratio = |row: &&Row| row.ratio().value;
    Ok([smallest(blocks(rows), ratio)?, smallest(of(rows, EXACT).chain(of(rows, NEAREST)), ratio)?])
}

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let [blocks, doubly] = lowest(rows)?;
    Ok(Facts::new()
        .percent("blocks", blocks.value, 2)
        .percent("doubly", doubly.value, 2)
        .number("said", blocks.row.reported, 2)
        .number("is", blocks.row.measured.value, 2)
        .count("items", blocks.row.items)
        .count("few", doubly.row.items))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let facts = facts(rows)?;
    let [in_blocks, doubly] = lowest(rows)?;
    let y = || {
        Axis::new("estimate / rate", Scale::Log10).limited(0.05, 2.0).ticked([(0.1, "0.1"), (0.5, "0.5"), (1.0, "1")])
    };
    let note = |x: f64, row: &Row, offset, text| {
        Ok::<_, AnyError>(Note::ring((x, row.ratio().value), offset, facts.fill(text)?))
    };
    let line = |row: &&Row| row.classic.map(|classic| classic / row.computed);
    let by_bits = || blocks(rows).sorted_by(|a, b| a.bits_per_item.total_cmp(&b.bits_per_item));
    let model = by_bits().filter_map(|row| Some(Point::new(row.bits_per_item, line(&row)?)));
    let look = Look::new(Colour::Ink);
    let a = Panel::new(
        Axis::new("bits per item", Scale::Linear),
        y(),
        Series::model("eq. 1", look, model, by_bits().map(|row| row.ratio().at(row.bits_per_item))),
    );
    let mut series = Vec::new();
    for (target, colour, name) in TARGETS {
        let of = |library| of(rows, library).filter(move |row| row.target == target);
        let model = of(EXACT).filter_map(|row| Some(Point::new(row.items as f64, line(&row)?)));
        let at = |row: &Row| row.ratio().at(row.items as f64);
        series.extend(Series::model(name, Look::new(colour), model, of(EXACT).map(at)));
        let look = Look::new(colour).marked(Marker::Square);
        series.push(Series::new("", Mark::Markers, of(NEAREST).map(at)).look(look));
    }
    let b = Panel::new(Axis::new("items *n*", Scale::Log10), y(), series);
    let panels =
        [
            a.titled("(a) Parquet: the more bits, the farther off")
                .reference(Reference::horizontal(1.0, ""))
                .note(note(in_blocks.row.bits_per_item, in_blocks.row, (-14.0, 14.0), "{blocks}")?),
            b.titled("(b) Spark, Guava (squares): off in small filters")
                .reference(Reference::horizontal(1.0, ""))
                .note(note(doubly.row.items as f64, doubly.row, (14.0, 14.0), "{doubly}")?),
        ];
    Ok(LineFigure::new(panels).sharing_y().labelled().draw()?)
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let name = |row: &Row| format!("{}, n = {}, target {}", row.library, row.items, row.target);
    let close = |ratio: f64| (ratio - 1.0).abs() <= CLOSE;
    let with_positions = || rows.iter().filter_map(|row| Some((row, row.reported / row.classic?)));
    let worst = largest(with_positions(), |(_, ratio)| (ratio - 1.0).abs())?;
    let range = Range::of("n", with_positions().map(|(row, ratio)| (row.items as f64, close(ratio))));
    let right = |row: &&Row| row.ratio().lower <= 1.0 + CLOSE && row.ratio().upper >= 1.0 - CLOSE;
    let wrong = rows.iter().filter(|row| !row.blocks && !right(row)).map(|row| row.items).max().unwrap_or(0);
    let [blocks, doubly] = lowest(rows)?;
    let beyond = rows.iter().filter(|row| !row.blocks && row.items > wrong).count();
    Ok(vec![
        Decision::title()
            .measured_as("lowest estimate of Parquet over its rate", blocks.value)
            .decide(blocks.value < doubly.value && doubly.value < 1.0, name(doubly.row)),
        Decision::new("A33")
            .measured(worst.value)
            .threshold(format!("is: within {} %", 100.0 * CLOSE))
            .remark(format!("largest at {}; where few bits are set those of one filter are not the mean", name(worst.row.0)))
            .decide_within(range, name(worst.row.0)),
        Decision::new("A34")
            .measured(blocks.value)
            .threshold(format!("is: within {} %, or the 99 % interval is not beside it", 100.0 * CLOSE))
            .decide_if(
                rows.iter().all(|row| right(&row)),
                beyond > 0,
                format!("the filter has no blocks and more than {wrong} items; with blocks it says as little as {:.3} of it, with fewer items {:.3}", blocks.value, doubly.value),
                name(blocks.row),
            ),
    ])
}
