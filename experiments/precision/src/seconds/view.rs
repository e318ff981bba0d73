//! Times against m in doubles.

use super::*;

/// What the picture calls the formulas.
const FORMULAS: [(Formula, &str); 5] = [
    (Formula::ChristensenClosed, "eq. 18"),
    (Formula::BoseStirling, "eq. 20"),
    (Formula::ChristensenRecursion, "recursion"),
    (Formula::InclusionExclusion, "inclusion–exclusion"),
    (Formula::Coverage, "coverage"),
];
/// A tenth of a millisecond.
const QUICK: f64 = 1e-4;

/// The times of a formula in doubles.
fn of(rows: &[Row], formula: Formula) -> impl Iterator<Item = &Row> {
    rows.iter().filter(move |row| row.formula == formula.name() && row.arithmetic == "f64")
}

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let coverage = largest(of(rows, Formula::Coverage), |row| row.seconds)?;
    let recursion = largest(of(rows, Formula::ChristensenRecursion), |row| row.bits as f64)?.row;
    let off = |row: &&Row| row.estimated_seconds / row.seconds;
    let drawn = || rows.iter().filter(|row| row.arithmetic == "f64");
    let wide = |formula: Formula| {
        let is_wide = |row: &&Row| row.formula == formula.name() && row.correct_digits.is_some();
        largest(rows.iter().filter(is_wide), |row| row.correct_digits.unwrap_or(0.0))
    };
    let digits = wide(Formula::Coverage)?;
    let doubles = |formula| {
        let found = of(rows, formula).find_map(|row| row.correct_digits);
        found.ok_or_else(|| format!("no digits of {}", formula.name()))
    };
    let closed = [doubles(Formula::ChristensenClosed)?, doubles(Formula::BoseStirling)?];
    Ok(Facts::new()
        .number("closed_digits", closed[0].max(closed[1]), 2)
        .number("coverage", 1e6 * coverage.value, 2)
        .number("largest", largest(drawn(), |row| row.bits as f64)?.value, 1)
        .number("recursion", 1e3 * recursion.seconds, 2)
        .count("recursion_bits", recursion.bits)
        .count("hashes", recursion.hashes)
        .count("bits_per_item", recursion.bits / recursion.items)
        .number("least_off", smallest(drawn(), off)?.value, 1)
        .number("most_off", largest(drawn(), off)?.value, 2)
        .number("alternating", doubles(Formula::InclusionExclusion)?, 3)
        .number("positive", doubles(Formula::Coverage)?, 4)
        .number("digits", digits.value, 2)
        .number("wide", 1e3 * digits.row.seconds, 2))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let series = FORMULAS.map(|(formula, name)| {
        let points = of(rows, formula).map(|row| Point::new(row.bits as f64, row.seconds));
        let is_short = of(rows, formula).all(|row| row.bits <= 10_000);
        Series::new(if is_short { "" } else { name }, Mark::Joined, points).look(look(formula))
    });
    let facts = facts(rows)?;
    let panel = Panel::new(
        Axis::new("filter size *m* (bits)", Scale::Log10),
        Axis::new("seconds of one rate in f64", Scale::Log10).limited(5e-7, 1.0),
        series,
    );
    let last = |formula| {
        let row = largest(of(rows, formula), |row| row.bits as f64)?.row;
        Result::<_, AnyError>::Ok((row.bits as f64, row.seconds))
    };
    let short = [
        (Formula::ChristensenClosed, "eq. 18", -7.0),
        (Formula::BoseStirling, "eq. 20", 0.0),
        (Formula::ChristensenRecursion, "recursion, {recursion} ms", 9.0),
    ];
    let panel = short.iter().try_fold(panel.labelled(), |panel, &(formula, text, down)| -> Result<Panel> {
        let note = Note::text(last(formula)?, (10.0, down), facts.fill(text)?);
        Ok(panel.note(note.coloured(looks::colour(formula))))
    })?;
    let coverage = Note::ring(last(Formula::Coverage)?, (-16.0, -16.0), facts.fill("{coverage} µs")?);
    let beyond = "eq. 18, eq. 20 and recursion:\nlarger filters not measured";
    let beyond =
        Note::text((last(Formula::ChristensenRecursion)?.0, 0.16), (130.0, 0.0), beyond).coloured(Colour::Grey);
    Ok(LineFigure::single(panel.note(beyond).note(coverage)).draw()?)
}

/// Colour and marker alone.
fn look(formula: Formula) -> Look {
    let markers = [Marker::Diamond, Marker::Wedge, Marker::Square, Marker::Triangle, Marker::Circle];
    let place = FORMULAS.iter().position(|(other, _)| *other == formula).unwrap_or(0);
    Look::new(looks::colour(formula)).marked(markers[place])
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let slowest = largest(of(rows, Formula::Coverage), |row| row.seconds)?;
    let title = Decision::title().measured_as("longest time of coverage in doubles, in seconds", slowest.value);
    let title = title.tested_on(of(rows, Formula::Coverage))?.threshold("a tenth of a millisecond: 1e-4 s");
    Ok(vec![title.at_most(slowest, QUICK, |row| format!("m = {}", row.bits))])
}
