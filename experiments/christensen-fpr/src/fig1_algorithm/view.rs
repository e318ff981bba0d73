//! What a rate costs by each use of the algorithm.
//! Whether the table algorithm is right, stays inside its tables, and can be afforded.

use super::failures::{HIGHEST, LOWEST, REPAIRED, TRANSCRIBED, WRONG, WRONG_AGAIN, WRONG_REPAIRED};
use super::*;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let largest_of = |series| largest(counted(rows, COST, series), |row| row.bins as f64);
    let (one_call, recursion, least) =
        (largest_of(ONE_CALL)?, largest_of(ROW_RECURSION)?, largest_of(INCLUSION_EXCLUSION)?);
    let pairs = counted(rows, COST, KEPT).zip(counted(rows, COST, ROW_RECURSION));
    let difference = largest(pairs, |(kept, row)| kept.count.abs_diff(row.count) as f64)?;
    let (wrong, all) = wrong(rows, WRONG);
    Ok(Facts::new()
        .number("ratio", one_call.row.count as f64 / recursion.row.count as f64, 1)
        .count("largest", one_call.row.bins)
        .number("difference", difference.value, 2)
        .count("least", least.row.count)
        .count("wrong", wrong)
        .count("all", all))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let line = |(series, name, look): (&'static str, &str, Look)| {
        let points = counted(rows, COST, series).map(|row| Point::new(row.bins as f64, row.count as f64));
        Series::new(name, Mark::Line, points).look(look)
    };
    // the tables kept would lie on the recursion
    let lines = [
        (ONE_CALL, "one call for each *K*", looks::ONE_CALL.heavy()),
        (ROW_RECURSION, "tables kept; eq. 8", looks::RECURSION),
        (INCLUSION_EXCLUSION, "inclusion–exclusion", looks::INCLUSION_EXCLUSION),
    ];
    let (x, y) = (Axis::new("filter size *m* (bits)", Scale::Log2), Axis::new("multiplications", Scale::Log10));
    let last = largest(counted(rows, COST, ONE_CALL), |row| row.bins as f64)?.row;
    let text = facts(rows)?.fill("{ratio} times\ntables kept")?;
    let kept = largest(counted(rows, COST, ROW_RECURSION), |row| row.bins as f64)?.row.count as f64;
    let (size, most) = (last.bins as f64, last.count as f64);
    let bar = Series::new("", Mark::Line, [Point::new(size, kept), Point::new(size, most)]);
    let bar = bar.look(Look::new(Colour::Ink)).unlisted();
    let panel = Panel::new(x, y.limited(1e2, 1e19), lines.map(line).into_iter().chain([bar])).labelled();
    let panel = panel.note(Note::text((size, (kept * most).sqrt()), (-7.0, 14.0), text));
    Ok(LineFigure::single(panel).draw()?)
}

/// The multiplications of half a minute: a rate that takes more does not count as computable.
const AFFORDABLE: u64 = 10_000_000_000;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let (transcribed, all) = wrong(rows, WRONG);
    let (repaired, _) = wrong(rows, WRONG_REPAIRED);
    let (again, _) = wrong(rows, WRONG_AGAIN);
    let line_7 = "line 7 reads table2[j−1] for table2[i−1]";
    let wrong_in = format!("{repaired} of {all} values are wrong");
    let corrected = |id, then: &str, otherwise: &str| -> Result<Decision> {
        let decision = Decision::new(id).measured(transcribed as f64 / all as f64).tested_on(of(rows, WRONG))?;
        let correction = format!("{line_7}: {then}");
        Ok(decision.decide_corrected(transcribed == 0, repaired == 0, correction, format!("{wrong_in} {otherwise}")))
    };
    let (as_well, tables_kept) = ("with line 7 repaired as well", format!("with the tables kept {wrong_in} then"));
    let line_for_line = format!("a line for a line then, with {repaired} of {all} values wrong");
    Ok(vec![
        corrected("C10", &format!("{wrong_in} then, {transcribed} before"), as_well)?,
        corrected("C12", &tables_kept, "when the call for K computes row K alone")?.remark(format!(
            "each call computes row K alone, in the order K = 1, 2, 3, …; when it runs through rows 1 … K again, {again} are wrong"
        )),
        corrected("C33", &line_for_line, as_well)?
            .remark("our copy of the figure is a transcription, which may have damaged line 7"),
        title(rows)?,
        indexing(rows)?,
        affordable(rows)?,
        without_memory(rows)?,
    ])
}

