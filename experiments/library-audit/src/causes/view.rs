//! Ten libraries, one row each: what structure and size multiply the rate by, in small and large filters, and what the bits buy.

use super::*;

/// The libraries drawn, from the top, each with what is named beside it.
const DRAWN: [(&str, &str); 10] = [
    ("fastbloom-rs", "two hashes"),
    ("spark", "two hashes"),
    ("guava", "two hashes"),
    (EVEN, "even positions"),
    ("parquet", "blocks"),
    ("sbbf-rs-safe", "blocks"),
    ("abloom", "blocks"),
    ("qfilter", "fingerprints"),
    ("growable-bloom-filter", "growth"),
    ("pyprobables-expanding", "growth"),
];
/// The library of which half of the items have even positions alone.
const EVEN: &str = "bloom";
/// n of the panels.
const FEW: u64 = 1000;
const MANY: u64 = 100_000;
/// The target of both, and that of the bits.
const TARGET: f64 = 1e-4;
const BITS_TARGET: f64 = 0.01;

const SMALL: Look = Look::new(Colour::Ink).marked(Marker::Cross);
const LARGE: Look = Look::new(Colour::Blue);

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let over = |wanted: &[Cause]| {
        let of =
            rows.iter().filter(|row| wanted.contains(&row.cause) && row.items == MANY && row.target == BITS_TARGET);
        Ok::<_, AnyError>((smallest(of.clone(), |row| row.bits_over_needed)?, largest(of, |row| row.bits_over_needed)?))
    };
    let (blocks, slices) = (over(&[Cause::Blocks])?, over(&[Cause::Slices])?);
    let sizing = smallest(rows.iter().filter(|row| row.cause == Cause::Sizing), |row| row.factor)?;
    let quotient = smallest(rows.iter().filter(|row| row.cause == Cause::Fingerprints), |row| row.factor)?;
    let growth = rows.iter().filter(|row| row.cause == Cause::Growth);
    Ok(Facts::new()
        .percent("bits_target", BITS_TARGET, 1)
        .number("even_least", even(rows, FEW)?, 2)
        .number("even_most", even(rows, MANY)?, 3)
        .count("few", FEW)
        .count("many", MANY)
        .percent("drawn_target", TARGET, 1)
        .number("two_few", two_hashes(rows, FEW)?.value, 3)
        .number("two_many", two_hashes(rows, MANY)?.value, 3)
        .number("sizing", sizing.value, 1)
        .number("quotient", quotient.value, 2)
        .number("growth_least", smallest(growth.clone(), |row| row.factor)?.value, 2)
        .number("growth_most", largest(growth, |row| row.factor)?.value, 3)
        .number("blocks_least", blocks.0.value, 3)
        .number("blocks_most", blocks.1.value, 3)
        .number("fingerprints", over(&[Cause::Fingerprints])?.1.value, 3)
        .percent("slices", slices.1.value - 1.0, 1))
}

/// What the even positions of bloom cost.
fn even(rows: &[Row], items: u64) -> Result<f64> {
    Ok(structure(rows, EVEN, items).ok_or("bloom has no factor")?)
}

/// The largest factor of two hashes at n items and the target drawn.
fn two_hashes(rows: &[Row], items: u64) -> Result<Extreme<&Row>> {
    largest(of_job(rows, items).filter(|row| row.cause == Cause::TwoHashes), |row| row.factor)
}

fn of_job(rows: &[Row], items: u64) -> impl Iterator<Item = &Row> + Clone {
    rows.iter().filter(move |row| row.items == items && row.target == TARGET)
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let facts = facts(rows)?;
    let most = two_hashes(rows, FEW)?.row;
    let place = DRAWN.iter().position(|(name, _)| *name == most.library).ok_or("the largest cost is not drawn")?;
    let note = |items, offset, text: &str| -> Result<Note> {
        let factor = structure(rows, &most.library, items).ok_or("no factor")?;
        Ok(Note::text((factor, row_at(place)), offset, facts.fill(text)?))
    };
    let structure = factors(rows, (0.1, 200.0), structure)
        .titled("(a) Structure costs")
        .note(note(FEW, (8.0, 0.0), "{two_few}")?)
        .note(note(MANY, (-8.0, 0.0), "{two_many}")?);
    let size = factors(rows, (0.005, 2.0), size).titled("(b) Size lowers rates");
    let panels = [structure, size, bits(rows)?.titled(facts.fill("(c) Bits, asked for {bits_target}")?)];
    let figure = LineFigure::new(panels).sharing_y().plot_height(250.0);
    let figure = figure.key(SMALL, Mark::Markers, facts.fill("{few} items")?);
    Ok(figure.key(LARGE, Mark::Markers, facts.fill("{many} items")?).draw()?)
}

