//! Filters that forget as they are deployed: the rate and the window that they promise, and those that they have.

use bloomlab_numbers::{Double, Target};
use bloomlab_recycling::{
    age_partitioned::{self, AgePartitioned, Aging},
    rolling::{self, Rolling},
};
use bloomlab_tables::{AnyError, Result, Run};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
pub(crate) struct Parameters {
    windows: Vec<u64>,
    targets: Vec<f64>,
    /// Reports of dcrd's README: window, target, and the share of positive answers after ten windows.
    reported: Vec<(u64, f64, f64)>,
}

#[derive(Serialize)]
pub(crate) struct Row {
    filter: &'static str,
    window: u64,
    target: f64,
    bits_per_message: f64,
    /// The newest items that are certainly reported, whatever their number.
    certain: u64,
    /// The same with g = ⌈N/l⌉.
    certain_by_old: Option<u64>,
    /// The estimate that the filter gives of itself.
    believed: Option<f64>,
    mean_rate: f64,
    /// At the end of a generation.
    worst_rate: f64,
    /// After ten windows, and what was reported there.
    #[serde(rename = "rate_then,reported")]
    then: Option<(f64, f64)>,
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    run.flat_rows(iproduct!(p.windows.clone(), p.targets.clone()), |(window, target)| {
        Ok::<_, AnyError>(vec![p.partitioned(window, target)?, rolling(window, target)?])
    })
}

impl Parameters {
    fn partitioned(&self, window: u64, target: f64) -> Result<Row> {
        let filter = AgePartitioned::as_built(window, Target::new(target)?)?;
        let (old, generation) = (filter.old(), filter.generation());
        let at = |into| age_partitioned::rate(&Double, filter, into);
        let reported = self.reported.iter().find(|reported| (reported.0, reported.1) == (window, target));
        let into = (10 * window - 1) % generation + 1;
        Ok(Row {
            filter: "dcrd",
            window,
            target,
            bits_per_message: filter.memory() as f64 / window as f64,
            certain: filter.window() + 1,
            certain_by_old: Some(old * window.div_ceil(old) + 1),
            believed: Some(age_partitioned::published_rate(&Double, filter.young(), old)),
            mean_rate: age_partitioned::mean_rate(&Double, filter, Aging::AtTheNext)?,
            worst_rate: at(generation)?,
            then: reported.map(|reported| Ok::<_, AnyError>((at(into)?, reported.2))).transpose()?,
        })
    }
}

fn rolling(window: u64, target: f64) -> Result<Row> {
    let filter = Rolling::as_built(window, Target::new(target)?)?;
    Ok(Row {
        filter: "bitcoin-core",
        window,
        target,
        bits_per_message: filter.memory() as f64 / window as f64,
        certain: filter.window(),
        certain_by_old: None,
        believed: None,
        mean_rate: rolling::mean_rate(&Double, filter)?,
        worst_rate: rolling::rate(&Double, filter, filter.generation())?,
        then: None,
    })
}
