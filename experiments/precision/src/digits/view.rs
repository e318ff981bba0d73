//! Taken literally and with care, in doubles: the digits of every formula against m.
//! Digits of the closed form at the usual size, of formulas taken literally, and of formulas evaluated with care.

use super::*;
use crate::grid::TRILLION;

/// The m/n that is drawn.
const DRAWN: u64 = 16;
/// What has powers of 1 − t/m, and loses about a digit for every ten times m if it is taken literally.
const LITERAL: [Formula; 5] =
    [Formula::Exact, Formula::Classic, Formula::Bloom1970, Formula::InclusionExclusion, Formula::Coverage];

/// How the picture names the formulas, at the ends of lines; those that lie on others are not drawn. Coverage last, on top.
const FORMULAS: [(Formula, &str); 6] = [
    (Formula::ChristensenClosed, ""),
    (Formula::BoseStirling, ""),
    (Formula::ChristensenRecursion, ""),
    (Formula::InclusionExclusion, "inclusion–exclusion"),
    (Formula::Classic, "classic"),
    (Formula::Coverage, "coverage"),
];

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let is_drawn = |row: &&Row| row.bits_per_item == DRAWN && !row.bits.is_power_of_two();
    let coverage = |arithmetic: &'static str| {
        let is_of = move |row: &&Row| row.formula == Formula::Coverage.name() && row.arithmetic == arithmetic;
        rows.iter().filter(is_drawn).filter(is_of)
    };
    let last = largest(coverage("f64-naive"), |row| row.bits as f64)?;
    let wide = largest(coverage("mpfr:113"), |row| row.bits as f64)?;
    let least = smallest(coverage("f64"), |row| row.median_digits.unwrap_or(0.0))?;
    let fewest = smallest(coverage("f64"), |row| row.least_digits)?;
    Ok(Facts::new()
        .number("loss", loss(rows, "coverage").ok_or("coverage has no digits")?, 2)
        .count("drawn", DRAWN)
        .count("hashes", last.row.hashes)
        .number("largest", last.value, 2)
        .number("literal", last.row.median_digits.unwrap_or(0.0), 2)
        .number("wide", wide.row.median_digits.unwrap_or(0.0), 2)
        // rounded down, as they are said to be the least
        .number("careful", (10.0 * least.value).floor() / 10.0, 3)
        .number("fewest", (10.0 * fewest.value).floor() / 10.0, 3))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let facts = facts(rows)?;
    let literal = panel(rows, "f64-naive")
        .titled("(a) Taken literally, three of the formulas lose a digit for every ten times *m*");
    let careful = panel(rows, "f64").titled("(b) With care the same three lose none as *m* grows");
    let panels = [
        literal.note(
            Note::text((1e8, 11.4), (6.0, 0.0), facts.fill("{loss} digits\nfor ten times *m*")?)
                .coloured(looks::colour(Formula::Coverage)),
        ),
        careful.note(
            Note::text((1e7, 12.9), (6.0, 0.0), facts.fill("coverage: medians of at least {careful}")?)
                .coloured(looks::colour(Formula::Coverage)),
        ),
    ];
    Ok(LineFigure::new(panels).columns(1).plot_height(200.0).sharing_x().draw()?)
}

fn panel(rows: &[Row], arithmetic: &str) -> Panel {
    let of = |formula: Formula| {
        let is_drawn = move |row: &&Row| row.bits_per_item == DRAWN && !row.bits.is_power_of_two();
        rows.iter().filter(is_drawn).filter(move |row| row.arithmetic == arithmetic && row.formula == formula.name())
    };
    let series =
        FORMULAS.map(|(formula, name)| Series::new(name, Mark::Line, until_lost(of(formula))).look(looks::of(formula)));
    let short = [
        ("eq. 18", Formula::ChristensenClosed, (26.0, 2.0), (-8.0, 0.0)),
        ("eq. 20", Formula::BoseStirling, (75.0, 2.0), (12.0, 0.0)),
        ("recursion", Formula::ChristensenRecursion, (1e3, 16.0), (6.0, -9.0)),
    ];
    let panel = Panel::new(
        Axis::new("filter size *m* (bits)", Scale::Log10).limited(2.0, 2e12),
        Axis::new("correct decimal digits", Scale::Linear).limited(0.0, 18.0),
        series,
    );
    short.into_iter().fold(panel.labelled(), |panel, (name, formula, at, offset)| {
        panel.note(Note::text(at, offset, name).coloured(looks::colour(formula)))
    })
}

