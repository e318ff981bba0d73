//! Two filters of a table side by side, load by load.

use bloomlab_simulation::{CONFIDENCE, SimulationError, student_quantile};

use crate::measured::Row;

/// The rows of two filters at the same parameters.
pub(crate) struct Pair<'a> {
    pub ours: &'a Row,
    pub other: &'a Row,
}

/// Every row of the filter `ours` with that of `other`, in the order of the table.
pub(crate) fn pairs<'a>(rows: &'a [Row], ours: &str, other: &str) -> Vec<Pair<'a>> {
    let point = |row: &Row| (row.bits, row.hashes, row.items, row.deleted);
    let partner = |ours: &'a Row| {
        let other = rows.iter().find(|row| row.filter == other && point(row) == point(ours))?;
        Some(Pair { ours, other })
    };
    rows.iter().filter(|row| row.filter == ours).filter_map(partner).collect()
}

impl Pair<'_> {
    /// Ours deletes more of its items: by the exact models, and not against the 99 % intervals of the simulation.
    pub fn deletes_more(&self) -> bool {
        self.ours.exact_deletability > self.other.exact_deletability
            && self.ours.deletability_upper > self.other.deletability_lower
    }

    /// Ours deletes fewer of its items.
    pub fn deletes_less(&self) -> bool {
        Pair { ours: self.other, other: self.ours }.deletes_more()
    }

    /// Ours has the lower rate: by the exact models, and not against the 99 % intervals of the simulation.
    pub fn rate_is_lower(&self) -> bool {
        self.ours.exact_rate < self.other.exact_rate && self.ours.rate_lower < self.other.rate_upper
    }

    /// How many times as high the other's rate is: by the exact models, and at least, by the intervals.
    pub fn gain(&self) -> (f64, f64) {
        (self.other.exact_rate / self.ours.exact_rate, self.other.rate_lower / self.ours.rate_upper)
    }
}

/// The share of pairs of which something is so; 0 of none.
pub(crate) fn share(pairs: &[Pair], is_so: impl Fn(&Pair) -> bool) -> f64 {
    pairs.iter().filter(|pair| is_so(pair)).count() as f64 / pairs.len().max(1) as f64
}

/// The least load from which on something is so at every load, as `7m/64`.
pub(crate) fn from_which(pairs: &[Pair], is_so: impl Fn(&Pair) -> bool) -> Option<String> {
    pairs.iter().rev().take_while(|pair| is_so(pair)).last().map(|pair| load(pair.ours))
}

/// The largest load up to which something is so at every load.
pub(crate) fn up_to_which(pairs: &[Pair], is_so: impl Fn(&Pair) -> bool) -> Option<String> {
    pairs.iter().take_while(|pair| is_so(pair)).last().map(|pair| load(pair.ours))
}

/// n as a multiple of m/64.
pub(crate) fn load(row: &Row) -> String {
    in_64ths(sixty_fourths(row.items, row.bits))
}

/// n as a multiple of m/64; 0 where a table says nonsense.
pub(crate) fn sixty_fourths(items: u64, bits: u64) -> u64 {
    items.saturating_mul(64).checked_div(bits).unwrap_or(0)
}

/// `m/64`, `2m/64`, …
pub(crate) fn in_64ths(count: u64) -> String {
    if count == 1 { "m/64".to_owned() } else { format!("{count}m/64") }
}

/// The names of the DlBFs of a table, in its order.
pub(crate) fn dlbfs(rows: &[Row]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for row in rows.iter().filter(|row| row.filter.starts_with("DlBF")) {
        if !names.contains(&row.filter) {
            names.push(row.filter.clone());
        }
    }
    names
}

/// How many of `points` independent 99 % intervals may miss a right value before it is doubted, at α = 1e-4: the
/// normal bound of the binomial tail, one-sided.
pub(crate) fn misses_allowed(points: usize) -> Result<usize, SimulationError> {
    let (points, miss) = (points as f64, 1.0 - CONFIDENCE);
    // so many degrees of freedom that Student's law is the normal one
    let quantile = student_quantile(1_000_000, 1.0 - 2e-4)?;
    Ok((points * miss + quantile * (points * miss * CONFIDENCE).sqrt()) as usize)
}