fn libraries() -> Axis {
    Axis::rows(DRAWN.map(|(name, cause)| format!("{name}: {cause}")))
}

fn factors(rows: &[Row], range: (f64, f64), factor: fn(&[Row], &str, u64) -> Option<f64>) -> Panel {
    // the crosses on top of the discs
    let looks = [(MANY, LARGE), (FEW, SMALL)];
    let at =
        |items, (place, (name, _)): (usize, &(&str, _))| Some(Point::new(factor(rows, name, items)?, row_at(place)));
    let drawn = || DRAWN.iter().enumerate();
    let lines = drawn().map(|row| looks.iter().filter_map(|(items, _)| at(*items, row)).collect::<Vec<Point>>());
    let lines = lines.map(|ends| Series::new("", Mark::Line, ends).look(Look::new(Colour::Grey)));
    let marks = looks.map(|(items, look)| {
        Series::new("", Mark::Markers, drawn().filter_map(|row| at(items, row)).collect::<Vec<_>>()).look(look)
    });
    let series = lines.chain(marks).filter(|series| !series.points().is_empty());
    let ticks = [(0.01, "0.01"), (0.1, "0.1"), (1.0, "1"), (10.0, "10"), (100.0, "100")];
    let x = Axis::new("factor on the rate", Scale::Log10).limited(range.0, range.1).ticked(ticks);
    Panel::new(x, libraries(), series).reference(Reference::vertical(1.0, ""))
}

/// What a library's structure multiplies the rate by, as measured where that is beside the nearest scheme.
fn structure(rows: &[Row], library: &str, items: u64) -> Option<f64> {
    let of = || of_job(rows, items).filter(|row| row.library == library);
    let grown = of().find(|row| row.cause == Cause::Growth);
    let factors: Vec<f64> = of().filter(|row| row.cause != Cause::Sizing).map(|row| row.factor).collect();
    grown.map(|row| row.factor).or_else(|| (!factors.is_empty()).then(|| factors.iter().product()))
}

/// What the size that it allocates does.
fn size(rows: &[Row], library: &str, items: u64) -> Option<f64> {
    of_job(rows, items).find(|row| row.library == library && row.cause == Cause::Sizing).map(|row| row.factor)
}

fn bits(rows: &[Row]) -> Result<Panel> {
    let bits = DRAWN.iter().enumerate().filter_map(|(place, (name, _))| {
        let row = rows.iter().find(|row| row.library == *name && row.items == MANY && row.target == BITS_TARGET)?;
        Some(Point::new(row.bits_over_needed, row_at(place)))
    });
    let bits: Vec<Point> = bits.collect();
    let most = largest(&bits, |point| point.x)?.row;
    let look = LARGE;
    let x = Axis::new("bits / bits needed", Scale::Linear).limited(0.98, 1.16);
    let note = Note::text((most.x, most.y), (-8.0, 0.0), number(most.x, 3));
    let panel = Panel::new(x, libraries(), [Series::new("", Mark::Markers, bits.clone()).look(look)]);
    Ok(panel.reference(Reference::vertical(1.0, "")).note(note))
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let (few, many) = (two_hashes(rows, FEW)?.value, two_hashes(rows, MANY)?.value);
    let title = Decision::title().measured_as("largest factor of two hashes in small filters", few);
    Ok(vec![title.decide(few > many && many >= 1.0, format!("{few:.3} times, and {many:.3} times in large filters"))])
}
