//! Which filter is best, at which memory, if it can be rebuilt how often.

mod view;

use bloomlab_workbench::figure::*;
pub(crate) use view::{claims, draw, facts};

use crate::rival::{DELETABLE, MOST_HASHES, ORACLE, Rival, least, over_time, stationary};

#[derive(Serialize, Deserialize)]
pub(crate) struct Parameters {
    /// W, the live messages.
    window: u64,
    /// m/W.
    bits_per_message: Vec<u64>,
    /// Windows between two rebuilds, ascending.
    rebuilt_every: Vec<u64>,
}

#[derive(Clone, Serialize, Deserialize)]
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

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    let hashes = (1..=MOST_HASHES).collect_vec();
    let steady = context.rows(p.bits_per_message.iter().copied(), |bits| {
        let filters = stationary(bits * p.window, p.window, &hashes)?;
        Ok(filters.into_iter().filter(|rival| rival.filter != ORACLE).map(|rival| row(bits, None, rival)).collect_vec())
    })?;
    let points = iproduct!(p.bits_per_message.iter().copied(), DELETABLE);
    let rebuilt = context.rows(points, |(bits, kind)| {
        let last = p.rebuilt_every.iter().max().ok_or("no rebuilds")?;
        let rates = |&k: &u64| Ok((k, over_time(kind, bits * p.window, p.window, k, last + 1)?));
        let rates = hashes.iter().map(rates).collect::<Result<Vec<_>>>()?;
        let best = |&every: &u64| {
            let rivals = rates.iter().map(|(hashes, rates)| {
                // from a rebuild, which inserts the W live messages into an empty filter, to the next
                let between = &rates[p.window as usize..(p.window * (every + 1)) as usize];
                let rate = between.iter().sum::<f64>() / between.len() as f64;
                Rival { filter: kind.to_string(), hashes: *hashes, choice: String::new(), rate }
            });
            Ok(row(bits, Some(every), least(rivals).ok_or("no hash functions")?))
        };
        p.rebuilt_every.iter().map(best).collect()
    })?;
    Ok([steady, rebuilt].concat().into_iter().flatten().collect())
}

fn row(bits_per_message: u64, rebuilt_every: Option<u64>, rival: Rival) -> Row {
    let Rival { filter, hashes, choice, rate } = rival;
    Row { bits_per_message, rebuilt_every, filter, hashes, choice, rate }
}

/// One place of the diagram: what there is to choose from.
struct Case<'a> {
    bits_per_message: u64,
    rebuilt_every: u64,
    /// The best filter that deletes, and the best that forgets.
    deletes: &'a Row,
    forgets: &'a Row,
}

impl Case<'_> {
    fn winner(&self) -> &Row {
        if self.is_won_by_deleting() { self.deletes } else { self.forgets }
    }

    fn is_won_by_deleting(&self) -> bool {
        self.deletes.rate < self.forgets.rate
    }
}

/// Every place, by rebuild interval and then memory.
fn cases<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Result<Vec<Case<'a>>> {
    let rows = rows.into_iter().collect_vec();
    let best = |bits_per_message: u64, every: Option<u64>| {
        let there = rows.iter().filter(|row| (row.bits_per_message, row.rebuilt_every) == (bits_per_message, every));
        Ok::<_, AnyError>(*smallest(there, |row| row.rate)?.row)
    };
    let intervals = rows.iter().filter_map(|row| row.rebuilt_every).sorted_unstable().dedup();
    let memories = rows.iter().map(|row| row.bits_per_message).sorted_unstable().dedup();
    let case = |(rebuilt_every, bits_per_message)| {
        let (deletes, forgets) = (best(bits_per_message, Some(rebuilt_every))?, best(bits_per_message, None)?);
        Ok(Case { bits_per_message, rebuilt_every, deletes, forgets })
    };
    iproduct!(intervals, memories).map(case).collect()
}
