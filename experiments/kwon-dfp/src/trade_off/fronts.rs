//! Pareto fronts: the filters that no other beats in both deletability and rate.

use super::*;

impl Row {
    fn is_counter(&self) -> bool {
        self.deletability == 1.0
    }

    /// Whether it is better in one of the two and no worse in the other.
    pub(super) fn beats(&self, other: &Row) -> bool {
        let better = self.deletability > other.deletability || self.rate < other.rate;
        self.deletability >= other.deletability && self.rate <= other.rate && better
    }
}

/// Marks the rows of one load that are on a front.
pub(super) fn mark(rows: &mut [Row]) {
    for i in 0..rows.len() {
        let row = &rows[i];
        let beaten = |among: &dyn Fn(&Row) -> bool| rows.iter().any(|other| among(other) && other.beats(row));
        let on_front = !beaten(&|_| true);
        let at_same_hashes = !beaten(&|other| other.hashes == row.hashes);
        let without_counters = !row.is_counter() && !beaten(&|other| !other.is_counter());
        rows[i].on_front = on_front;
        rows[i].on_front_at_same_hashes = at_same_hashes;
        rows[i].on_front_without_counters = without_counters;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bloomlab_workbench::testing::parameters;

    /// A point that nothing beats is on the front, and every point off it is beaten by one on it.
    #[test]
    fn the_front_is_a_front() {
        let settings = parameters::<Settings>(env!("CARGO_MANIFEST_DIR"), "trade-off").unwrap();
        let filters = filters::with_counters(&settings.region_bits, settings.fingerprint_bits);
        let parameters = iproduct!(filters, &settings.hashes)
            .map(|(filter, &hashes)| Parameters::new(filter, 262_144, 32_768, 0, hashes).unwrap());
        let mut rows: Vec<Row> = parameters.map(|p| row(&p).unwrap()).collect();
        mark(&mut rows);
        assert!(rows.iter().any(|row| row.on_front) && rows.iter().any(|row| !row.on_front));
        for row in &rows {
            assert_eq!(row.on_front, !rows.iter().any(|other| other.on_front && other.beats(row)), "{}", row.filter);
        }
    }
}
