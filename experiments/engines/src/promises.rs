//! Promised, computed and measured rates of every engine.

use bloomlab_tables::{Interval, Result, Run};
use serde::Serialize;

use crate::distributions::{self, Computed};
pub use crate::measured::Parameters;
use crate::measured::{self, Measured};
use crate::{causes, documented};

#[derive(Serialize)]
pub struct Row {
    engine: String,
    version: String,
    case: String,
    setting: String,
    /// n as the engine counted.
    items: u64,
    /// m and k as found.
    bits: Option<u64>,
    hashes: Option<u64>,
    /// The rate asked for, or documented.
    promised: Option<f64>,
    /// From the bits found by the source's scheme, or the nearest one.
    computed: Option<f64>,
    /// `exact` if `computed` is the rate of the source's own scheme, `nearest` if that of another, else `none`.
    law: &'static str,
    #[serde(rename = "measured,lower,upper")]
    measured: Interval,
    /// `agrees` if the computed rate is the measured one, else the cause.
    agreement: &'static str,
    /// The counts of different units are independent; their number, and the questions of each.
    unit: String,
    units: u64,
    asked: u64,
    /// Present keys that were not found.
    missed: u64,
    /// The day of the last measurement.
    day: String,
}

pub fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    run.rows(measured::rows(run, p.trials)?, row)
}

fn row(measured: Measured) -> Result<Row> {
    let computed = distributions::of(measured.found())?;
    let rate = measured.rate()?;
    Ok(Row {
        promised: measured.target.or_else(|| documented::rate(&measured.engine, &measured.case, measured.items)),
        computed: computed.map(|computed| computed.rate),
        law: computed.map_or("none", |computed| computed.cover.into()),
        agreement: agreement(computed, rate, &measured),
        measured: rate,
        engine: measured.engine,
        version: measured.version,
        case: measured.case,
        setting: measured.setting,
        items: measured.items,
        bits: measured.bits,
        hashes: measured.hashes,
        unit: measured.unit,
        units: measured.units,
        asked: measured.asked,
        missed: measured.missed,
        day: measured.day,
    })
}

/// Twice the 99 % interval: of a thousand rows that agree one lies outside with a probability of 2 in 10,000.
const FAR: f64 = 2.0;

fn agreement(computed: Option<Computed>, rate: Interval, measured: &Measured) -> &'static str {
    let Some(computed) = computed else { return "not computed" };
    let (up, down) = (FAR * (rate.upper - rate.value), FAR * (rate.value - rate.lower));
    match (rate.value - down..=rate.value + up).contains(&computed.rate) {
        true => "agrees",
        false => causes::of(&measured.engine, &measured.case),
    }
}
