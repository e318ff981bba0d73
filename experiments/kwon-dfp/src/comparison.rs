//! Two filters of a table side by side, load by load.

use crate::prelude::*;
use statrs::distribution::{Binomial, DiscreteCDF};

/// The rows of two filters at the same parameters.
#[derive(Clone, Copy)]
pub(crate) struct Pair<'a> {
    pub ours: &'a Row,
    pub other: &'a Row,
}

/// Every row of the filter `ours` with that of `other`, in the order of the table.
pub(crate) fn pairs<'a>(rows: &'a [Row], ours: &str, other: &str) -> Vec<Pair<'a>> {
    let point = |row: &Row| (row.bits, row.hashes, row.items, row.deleted);
    let partner = |ours: &'a Row| {
        let other = of_filter(rows, other).find(|row| point(row) == point(ours))?;
        Some(Pair { ours, other })
    };
    of_filter(rows, ours).filter_map(partner).collect()
}

impl Pair<'_> {
    pub fn swapped(&self) -> Self {
        Self { ours: self.other, other: self.ours }
    }

    /// Ours deletes more of its items by the exact models.
    pub fn is_more_deletable(&self) -> bool {
        self.ours.exact_deletability > self.other.exact_deletability
    }

    /// Ours has the lower rate by the exact models.
    pub fn is_lower(&self) -> bool {
        self.ours.exact_rate < self.other.exact_rate
    }

    /// Ours deletes more of its items: by the exact models, and not against the 99 % intervals of the simulation.
    pub fn deletes_more(&self) -> bool {
        let simulated = self.ours.simulated_deletability.zip(self.other.simulated_deletability);
        self.is_more_deletable() && simulated.is_some_and(|(ours, other)| ours.upper > other.lower)
    }

    /// Ours deletes fewer of its items.
    pub fn deletes_less(&self) -> bool {
        self.swapped().deletes_more()
    }

    /// Ours has the lower rate: by the exact models, and not against the 99 % intervals of the simulation.
    pub fn rate_is_lower(&self) -> bool {
        let simulated = self.ours.simulated_rate.zip(self.other.simulated_rate);
        self.is_lower() && simulated.is_some_and(|(ours, other)| ours.lower < other.upper)
    }

    /// The other's rate over ours: by the exact models, and the least that the intervals allow, 0 where there are none.
    pub fn gain(&self) -> (f64, f64) {
        let simulated = self.ours.simulated_rate.zip(self.other.simulated_rate);
        let least = simulated.map_or(0.0, |(ours, other)| other.lower / ours.upper);
        (self.other.exact_rate / self.ours.exact_rate, least)
    }
}

/// TBF's rate over D-FP's at the lowest load: exact, and the least by the intervals.
pub(crate) fn gain(rows: &[Row], tbf: &str) -> Result<(f64, f64)> {
    Ok(pairs(rows, "D-FP", tbf).first().map(Pair::gain).ok_or("D-FP or TBF is missing")?)
}

/// The share of the pairs for which `condition` holds; 0 without pairs.
pub(crate) fn share_of<'a>(pairs: &[Pair<'a>], condition: impl Fn(&Pair<'a>) -> bool) -> f64 {
    share(pairs, |pair| condition(pair)).map_or(0.0, |share| share.value())
}

/// The largest load such that `condition` holds there and at every lower load.
pub(crate) fn up_to_which<'a>(pairs: &[Pair<'a>], condition: impl Fn(&Pair<'a>) -> bool) -> Option<String> {
    pairs.iter().take_while(|pair| condition(pair)).last().map(|pair| load(pair.ours))
}

/// The load n/m from which on something is so up to the highest that was tried: found by the exact models at every load of
/// the table (the first word of each pair), and confirmed by the second where filters were simulated.
pub(crate) fn from_which<'a>(points: impl IntoIterator<Item = (&'a Row, bool, bool)>) -> Option<f64> {
    let points = points.into_iter().collect_vec();
    let range = Range::of("n/m", points.iter().map(|(row, exact, _)| (row.items_per_bit, *exact)))?;
    let simulated = points.iter().filter(|(row, ..)| row.epochs.is_some());
    let range = range.confirmed_by(simulated.map(|(row, _, simulated)| (row.items_per_bit, *simulated)))?;
    range.holds.filter(|(_, to)| *to == range.tested.1).map(|(from, _)| from)
}

/// The load from which on D-FP deletes more than a DlBF.
pub(crate) fn ahead_of(rows: &[Row], dlbf: &str) -> Option<f64> {
    let pairs = pairs(rows, "D-FP", dlbf);
    from_which(pairs.iter().map(|pair| (pair.ours, pair.is_more_deletable(), pair.deletes_more())))
}

/// The loads from which on something is so beside each DlBF, in units of m/64; none where one has no such load.
pub(crate) fn loads_by_region(rows: &[Row], from: impl Fn(&str) -> Option<f64>) -> Option<String> {
    let word = |dlbf: String| Some(format!("{}m/64 for {dlbf}", 64.0 * from(&dlbf)?));
    Some(dlbfs(rows).into_iter().map(word).collect::<Option<Vec<_>>>()?.join(", "))
}

/// n as a multiple of m/64.
pub(crate) fn load(row: &Row) -> String {
    in_64ths(row.items, row.bits)
}

/// n in units of m/64: `m/64`, `2m/64`, …
pub(crate) fn in_64ths(items: u64, bits: u64) -> String {
    match items.saturating_mul(64).checked_div(bits).unwrap_or(0) {
        1 => "m/64".to_owned(),
        count => format!("{count}m/64"),
    }
}

/// The names of the DlBFs of a table, in its order.
pub(crate) fn dlbfs(rows: &[Row]) -> Vec<String> {
    let names = rows.iter().map(|row| &row.filter).filter(|name| name.starts_with("DlBF"));
    names.unique().cloned().collect()
}

/// The probability that right models fail.
pub(crate) const ALPHA: f64 = 1e-3;

/// How many of `points` independent 99 % intervals may miss a right value: more do with a probability of at most [`ALPHA`].
pub(crate) fn misses_allowed(points: usize) -> Result<usize> {
    Ok(Binomial::new(1.0 - CONFIDENCE, points as u64)?.inverse_cdf(1.0 - ALPHA) as usize)
}
