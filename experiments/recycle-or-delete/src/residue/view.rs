//! Refused deletions against age, and half-lives against load.
//! Whether QBF's cells last, and whether the model of one cell is that of the filters.

use super::*;
use crate::looks::look;

/// The k of panel (a).
const HASHES: u64 = 4;
/// The age of the title, in windows.
const LATE: u64 = 16;
/// The load at which half-lives are noted.
const LIGHT: f64 = 0.1;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    Ok(Facts::new()
        .count("k", HASHES)
        .count("late", LATE)
        .number("load", refused(rows, "TBF")?.0, 2)
        .number("load_dlbf", refused(rows, "DlBF (4)")?.0, 3)
        .percent("refused_tbf", refused(rows, "TBF")?.1, 2)
        .percent("refused_qbf", refused(rows, "QBF")?.1, 1)
        .number("light", LIGHT, 1)
        .number("life_tbf", half_life(rows, "TBF")?.1, 2)
        .number("life_qbf", half_life(rows, "QBF")?.1, 2)
        .number("life_dlbf", half_life(rows, "DlBF (4)")?.1, 2))
}

/// The load of a filter that is followed, and the share of the deletions that it refuses late.
fn refused(rows: &[Row], filter: &str) -> Result<(f64, f64)> {
    let late = |row: &&Row| row.filter == filter && row.hashes == Some(HASHES) && row.age == Some(LATE);
    let late = rows.iter().find(late).and_then(|row| Some((row.load, row.refused?)));
    Ok(late.ok_or("not followed for long")?)
}

/// The load and the half-life of a filter at a light load.
fn half_life(rows: &[Row], filter: &str) -> Result<(f64, f64)> {
    let light = |row: &&Row| row.part == Part::Decay && row.filter == filter && row.load >= LIGHT * (1.0 - 1e-9);
    let row = rows.iter().find(light).ok_or("no light load")?;
    Ok((row.load, row.half_life.ok_or("no half-life")?))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let facts = facts(rows)?;
    let of_part = |part| rows.iter().filter(move |row| row.part == part && row.hashes.is_none_or(|k| k == HASHES));
    let curves = |part, at: fn(&Row) -> Option<(f64, f64)>| {
        let of_part = of_part(part).collect_vec();
        let by_filter = of_part.chunk_by(|a, b| a.filter == b.filter).flat_map(|rows| {
            let (name, look) = look(&rows[0].filter);
            let line = rows.iter().filter_map(|row| at(row)).map(|(x, y)| Point::new(x, y));
            let simulated = rows.iter().filter_map(|row| Some(row.simulated?.at(row.age? as f64)));
            Series::model(name, look, line, simulated)
        });
        by_filter.collect_vec()
    };
    let refusals = curves(Part::Refused, |row| Some((row.age? as f64, row.refused?)));
    let x = Axis::new("windows since it was empty", Scale::Linear).including(1.0);
    let y = Axis::new("deletions refused", Scale::Linear).including(0.0).percent();
    let mut deletions = Panel::new(x, y, refusals).titled(facts.fill("(a) TBF and DlBF soon refuse most, *k* = {k}")?);
    for (filter, aside, text) in [("TBF", (26.0, 30.0), "{refused_tbf}"), ("QBF", (-10.0, -34.0), "{refused_qbf}")] {
        deletions = deletions.note(Note::ring((LATE as f64, refused(rows, filter)?.1), aside, facts.fill(text)?));
    }
    let x = Axis::new("load *a* = *kW*/*C*", Scale::Log10);
    let y = Axis::new("half-life of the free cells (windows)", Scale::Log10);
    let mut lives = Panel::new(x, y, curves(Part::Decay, |row| Some((row.load, row.half_life?))))
        .titled(facts.fill("(b) At load {light} QBF lasts {life_qbf} windows")?);
    // between the lines, and the lowest below
    for (filter, aside, text) in [
        ("QBF", (26.0, -16.0), "{life_qbf}"),
        ("TBF", (18.0, -6.0), "{life_tbf}"),
        ("DlBF (4)", (-14.0, 20.0), "{life_dlbf}"),
    ] {
        lives = lives.note(Note::ring(half_life(rows, filter)?, aside, facts.fill(text)?));
    }
    Ok(LineFigure::new([deletions, lives]).labelled().draw()?)
}

/// So many times as slowly.
const TIMES: f64 = 10.0;
/// Fewer than this share of the 18 intervals of 99 % contain the truth with a probability below 1e-3, if they are independent.
const COVERED: f64 = 0.85;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let ((load, tbf), (load_of_qbf, qbf)) = (refused(rows, "TBF")?, refused(rows, "QBF")?);
    let title = Decision::title().measured_as("share refused by a TBF over that of a QBF", tbf / qbf);
    Ok(vec![
        slowly(rows)?,
        exact(rows)?,
        title.decide(tbf > qbf && load == load_of_qbf, "a QBF refuses as many, or has another load"),
    ])
}

fn slowly(rows: &[Row]) -> Result<Decision> {
    let of = |filter: &'static str| rows.iter().filter(move |row| row.part == Part::Decay && row.filter == filter);
    let ratios: Vec<(f64, f64)> =
        of("TBF").zip(of("QBF")).filter_map(|(tbf, qbf)| Some((tbf.load, tbf.decay? / qbf.decay?))).collect();
    let least = smallest(&ratios, |(_, ratio)| *ratio)?.value;
    let points = ratios.iter().map(|&(load, ratio)| (load, ratio >= TIMES));
    Ok(Decision::new("S05")
        .measured(least)
        .threshold(format!("ten times: {TIMES}"))
        .tested_on(of("QBF"))?
        .decide_within(Range::found("load", points), "at no load"))
}

fn exact(rows: &[Row]) -> Result<Decision> {
    let one_hash = |row: &&Row| row.hashes == Some(1) && row.simulated.is_some() && !row.filter.starts_with("DlBF");
    let tested = || rows.iter().filter(one_hash);
    let share = contained(tested(), |row| (row.refused.unwrap_or(f64::NAN), row.simulated))?.value();
    Ok(Decision::new("S06")
        .measured(share)
        .threshold(format!("agree: at least {COVERED} of the 99 % intervals contain the model"))
        .tested_on(tested())?
        .decide(share >= COVERED, format!("only {share:.2} of the intervals contain the model")))
}