fn title(rows: &[Row]) -> Result<Decision> {
    let pairs = counted(rows, COST, ONE_CALL).zip(counted(rows, COST, KEPT));
    let ratios = pairs.map(|(one_call, kept)| (one_call.bins, one_call.count as f64 / kept.count.max(1) as f64));
    let ratios: Vec<_> = ratios.collect();
    let most = largest(&ratios, |ratio| ratio.1)?;
    let grows = share(ratios.windows(2), |pair| pair[1].1 > pair[0].1)?;
    let what = "largest ratio of the multiplications with a call for each K to those with tables kept";
    Ok(Decision::title().measured_as(what, most.value).tested_on(counted(rows, COST, ONE_CALL))?.decide(
        most.value > 1.0 && grows.lacking.is_none(),
        format!("{:.2} at m = {}, or it does not grow with m", most.value, most.row.0),
    ))
}

fn of<'a>(rows: &'a [Row], quantity: &'static str) -> impl Iterator<Item = &'a Row> {
    rows.iter().filter(move |row| row.quantity == quantity)
}

/// The wrong values and all values of one reading.
fn wrong(rows: &[Row], quantity: &str) -> (u64, u64) {
    let counted = rows.iter().filter(|row| row.quantity == quantity);
    counted.fold((0, 0), |(wrong, all), row| (wrong + row.count, all + row.of.unwrap_or(0)))
}

fn indexing(rows: &[Row]) -> Result<Decision> {
    let indices = |quantity: &'static str, reading: &'static str| {
        rows.iter().filter(move |row| row.quantity == quantity && row.series == reading)
    };
    let inside = |reading| {
        indices(LOWEST, reading).all(|row| row.count >= 1)
            && indices(HIGHEST, reading).all(|row| row.count <= row.balls)
    };
    let lowest = |reading| indices(LOWEST, reading).map(|row| row.count).min().unwrap_or(0);
    let below = indices(LOWEST, TRANSCRIBED).filter(|row| row.count == 0).count();
    let decision = Decision::new("C11").measured(lowest(TRANSCRIBED) as f64).tested_on(of(rows, LOWEST))?;
    Ok(decision.decide_corrected(
        inside(TRANSCRIBED),
        inside(REPAIRED),
        format!(
            "line 7 reads table2[j−1] for table2[i−1] (indices {} to N); as transcribed it reads table2[0] in {below} of {} cases",
            lowest(REPAIRED),
            indices(LOWEST, TRANSCRIBED).count()
        ),
        "line 7 repaired, it still touches entries outside",
    ))
}

fn counted<'a>(rows: &'a [Row], quantity: &'static str, series: &'static str) -> impl Iterator<Item = &'a Row> + Clone {
    rows.iter().filter(move |row| row.quantity == quantity && row.series == series)
}

fn affordable(rows: &[Row]) -> Result<Decision> {
    let recursion = || counted(rows, COST, ROW_RECURSION);
    let largest = recursion().max_by_key(|row| row.bins).ok_or("no costs")?;
    let is_affordable = |row: &Row| row.count <= AFFORDABLE;
    let range = Range::found("m", recursion().map(|row| (row.bins as f64, is_affordable(row))));
    let calls = counted(rows, COST, ONE_CALL).filter(|row| is_affordable(row)).map(|row| row.bins).max().unwrap_or(0);
    let measured = format!("multiplications of the recursion at m = {}, kn = {}", largest.bins, largest.balls);
    Ok(Decision::new("C23")
        .measured_as(measured, largest.count as f64)
        .threshold(format!("computable: at most {AFFORDABLE:e} multiplications; large: up to m = {}", largest.bins))
        .tested_on(recursion())?
        .decide_within(range, "the recursion is not affordable at any size, or no range of sizes says where")
        .remark(format!(
            "with a call for every K up to m = {calls}; the cost grows with kn · min(kn, m), and the rate itself needs none of it (k + 1 terms)"
        )))
}

/// C29: the recursion of eq. 8 called as it is written, for every K, against the tables.
fn without_memory(rows: &[Row]) -> Result<Decision> {
    let literal: Vec<&Row> = counted(rows, LITERAL_COST, WITHOUT_MEMORY).collect();
    let with_tables =
        |row: &Row| counted(rows, COST, ONE_CALL).find(|other| other.bins == row.bins).map(|row| row.count);
    let ratios =
        literal.iter().map(|row| Some(row.count as f64 / with_tables(row)? as f64)).collect::<Option<Vec<_>>>();
    let ratios = ratios.ok_or("no costs of the tables")?;
    let (least, most) = (smallest(&ratios, |r| **r)?.value, largest(&ratios, |r| **r)?.value);
    let range = Range::of("m", literal.iter().zip(&ratios).map(|(row, ratio)| (row.bins as f64, *ratio > 1.0)));
    let decision =
        Decision::new("C29").measured(least).threshold("faster: fewer multiplications").tested_on(&literal)?;
    Ok(decision
        .range(range)
        .decide(least > 1.0, "the recursion does no more multiplications at one of the sizes")
        .remark(format!(
            "without memory its calls double with every ball: {least:.1e} to {most:.1e} times the multiplications; with the values of eq. 8 \
             kept, the recursion and the tables do the same"
        )))
}