/// The median of the digits up to the first filter at which none is right: it is drawn at 0 and ends the series.
fn until_lost<'a>(rows: impl Iterator<Item = &'a Row>) -> Vec<Point> {
    let mut points = Vec::new();
    for row in rows {
        let lost = row.median_digits.is_none() && row.failure.as_deref() == Some(CANCELLATION);
        let digits = row.median_digits.or(lost.then_some(0.0));
        points.extend(digits.map(|y| Point::new(row.bits as f64, y)));
        if lost {
            break;
        }
    }
    points
}

/// Digits that are lost for every ten times m count as about one in this range.
const ABOUT_ONE: std::ops::RangeInclusive<f64> = 0.8..=1.2;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let of = |formula: &'static str, arithmetic: &'static str| {
        rows.iter().filter(move |row| row.formula == formula && row.arithmetic == arithmetic)
    };
    let digits = |row: &Row| row.correct_digits.unwrap_or(0.0);

    let last_size = |formula: &str, arithmetic: &str, bits_per_item: u64| {
        let is_of = |row: &&Row| {
            (row.formula.as_str(), row.arithmetic.as_str(), row.bits_per_item) == (formula, arithmetic, bits_per_item)
        };
        let kept = rows.iter().filter(is_of).filter(|row| row.correct_digits.is_some());
        kept.map(|row| row.bits as f64).fold(0.0, f64::max)
    };
    let last = last_size("christensen-closed", "f64", 8);
    let places = rows.iter().map(|row| (row.bits_per_item, row.arithmetic.as_str())).unique();
    let ratio = |(bits_per_item, arithmetic)| {
        last_size("bose-stirling", arithmetic, bits_per_item)
            / last_size("christensen-closed", arithmetic, bits_per_item)
    };
    let ratio = places.map(ratio).fold(0.0, f64::max);

    let literal = |formula| of(formula, "f64-naive");
    let largest = literal("classic").filter(|row| row.bits == TRILLION).map(digits).fold(0.0, f64::max);
    let powers_of_two = literal("classic").chain(literal("coverage")).filter(|row| row.bits.is_power_of_two());
    let at_powers = powers_of_two.map(digits).fold(f64::INFINITY, f64::min);

    let careful = ["exact", "classic", "classic-limit", "bloom-1970"].map(|formula| of(formula, "f64").map(digits));
    let careful = careful.into_iter().flatten().fold(f64::INFINITY, f64::min);

    Ok(vec![
        title(rows)?,
        on_extreme("P03", ratio, ratio > 0.0 && ratio < 2.0),
        on_extreme("P31", last, (64.0..66.0).contains(&last)),
        on_extreme("P32", largest, largest > 0.0 && largest < 5.0),
        on_extreme("P33", at_powers, at_powers >= 14.0),
        on_extreme("P34", careful, careful >= 14.0),
    ])
}

fn title(rows: &[Row]) -> Result<Decision> {
    let losses = LITERAL.iter().map(|formula| loss(rows, formula.name()));
    let losses = losses.collect::<Option<Vec<_>>>().ok_or("a formula has no digits")?;
    let (least, most) = (smallest(&losses, |loss| **loss)?.value, largest(&losses, |loss| **loss)?.value);
    let names = LITERAL.map(Formula::name).join(", ");
    Ok(Decision::title()
        .measured_as("most digits lost for every ten times m", most)
        .threshold("about one: from 0.8 to 1.2, in the medians from 1000 bits on, m no power of two")
        .tested_on(LITERAL.iter().flat_map(|formula| literal(rows, formula.name())))?
        .decide(ABOUT_ONE.contains(&least) && ABOUT_ONE.contains(&most), format!("{losses:.2?} digits"))
        .remark(format!("{names}; the fewest are {least:.2}")))
}

/// The large filters of one formula taken literally.
fn literal<'a>(rows: &'a [Row], formula: &'static str) -> impl Iterator<Item = &'a Row> {
    let is_of = move |row: &&Row| {
        (row.formula.as_str(), row.arithmetic.as_str(), row.bits_per_item) == (formula, "f64-naive", DRAWN)
    };
    rows.iter().filter(is_of).filter(|row| row.bits >= 1000 && !row.bits.is_power_of_two())
}

/// The digits that a formula taken literally loses for every ten times m, from 1000 bits to the last size with a digit: medians.
fn loss(rows: &[Row], formula: &'static str) -> Option<f64> {
    let of = literal(rows, formula);
    let points: Vec<(f64, f64)> =
        of.filter_map(|row| Some((libm::log10(row.bits as f64), row.median_digits?))).collect();
    let (first, last) = (points.first()?, points.last()?);
    Some((first.1 - last.1) / (last.0 - first.0))
}
