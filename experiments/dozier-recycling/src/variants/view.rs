//! What each variant changes, with its sign: one phase, two phases, and the denials that keeping or retaining ends.

use super::Row;
use super::two_phases::{DROPPING, KEEPING};
use crate::prelude::*;

/// The papers' size from which on the distinction of positions is said to have an unnoticeable impact.
const SAID: f64 = 1000.0;
/// The size at which numbers of two phases stand.
const SHOWN: u64 = 1000;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let one_phase = drawn(rows)?;
    let (one_size, most) = at_said(&one_phase, |row| Some(row.relative_difference))?;
    let (_, fewer) = at_said(&one_phase, |row| row.messages_relative_difference)?;
    let keeping = shown(rows, KEEPING, Reset::Forget)?.relative_difference;
    let retaining = shown(rows, DROPPING, Reset::Retain)?.relative_difference;
    let denied = shown(rows, DROPPING, Reset::Forget)?.denied_at_once.ok_or("nothing is asked")?;
    Ok(Facts::new()
        .count("shown", one_phase.first().ok_or("no rows")?.hashes)
        .count("said", SAID as u64)
        .count("one_size", one_size)
        .percent("most", most.abs(), 2)
        .percent("fewer", fewer.abs(), 2)
        .count("size", SHOWN)
        .percent("cost", keeping, 1)
        .percent("retaining_cost", retaining, 2)
        .number("times", keeping / retaining, 2)
        .percent("denied", denied, 2))
}

/// The rows of one phase that are drawn, of the first σ/M and one k.
pub(super) fn drawn(rows: &[Row]) -> Result<Vec<&Row>> {
    let fill = rows.first().and_then(|row| row.fill).ok_or("no one phase")?;
    let of_fill = || rows.iter().filter(|row| row.fill == Some(fill));
    let hashes = of_fill().map(|row| row.hashes).dedup().collect_vec();
    let k = *hashes.get(hashes.len() / 2).ok_or("no rows")?;
    Ok(of_fill().filter(|row| row.hashes == k).collect())
}

/// The smallest size that the papers mean, and the largest difference there.
pub(super) fn at_said(drawn: &[&Row], difference: fn(&Row) -> Option<f64>) -> Result<(u64, f64)> {
    let bits = drawn.iter().map(|row| row.bits).filter(|bits| *bits as f64 >= SAID).min();
    let here = drawn.iter().filter(|row| Some(row.bits) == bits);
    let found = largest(here.filter_map(|row| Some((row.bits, difference(row)?))), |(_, found)| found.abs())?;
    Ok(found.row)
}

/// The σ-bounded filters of a kind of two phases.
pub(super) fn two_phases<'a>(rows: &'a [Row], ending: &'static str, next: Reset) -> impl Iterator<Item = &'a Row> {
    rows.iter()
        .filter(move |row| row.sigma.is_some() && row.ending.as_deref() == Some(ending) && row.retention == next.name())
}

/// The one at whose size numbers stand.
pub(super) fn shown<'a>(rows: &'a [Row], ending: &'static str, next: Reset) -> Result<&'a Row> {
    Ok(two_phases(rows, ending, next).find(|row| row.bits == SHOWN).ok_or("no filter of this size")?)
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let panels = [
        two(rows)?.titled("(a) Two phases: keeping costs"),
        denied(rows)?.titled("(b) Dropping misses returns"),
        one_phase(rows)?.titled("(c) Distinct positions save"),
    ];
    Ok(LineFigure::new(panels).plot_height(240.0).draw()?)
}

fn memory() -> Axis {
    let ticks = [100, SHOWN, 10_000].map(|bits| (bits as f64, grouped(&bits.to_string())));
    Axis::new("memory *M* (bits)", Scale::Log10).limited(50.0, 20_000.0).ticked(ticks)
}

fn line<'a>(rows: impl Iterator<Item = &'a Row>, look: Look, value: fn(&Row) -> Option<f64>) -> Series {
    Series::new("", Mark::Line, rows.filter_map(|row| Some(Point::new(row.bits as f64, value(row)?)))).look(look)
}

/// A share, in the same range in all panels.
fn share_of(what: &str) -> Axis {
    Axis::new(what, Scale::Log10).percent().limited(1e-4, 1.5)
}

/// The size of a difference; its sign stands in the name of the line.
const SIZE: fn(&Row) -> Option<f64> = |row| Some(row.relative_difference.abs());

/// A name at a share of a line's length.
fn named(line: &Series, share: usize, offset: (f64, f64), name: &str, look: Look) -> Result<Note> {
    let at = line.points().get(line.points().len() / share).ok_or("an empty line")?;
    Ok(Note::text((at.x, at.y), offset, name).coloured(look.colour()))
}

fn one_phase(rows: &[Row]) -> Result<Panel> {
    let drawn = drawn(rows)?;
    let (with, without) = (positions_name(Sampling::WithReplacement), positions_name(Sampling::WithoutReplacement));
    let of = |positions: &'static str, reset: Reset| {
        drawn.iter().copied().filter(move |row| row.positions == positions && row.retention == reset.name())
    };
    let (retaining, distinct) = (looks::RETAINING, Look::new(Colour::Blue));
    let lines = [line(of(with, Reset::Retain), retaining, SIZE), line(of(without, Reset::Forget), distinct, SIZE)];
    let names = [
        named(&lines[0], 2, (-10.0, 26.0), "retaining\n(rise)", retaining)?,
        named(&lines[1], 3, (10.0, -22.0), "distinct\npositions (fall)", distinct)?,
    ];
    let panel = Panel::new(memory(), share_of("change of the rate"), lines);
    Ok(names.into_iter().fold(panel, Panel::note))
}

fn two(rows: &[Row]) -> Result<Panel> {
    let lines = [
        line(two_phases(rows, KEEPING, Reset::Forget), looks::KEEPING, SIZE),
        line(two_phases(rows, DROPPING, Reset::Retain), looks::RETAINING, SIZE),
    ];
    let facts = facts(rows)?;
    let (keeping, retaining) = (shown(rows, KEEPING, Reset::Forget)?, shown(rows, DROPPING, Reset::Retain)?);
    let at = |row: &Row| (row.bits as f64, row.relative_difference);
    Ok(Panel::new(memory(), share_of("change of the rate"), lines)
        .note(Note::ring(at(keeping), (12.0, -24.0), facts.fill("keeping:\n{cost}")?).coloured(looks::KEEPING.colour()))
        .note(
            Note::ring(at(retaining), (-12.0, 24.0), facts.fill("retaining:\n{retaining_cost}")?)
                .coloured(looks::RETAINING.colour()),
        ))
}

fn denied(rows: &[Row]) -> Result<Panel> {
    let floor = shown(rows, DROPPING, Reset::Forget)?;
    let at = (floor.bits as f64, floor.denied_at_once.ok_or("nothing is asked")?);
    let line = line(two_phases(rows, DROPPING, Reset::Forget), looks::TWO_PHASES, |row| row.denied_at_once);
    let text = facts(rows)?.fill("dropping:\n{denied}")?;
    Ok(Panel::new(memory(), share_of("messages missed"), [line])
        .note(Note::ring(at, (12.0, -24.0), text).coloured(looks::TWO_PHASES.colour()))
        .note(Note::text((64.0, 0.05 * at.1), (4.0, 0.0), "keeping, retaining:\nnone, at any size")))
}
