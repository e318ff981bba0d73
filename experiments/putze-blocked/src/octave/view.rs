//! Bits an item against the target, and one line for each target over the octave.
//! Whether the rule keeps its target, before and after it rounds, whether folding does, and whether simulated filters have the rate.

use super::*;
use bloomlab_formulas::split_block::{WORD_BITS, WORDS};

/// The target of the title, and the lowest that the notes name.
const TARGET: f64 = 0.01;
const LOWEST: f64 = 1e-5;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let more = |target| Ok::<_, AnyError>(more_bits(limit(rows, target)?).ok_or("no sizes")?);
    let (octave, low) = (octave(rows, TARGET)?, octave_end(rows, LOWEST)?);
    Ok(Facts::new()
        .count("words", WORDS)
        .count("word_bits", WORD_BITS)
        .number("start", octave[0].over_target, 1)
        .number("end", octave_end(rows, TARGET)?.over_target, 2)
        .number("lowest_end", low.over_target, 2)
        .percent("target", TARGET, 1)
        .percent("lowest_target", LOWEST, 1)
        .percent("more", more(TARGET)?, 1)
        .percent("most_more", more(LOWEST)?, 2))
}

/// The limit of many blocks at a target.
fn limit(rows: &[Row], target: f64) -> Result<&Row> {
    let found = rows.iter().find(|row| row.blocks.is_none() && (row.target / target - 1.0).abs() < 1e-9);
    found.ok_or_else(|| format!("no target of {target}").into())
}

/// By how much the bits that are needed exceed those of the rule.
fn more_bits(row: &Row) -> Option<f64> {
    Some(row.needed? / row.ruled? - 1.0)
}

/// The rows of each target with blocks, from the fewest items to the most.
fn octaves(rows: &[Row]) -> impl Iterator<Item = &[Row]> {
    rows.chunk_by(|a, b| (a.blocks, a.target) == (b.blocks, b.target)).filter(|rows| rows[0].blocks.is_some())
}

fn octave(rows: &[Row], target: f64) -> Result<&[Row]> {
    octaves(rows).find(|rows| rows[0].target == target).ok_or_else(|| format!("no octave at {target}").into())
}

fn octave_end(rows: &[Row], target: f64) -> Result<&Row> {
    octave(rows, target)?.last().ok_or_else(|| "an empty octave".into())
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    Ok(LineFigure::new([sizes(rows)?, rates(rows)?]).plot_height(320.0).draw()?)
}

/// The rule's sizes.
const RULE: Look = Look::new(Colour::Vermilion);

fn sizes(rows: &[Row]) -> Result<Panel> {
    // from lax to strict targets, as the bits grow
    let line = |name: &str, look: Look, bits: fn(&Row) -> Option<f64>| {
        let points = rows.iter().filter_map(|row| Some(Point::new(1.0 / row.target, bits(row)?)));
        Series::new(name, Mark::Line, points).look(look)
    };
    let split = looks::of(Filter::Split(WORD_BITS)).heavy();
    let low = limit(rows, LOWEST)?;
    let text = facts(rows)?.fill("{most_more} more than\nthe rule gives")?;
    let targets = [0.1, 1e-3, 1e-5].map(|p: f64| (1.0 / p, per_cent(p)));
    Ok(Panel::new(
        Axis::new("target rate *p*", Scale::Log10).ticked(targets),
        Axis::new("bits per item *m*/*n*", Scale::Linear).including(0.0),
        [
            line("needed", split, |row| row.needed),
            line("rule", RULE, |row| row.ruled),
            line("ordinary", looks::of(Filter::Unblocked), |row| row.unblocked),
        ],
    )
    .titled("(a) Split blocks need more than the rule gives")
    .labelled()
    .note(Note::arrow((1.0 / low.target, low.needed.unwrap_or_default()), (-30.0, -50.0), text)))
}

