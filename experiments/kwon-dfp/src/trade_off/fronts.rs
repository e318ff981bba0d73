//! Pareto fronts: the filters that no other beats in both deletability and rate.

use super::Row;

impl Row {
    /// True if it is better in one of the two and no worse in the other.
    fn beats(&self, other: &Row) -> bool {
        let better = self.deletability > other.deletability || self.rate < other.rate;
        self.deletability >= other.deletability && self.rate <= other.rate && better
    }
}

/// Marks the rows of one load that are on a front.
pub fn mark(rows: &mut [Row]) {
    for i in 0..rows.len() {
        let row = &rows[i];
        let on_front = !rows.iter().any(|other| other.beats(row));
        let on_own_front = !rows.iter().any(|other| other.filter == row.filter && other.beats(row));
        (rows[i].on_front, rows[i].on_own_front) = (on_front, on_own_front);
    }
}
