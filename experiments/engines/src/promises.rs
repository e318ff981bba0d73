//! Promised, computed and measured rates of every engine.

mod view;

use crate::prelude::*;
pub(crate) use view::{claims, draw, facts};

use crate::distributions::{self, Computed};
pub(crate) use crate::measured::Parameters;
use crate::measured::{self, Measured};
use crate::{causes, documented};

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
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
    /// Whether `computed` is exact for the scheme of the source.
    law: String,
    #[serde(rename = "measured,lower,upper")]
    measured: Interval,
    /// Whether the computed rate is the measured one, and if not, why.
    agreement: String,
    /// Of what the counts are independent, how many there are, and how often each was asked.
    unit: String,
    units: u64,
    asked: u64,
    /// Present keys that were not found.
    missed: u64,
    /// The day of the last measurement.
    day: String,
}

impl Row {
    /// The measured rate in units of the promise.
    fn ratio(&self) -> Option<Interval> {
        self.promised.map(|promised| self.measured.over(promised))
    }

    fn is_exact(&self) -> bool {
        self.law == <&str>::from(Cover::Exact)
    }

    /// The exact rate in units of the promise.
    fn exact_ratio(&self) -> Option<f64> {
        self.computed.filter(|_| self.is_exact()).zip(self.promised).map(|(rate, promised)| rate / promised)
    }

    /// The ratio to the promise that decides whether it is kept, `None` where none does.
    fn deciding(&self) -> Option<f64> {
        deciding(self.ratio()?, self.exact_ratio())
    }

    /// Whether the promise is kept, where there is one.
    fn kept(&self) -> Option<Kept> {
        self.promised.map(|_| Kept::by(self.deciding()))
    }

    fn place(&self) -> String {
        let target = self.promised.map(|promised| format!(", target {promised}")).unwrap_or_default();
        format!("{} {}, n = {}{target}", self.engine, self.case, self.items)
    }
}

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    context.rows(measured::rows(p.trials)?, row)
}

fn row(measured: Measured) -> Result<Row> {
    let computed = distributions::of(measured.found())?;
    let rate = measured.rate()?;
    let law: &str = computed.map_or("none", |computed| computed.cover.into());
    Ok(Row {
        promised: measured.target.or_else(|| documented::rate(&measured.engine, &measured.case, measured.items)),
        computed: computed.map(|computed| computed.rate),
        law: law.to_owned(),
        agreement: agreement(computed, rate, &measured).to_owned(),
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
