//! What writers of Parquet do to a target as the number of keys grows.

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
    writer: String,
    version: String,
    case: String,
    items: u64,
    promised: f64,
    bits_per_key: f64,
    /// Exact, from the blocks found.
    computed: f64,
    /// Of files enough for an interval.
    #[serde(rename = "measured,lower,upper")]
    measured: Option<Interval>,
}

impl Row {
    /// The exact rate in units of the target.
    fn ratio(&self) -> f64 {
        self.computed / self.promised
    }
}

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    let rows = context.rows(measured::all(p.trials)?, |measured| {
        let (Some(writer), Some(promised), Some(bits)) =
            (measured.engine.strip_prefix("parquet-"), measured.target, measured.bits)
        else {
            return Ok(None);
        };
        let found = Found {
            engine: &measured.engine,
            case: &measured.case,
            target: measured.target,
            items: measured.items,
            bits: measured.bits,
            hashes: measured.hashes,
        };
        let computed = distributions::of(found)?.ok_or("a Parquet filter without a rate")?.rate;
        Ok(Some(Row {
            writer: writer.to_owned(),
            version: measured.version.clone(),
            case: measured.case.clone(),
            items: measured.items,
            promised,
            bits_per_key: bits as f64 / measured.items as f64,
            computed,
            measured: measured.has_interval().then(|| measured.rate()).transpose()?,
        }))
    })?;
    Ok(rows.into_iter().flatten().collect())
}
