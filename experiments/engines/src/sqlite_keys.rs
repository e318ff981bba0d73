//! The look-ups that SQLite's filter saves in a join, by kind of key.

mod view;

use bloomlab_workbench::figure::*;
pub(crate) use view::{claims, draw, facts};

use crate::distributions::{self, Found};
use crate::measured;

#[derive(Serialize, Deserialize)]
pub(crate) struct Parameters {
    /// All trials in the table of measurements; `make engines` writes it.
    trials: u64,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    version: String,
    /// `automatic` index, or `counted` by ANALYZE.
    how: String,
    /// Of keys.
    kind: String,
    setting: String,
    items: u64,
    bits: u64,
    /// Exact for the kind of key.
    computed: f64,
    #[serde(rename = "measured,lower,upper")]
    measured: Interval,
}

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    let rows = context.rows(measured::rows(p.trials)?, |measured| {
        let (Some((how, kind)), "sqlite", Some(bits)) = (measured.case.split_once(':'), &*measured.engine, measured.bits) else {
            return Ok(None);
        };
        let (items, target, hashes) = (measured.items, measured.target, measured.hashes);
        let found = Found { engine: "sqlite", case: &measured.case, target, items, bits: Some(bits), hashes };
        let Some(computed) = distributions::of(found)? else { return Ok(None) };
        Ok(Some(Row {
            version: measured.version.clone(),
            how: how.to_owned(),
            kind: kind.to_owned(),
            setting: measured.setting.clone(),
            items,
            bits,
            computed: computed.rate,
            measured: measured.rate()?,
        }))
    })?;
    Ok(rows.into_iter().flatten().collect())
}