/// How many targets there are, from the highest.
const TARGETS: usize = 5;

fn rates(rows: &[Row]) -> Result<Panel> {
    let series = octaves(rows).enumerate().flat_map(|(i, rows)| {
        let look = Look::step(i, TARGETS);
        let exact = rows.iter().map(|row| Point::new(row.share_of_most, row.over_target));
        let simulated = rows.iter().filter_map(|row| Some(row.simulated?.over(row.target).at(row.share_of_most)));
        Series::model(end_of(rows), look, exact, simulated)
    });
    let shares = [(0.5, "0.5"), (0.6, "0.6"), (0.7, "0.7"), (0.8, "0.8"), (0.9, "0.9"), (1.0, "1")];
    let heights = [0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0].map(|y| (y, y.to_string()));
    let start = octave(rows, TARGET)?;
    Ok(Panel::new(
        Axis::new("items / most items for this size", Scale::Log2).ticked(shares),
        Axis::new("exact rate / target", Scale::Log10).including(0.035).including(8.0).ticked(heights),
        series.collect::<Vec<_>>(),
    )
    .titled("(b) The lower the target, the worse the end")
    .labelled()
    .reference(Reference::horizontal(1.0, ""))
    .region(Region::above(1.0, "target missed"))
    .note(Note::text(
        (start[0].share_of_most, start[0].over_target),
        (14.0, 6.0),
        facts(rows)?.fill("{start} times")?,
    )))
}

/// A target, and the rate over it that its octave ends at.
fn end_of(octave: &[Row]) -> String {
    let end = octave.last().map_or(f64::NAN, |row| row.over_target);
    format!("{}: {end:.1} times", per_cent(octave[0].target))
}

/// A power of ten as per cent: 10 %, 0.001 %.
fn per_cent(rate: f64) -> String {
    let decimals = (-2.0 - libm::log10(rate)).round().max(0.0) as usize;
    format!("{:.decimals$} %", 100.0 * rate)
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let start = octave(rows, TARGET)?[0].over_target;
    let end = octave_end(rows, TARGET)?;
    let title = Decision::title().measured_as("rate over target for the most items", end.over_target);
    let mut decisions = vec![title.decide(start < 1.0 && end.over_target > 1.0, format!("from {start:.3} times on"))];
    decisions.extend(before_and_after_rounding(rows)?);
    let simulated = || rows.iter().filter(|row| row.simulated.is_some());
    let contained = contained(simulated(), |row| (row.rate, row.simulated))?;
    decisions.push(Decision::new("B14").tested_on(simulated())?.in_intervals(contained));
    Ok(decisions)
}

fn before_and_after_rounding(rows: &[Row]) -> Result<[Decision; 3]> {
    let limits = || rows.iter().filter(|row| row.blocks.is_none());
    let most = |value: fn(&Row) -> Option<f64>| largest(limits().filter_map(value), |value| *value);
    let (over, missing) = (most(|row| Some(row.over_target))?, most(|row| row.share_missing)?);
    let folded = most(|row| row.over_target_folded)?;
    let (percent, rare) = (limit(rows, TARGET)?, limit(rows, LOWEST)?);
    let missed = |row: &Row| 100.0 * row.share_missing.unwrap_or(f64::NAN);
    let on_limits = |id, measured: Extreme<f64>| Decision::new(id).measured(measured.value).tested_on(limits());
    Ok([
        on_limits("B11", over)?.decide(
            over.value <= 1.0,
            format!("{:.3} times the target at 0.01, {:.2} times at 1e-5", percent.over_target, rare.over_target),
        ),
        on_limits("B12", missing)?.decide(
            missing.value <= 0.0,
            format!("{:.1} % of all sizes miss at 0.01, {:.1} % at 1e-5", missed(percent), missed(rare)),
        ),
        on_limits("B13", folded)?.decide(folded.value <= 1.0, "somewhere it is not"),
    ])
}
