//! Accuracy against time: what formulas took on one machine, beside the estimate by which the atlas leaves some out.
//!
//! The times are those of `data/reference/seconds.json`, which `examples/measure_seconds.rs` wrote once; nothing is measured here.

mod view;

use crate::prelude::*;
pub(crate) use view::{claims, draw, facts};

#[derive(Serialize, Deserialize)]
pub(crate) struct Parameters {
    /// The day of the measurement that is drawn.
    date: String,
    /// m of the filter whose digits are compared.
    bits_of_digits: u64,
    evaluations: Evaluations,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    formula: String,
    arithmetic: String,
    bits: u64,
    items: u64,
    hashes: u64,
    /// As measured.
    seconds: f64,
    /// From the numbers of steps alone.
    #[serde(default)]
    estimated_seconds: f64,
    /// At the m whose digits are compared; 0 where none is right.
    #[serde(default)]
    correct_digits: Option<f64>,
}

/// The committed measurement, without estimates and digits.
#[derive(Deserialize)]
struct Measurement {
    date: String,
    rows: Vec<Row>,
}

const MEASUREMENT: &str = include_str!("../../../data/reference/seconds.json");

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    let measurement: Measurement = serde_json::from_str(MEASUREMENT)?;
    ensure!(measurement.date == p.date, "date {}: data/reference/seconds.json is of {}", p.date, measurement.date);
    context.rows(measurement.rows, |measured| row(p, measured))
}

fn row(p: &Parameters, measured: Row) -> Result<Row> {
    let load = Load::new(measured.bits, measured.items, measured.hashes)?;
    let rate = FilterRate { formula: measured.formula.parse()?, load };
    let digits = || -> Result<f64> {
        let (formulas, arithmetics) = (vec![measured.formula.clone()], vec![measured.arithmetic.clone()]);
        let outcomes = Evaluations { formulas, arithmetics, ..p.evaluations.clone() }.plan()?.outcomes(load);
        Ok(outcomes.first().and_then(|outcome| digits_or_reason(outcome).0).unwrap_or(0.0))
    };
    Ok(Row {
        estimated_seconds: rate.demand(&Double).seconds(measured.arithmetic.parse()?),
        correct_digits: (measured.bits == p.bits_of_digits).then(digits).transpose()?,
        ..measured
    })
}
