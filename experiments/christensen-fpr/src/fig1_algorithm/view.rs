//! What a rate costs by each use of the algorithm.
//! Whether the table algorithm is right, stays inside its tables, and can be afforded.

use super::failures::{HIGHEST, LOWEST, REPAIRED, TRANSCRIBED, WRONG, WRONG_AGAIN, WRONG_REPAIRED};
use super::*;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let one_call = of_largest(rows, ONE_CALL)?;
    let pairs = counted(rows, COST, KEPT).zip(counted(rows, COST, ROW_RECURSION));
    let difference = largest(pairs, |(kept, row)| kept.count.abs_diff(row.count) as f64)?;
    let (wrong, all) = wrong(rows, WRONG);
    Ok(Facts::new()
        .number("ratio", one_call.count as f64 / of_largest(rows, ROW_RECURSION)?.count as f64, 1)
        .count("largest", one_call.bins)
        .number("difference", difference.value, 2)
        .count("least", of_largest(rows, INCLUSION_EXCLUSION)?.count)
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
    let last = of_largest(rows, ONE_CALL)?;
    let text = facts(rows)?.fill("{ratio} times\ntables kept")?;
    let kept = of_largest(rows, ROW_RECURSION)?.count as f64;
    let (size, most) = (last.bins as f64, last.count as f64);
    let bar = Series::new("", Mark::Line, [Point::new(size, kept), Point::new(size, most)]);
    let bar = bar.look(Look::new(Colour::Ink)).unlisted();
    let panel = Panel::new(x, y.limited(1e2, 1e19), lines.map(line).into_iter().chain([bar])).labelled();
    Ok(LineFigure::single(panel.note(Note::text((size, (kept * most).sqrt()), (-7.0, 14.0), text))).draw()?)
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
    let ratios = ratios(rows, COST, ONE_CALL, KEPT)?;
    let most = largest(&ratios, |ratio| ratio.1)?;
    let grows = share(ratios.windows(2), |pair| pair[1].1 > pair[0].1)?;
    let what = "largest ratio of the multiplications with a call for each K to those with tables kept";
    Ok(Decision::title().measured_as(what, most.value).tested_on(counted(rows, COST, ONE_CALL))?.decide(
        most.value > 1.0 && grows.lacking.is_none(),
        format!("{:.2} at m = {}, or it does not grow with m", most.value, most.row.0),
    ))
}

/// The multiplications of one use, filter by filter, over those of another: m and the ratio.
fn ratios(rows: &[Row], quantity: &str, series: &str, other: &str) -> Result<Vec<(u64, f64)>> {
    let ratio = |row: &Row| {
        let other = counted(rows, COST, other).find(|other| other.bins == row.bins).ok_or("no cost to compare with")?;
        Ok((row.bins, row.count as f64 / other.count.max(1) as f64))
    };
    counted(rows, quantity, series).map(ratio).collect()
}

fn of<'a>(rows: &'a [Row], quantity: &str) -> impl Iterator<Item = &'a Row> {
    rows.iter().filter(move |row| row.quantity == quantity)
}

fn counted<'a>(rows: &'a [Row], quantity: &str, series: &str) -> impl Iterator<Item = &'a Row> {
    of(rows, quantity).filter(move |row| row.series == series)
}

/// The cost of one use for the largest filter.
fn of_largest<'a>(rows: &'a [Row], series: &str) -> Result<&'a Row> {
    Ok(largest(counted(rows, COST, series), |row| row.bins as f64)?.row)
}

/// The wrong values and all values of one reading.
fn wrong(rows: &[Row], quantity: &str) -> (u64, u64) {
    of(rows, quantity).fold((0, 0), |(wrong, all), row| (wrong + row.count, all + row.of.unwrap_or(0)))
}

fn indexing(rows: &[Row]) -> Result<Decision> {
    let inside = |reading| {
        counted(rows, LOWEST, reading).all(|row| row.count >= 1)
            && counted(rows, HIGHEST, reading).all(|row| row.count <= row.balls)
    };
    let lowest = |reading| counted(rows, LOWEST, reading).map(|row| row.count).min().unwrap_or(0);
    let below = share(counted(rows, LOWEST, TRANSCRIBED), |row| row.count == 0)?;
    let decision = Decision::new("C11").measured(lowest(TRANSCRIBED) as f64).tested_on(of(rows, LOWEST))?;
    Ok(decision.decide_corrected(
        inside(TRANSCRIBED),
        inside(REPAIRED),
        format!(
            "line 7 reads table2[j−1] for table2[i−1] (indices {} to N); as transcribed it reads table2[0] in {below} cases",
            lowest(REPAIRED)
        ),
        "line 7 repaired, it still touches entries outside",
    ))
}

fn affordable(rows: &[Row]) -> Result<Decision> {
    let recursion = || counted(rows, COST, ROW_RECURSION);
    let largest = of_largest(rows, ROW_RECURSION)?;
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
    let ratios = ratios(rows, LITERAL_COST, WITHOUT_MEMORY, ONE_CALL)?;
    let (least, most) = (smallest(&ratios, |ratio| ratio.1)?.value, largest(&ratios, |ratio| ratio.1)?.value);
    Ok(Decision::new("C29")
        .measured(least)
        .threshold("faster: fewer multiplications")
        .tested_on(counted(rows, LITERAL_COST, WITHOUT_MEMORY))?
        .range(Range::of("m", ratios.iter().map(|(bits, ratio)| (*bits as f64, *ratio > 1.0))))
        .decide(least > 1.0, "the recursion does no more multiplications at one of the sizes")
        .remark(format!(
            "without memory its calls double with every ball: {least:.1e} to {most:.1e} times the multiplications; with the values of eq. 8 \
             kept, the recursion and the tables do the same"
        )))
}
