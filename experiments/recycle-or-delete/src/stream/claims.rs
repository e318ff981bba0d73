//! How long a deletable filter is better than one that forgets, and what the forgetful ones deny.

use bloomlab_workbench::{AnyError, Decision, Range};

use super::denied::{DROPPING, ONE_PHASE};
use super::{DENIED, MODEL, Row, SAME_HASHES, SIMULATED};
use crate::rival::TWO_PHASES;

/// The filters whose cells saturate.
const SATURATING: [&str; 4] = ["D-FP", "TBF (packed)", "QBF", "DlBF (4)"];
/// The mean field may be so far off.
const NEAR: f64 = 0.03;

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    Ok(vec![young(rows)?, never_stationary(rows)?, near_simulation(rows)?, always_denies(rows)?])
}

fn of<'a>(rows: &'a [Row], filter: &'a str, series: &'a str) -> impl Iterator<Item = &'a Row> {
    rows.iter().filter(move |row| row.part == SAME_HASHES && row.filter == filter && row.series == series)
}

/// Found on the model, tested on the simulation.
fn young(rows: &[Row]) -> Result<Decision, AnyError> {
    let steady = of(rows, TWO_PHASES, MODEL).next().ok_or("no two phases")?.false_positive_rate;
    let points = |series| {
        let rows = of(rows, "D-FP", series);
        rows.filter_map(|row| Some((row.age?, row.false_positive_rate < steady))).collect::<Vec<_>>()
    };
    let range = Range::of("windows since it was empty", points(MODEL));
    let range = range.and_then(|range| range.confirmed_by(points(SIMULATED)));
    Ok(Decision::new("S01")
        .measured(steady)
        .tested_on(of(rows, "D-FP", MODEL))?
        .decide_within(range, "at no age has it fewer, or the simulation refutes the range"))
}

fn never_stationary(rows: &[Row]) -> Result<Decision, AnyError> {
    let mut least = f64::INFINITY;
    for filter in SATURATING {
        let rates: Vec<f64> = of(rows, filter, SIMULATED).map(|row| row.false_positive_rate).collect();
        least = rates.windows(2).map(|pair| pair[1] / pair[0]).fold(least, f64::min);
    }
    if least == f64::INFINITY {
        return Err("no simulated rates".into());
    }
    let tested = rows.iter().filter(|row| row.series == SIMULATED && SATURATING.contains(&&*row.filter));
    Ok(Decision::new("S02")
        .measured(least)
        .tested_on(tested)?
        .decide(least > 1.0, format!("from one age to the next a rate is {least:.3} times itself")))
}

fn near_simulation(rows: &[Row]) -> Result<Decision, AnyError> {
    let mut farthest: f64 = 0.0;
    for simulated in rows.iter().filter(|row| row.series == SIMULATED) {
        let model = of(rows, &simulated.filter, MODEL).find(|model| model.age == simulated.age);
        let model = model.ok_or("an age that is not modelled")?.false_positive_rate;
        let interval = simulated.simulated().ok_or("a simulation without an interval")?;
        // by how much the nearest rate that the interval allows differs
        let nearest = model.max(interval.lower).min(interval.upper);
        farthest = farthest.max((nearest / model - 1.0).abs());
    }
    Ok(Decision::new("S03")
        .measured(farthest)
        .tested_on(rows.iter().filter(|row| row.series == SIMULATED))?
        .threshold(format!("near: within {NEAR}, as far as 99 % intervals tell"))
        .decide(farthest <= NEAR, format!("somewhere they differ by {:.1} % and more", 100.0 * farthest)))
}

fn always_denies(rows: &[Row]) -> Result<Decision, AnyError> {
    let forgetful = || rows.iter().filter(|row| row.part == DENIED && [ONE_PHASE, DROPPING].contains(&&*row.filter));
    let least = forgetful().map(|row| row.false_negative_rate).fold(f64::INFINITY, f64::min);
    Ok(Decision::new("S04")
        .measured(least)
        .tested_on(forgetful())?
        .decide(least > 0.0, "with enough room it denies none"))
}
