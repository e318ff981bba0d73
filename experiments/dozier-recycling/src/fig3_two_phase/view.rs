//! Rates of two phases, model and simulation.
//! Whether the simulation confirms f_σ², and up to which rate.

use bloomlab_workbench::figure::*;

use crate::catalogue::Kind;
use crate::sigma_bounded::{self, Drawn, Row, compared, is_missed, misses};
use crate::verdicts::{ALPHA, by_chance, largest, smallest};

/// The thresholds from which on messages that come back lower the rate.
const FROM: u64 = 350;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let few = repeating(rows, Kind::Fixed).next().ok_or("no threshold so high")?.hashes;
    let ((fresh, points), (fixed, _)) = (misses(rows, Kind::Fresh), misses(rows, Kind::Fixed));
    Ok(Facts::new()
        .count("few", few)
        .count("from", FROM)
        .percent("low", low(rows, Kind::Fixed), 1)
        .count("missed", fresh as u64)
        .count("missed_fixed", fixed as u64)
        .count("points", points as u64))
}

/// The simulated rates at high thresholds and the fewest hash functions.
fn repeating(rows: &[Row], kind: Kind) -> impl Iterator<Item = &Row> {
    let few = rows.iter().map(|row| row.hashes).min();
    compared(rows, kind).filter(move |row| Some(row.hashes) == few && row.sigma >= FROM)
}

/// By which share these lie below the model, in the mean.
fn low(rows: &[Row], kind: Kind) -> f64 {
    let below = repeating(rows, kind).map(|row| 1.0 - row.rate / row.model);
    below.sum::<f64>() / repeating(rows, kind).count().max(1) as f64
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let drawn = Drawn {
        threshold: "threshold *σ* of each filter (bits of 500)",
        described: ("(b) Messages that never repeat", Kind::Unique),
        finding: Some((385.0, -0.065, facts(rows)?.fill("*k* = {few} runs\n{low} low")?)),
    };
    sigma_bounded::draw(rows, &drawn)
}

/// Without repeats the simulation has the model's rate, and with them intervals lie below it.
fn title(rows: &[Row]) -> Result<Decision> {
    let (missed, points) = misses(rows, Kind::Unique);
    let repeating = || repeating(rows, Kind::Fresh).chain(repeating(rows, Kind::Fixed));
    let is_below = |row: &Row| row.simulated().is_some_and(|interval| interval.upper < row.model);
    Ok(Decision::title()
        .measured_as("mean share below the model with fixed hash functions", low(rows, Kind::Fixed))
        .tested_on(repeating())?
        .decide(
            by_chance(missed, points)? && repeating().all(is_below),
            format!("{missed} of {points} intervals miss without repeats, or one with them is not below the model"),
        ))
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let (fresh, fresh_points) = misses(rows, Kind::Fresh);
    let (fixed, fixed_points) = misses(rows, Kind::Fixed);
    let (unique, unique_points) = misses(rows, Kind::Unique);
    // the rates below the first miss with fresh positions, which fixed hash functions then test
    let first_miss = smallest(compared(rows, Kind::Fresh).filter(|row| is_missed(row)).map(|row| row.model));
    let below = |row: &&Row| row.model < first_miss;
    let bound = largest(compared(rows, Kind::Fresh).filter(below).map(|row| row.model));
    let range = Range::of("f_σ²", compared(rows, Kind::Fresh).map(|row| (row.model, row.model <= bound)));
    let tested: Vec<&Row> = compared(rows, Kind::Fixed).filter(|row| row.model <= bound).collect();
    let missed = tested.iter().filter(|row| is_missed(row)).count();
    let is_confirmed = !tested.is_empty() && by_chance(missed, tested.len())?;
    let found = format!(
        "{fresh} of {fresh_points} intervals miss with fresh positions, {fixed} of {fixed_points} with fixed ones"
    );
    let decision = Decision::new("R32")
        .measured((fresh + fixed) as f64 / (fresh_points + fixed_points) as f64)
        .threshold(format!("lies within: a right model would miss as many with a chance of at least {ALPHA}"))
        .tested_on(compared(rows, Kind::Fresh).chain(compared(rows, Kind::Fixed)))?
        .range(range)
        .decide_if(
            by_chance(fresh, fresh_points)? && by_chance(fixed, fixed_points)?,
            is_confirmed,
            format!(
                "f_σ² is at most {bound:.3}, below the first miss with fresh positions; fixed ones miss {missed} of {} there",
                tested.len()
            ),
            format!("fixed hash functions miss {missed} of {} intervals up to {bound:.3}", tested.len()),
        )
        .remark(format!(
            "{found}: what comes back while the frozen filter holds it is no message that is new; of messages that never come back \
             {unique} of {unique_points} miss"
        ));
    Ok(vec![decision, title(rows)?])
}
