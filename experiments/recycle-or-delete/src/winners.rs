//! Which filter is best, at which memory, if it can be rebuilt how often.

use bloomlab_tables::{Result, Run};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use crate::rival::{DELETABLE, MOST_HASHES, Rival, least, over_time, stationary};

#[derive(Deserialize)]
pub(crate) struct Parameters {
    /// W, the live messages.
    window: u64,
    /// m/W.
    bits_per_message: Vec<u64>,
    /// Windows between two rebuilds, ascending.
    rebuilt_every: Vec<u64>,
}

#[derive(Serialize)]
pub(crate) struct Row {
    bits_per_message: u64,
    /// Windows between two rebuilds from the live messages; none for filters that need none.
    rebuilt_every: Option<u64>,
    filter: String,
    hashes: u64,
    choice: String,
    /// The mean from one rebuild to the next.
    rate: f64,
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let mut rows = run.flat_rows(p.bits_per_message.iter().copied(), |bits| {
        let filters = stationary(bits * p.window, p.window)?;
        Ok(filters.into_iter().map(move |rival| row(bits, None, rival)))
    })?;
    rows.extend(run.flat_rows(iproduct!(p.bits_per_message.iter().copied(), DELETABLE), |(bits, kind)| {
        let last = p.rebuilt_every.iter().max().ok_or("no rebuilds")?;
        let rates = |k| Ok((k, over_time(kind, bits * p.window, p.window, k, last + 1)?));
        let rates = (1..=MOST_HASHES).map(rates).collect::<Result<Vec<_>>>()?;
        let best = |&every: &u64| {
            let rivals = rates.iter().map(|(hashes, rates)| {
                // from a rebuild, which inserts the W live messages into an empty filter, to the next
                let between = &rates[p.window as usize..(p.window * (every + 1)) as usize];
                let rate = between.iter().sum::<f64>() / between.len() as f64;
                Rival { filter: kind.to_string(), hashes: *hashes, choice: String::new(), rate }
            });
            Ok(row(bits, Some(every), least(rivals).ok_or("no hash functions")?))
        };
        p.rebuilt_every.iter().map(best).collect::<Result<Vec<_>>>()
    })?);
    Ok(rows)
}

fn row(bits_per_message: u64, rebuilt_every: Option<u64>, rival: Rival) -> Row {
    let Rival { filter, hashes, choice, rate } = rival;
    Row { bits_per_message, rebuilt_every, filter, hashes, choice, rate }
}
