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

#[derive(Serialize, Deserialize)]
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
    let hashes: Vec<u64> = (1..=MOST_HASHES).collect();
    let steady = context.rows(p.bits_per_message.iter().copied(), |bits| {
        let filters = stationary(bits * p.window, p.window, &hashes)?;
        Ok(filters.into_iter().filter(|rival| rival.filter != ORACLE).map(|rival| row(bits, None, rival)).collect())
    })?;
    let points = iproduct!(p.bits_per_message.iter().copied(), DELETABLE);
    let rebuilt = context.rows(points, |(bits, kind)| {
        let last = p.rebuilt_every.last().ok_or("no rebuilds")?;
        let rates = |&k: &u64| Ok((k, over_time(kind, bits * p.window, p.window, k, last + 1)?));
        let rates = hashes.iter().map(rates).collect::<Result<Vec<_>>>()?;
        let best = |&every: &u64| {
            let rival = |(hashes, rates): &(u64, Vec<f64>)| {
                let (filter, choice) = (kind.to_string(), String::new());
                Rival { filter, hashes: *hashes, choice, rate: mean_between(rates, p.window, every) }
            };
            Ok(row(bits, Some(every), least(rates.iter().map(rival)).ok_or("no hash functions")?))
        };
        p.rebuilt_every.iter().map(best).collect::<Result<Vec<Row>>>()
    })?;
    let all: Vec<Vec<Row>> = steady.into_iter().chain(rebuilt).collect();
    Ok(all.into_iter().flatten().collect())
}

/// The mean rate from a rebuild, which inserts the W live messages into an empty filter, to the next.
fn mean_between(rates: &[f64], window: u64, every: u64) -> f64 {
    let between = &rates[window as usize..(window * (every + 1)) as usize];
    between.iter().sum::<f64>() / between.len() as f64
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
    let rows: Vec<&Row> = rows.into_iter().collect();
    let values = |of: &dyn Fn(&Row) -> Option<u64>| {
        let mut values: Vec<u64> = rows.iter().filter_map(|row| of(row)).collect();
        values.sort_unstable();
        values.dedup();
        values
    };
    let (intervals, memories) = (values(&|row| row.rebuilt_every), values(&|row| Some(row.bits_per_message)));
    let case = |(rebuilt_every, bits_per_message): (u64, u64)| {
        let best = |every: Option<u64>| {
            let there =
                rows.iter().filter(|row| row.bits_per_message == bits_per_message && row.rebuilt_every == every);
            there.min_by(|a, b| a.rate.total_cmp(&b.rate)).ok_or("a case without filters")
        };
        Ok(Case { bits_per_message, rebuilt_every, deletes: best(Some(rebuilt_every))?, forgets: best(None)? })
    };
    iproduct!(intervals, memories).map(case).collect()
}
