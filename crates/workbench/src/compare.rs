//! Whether a regenerated table is the committed one: numbers within 1e-12 relative, everything else exactly.

use crate::rows::{Cell, Table};

/// The largest relative difference between floats that counts as equal.
const TOLERANCE: f64 = 1e-12;

/// The differences, each naming row, column and both values; empty when there are none.
pub(crate) fn differences(committed: &Table, regenerated: &Table) -> Vec<String> {
    if committed.height() != regenerated.height() {
        return vec![format!("{} rows committed, {} regenerated", committed.height(), regenerated.height())];
    }
    if committed.names() != regenerated.names() {
        return vec![format!("columns {:?} committed, {:?} regenerated", committed.names(), regenerated.names())];
    }
    let mut differences = Vec::new();
    for (column, name) in committed.names().iter().enumerate() {
        for row in 0..committed.height() {
            let (old, new) = (committed.cell(row, column), regenerated.cell(row, column));
            if !same(&old, &new) {
                let row = row + 1;
                differences.push(format!("row {row}, column {name}: {old} committed, {new} regenerated"));
            }
        }
    }
    differences
}

fn same(old: &Cell, new: &Cell) -> bool {
    match (old, new) {
        (Cell::Float(a), Cell::Float(b)) => a == b || (a - b).abs() <= TOLERANCE * a.abs().max(b.abs()),
        _ => old == new,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::Written;

    fn table(rows: &[(&str, u64, f64)]) -> Table {
        #[derive(serde::Serialize, serde::Deserialize)]
        struct Row {
            series: String,
            count: u64,
            rate: f64,
        }
        let rows: Vec<_> =
            rows.iter().map(|&(series, count, rate)| Row { series: series.to_owned(), count, rate }).collect();
        Table::from_csv(&Written::from_rows(&rows).unwrap().to_csv()).unwrap()
    }

    #[test]
    fn floats_have_a_tolerance_and_counts_have_none() {
        let committed = table(&[("a", 1_000_000_000_000_000, 1.0), ("b", 2, 1e-300)]);
        let same = table(&[("a", 1_000_000_000_000_000, 1.0 + 9e-13), ("b", 2, 1e-300)]);
        assert!(differences(&committed, &same).is_empty());
        let other = table(&[("a", 1_000_000_000_000_001, 1.0 + 2e-12), ("c", 2, 1.1e-300)]);
        let found = differences(&committed, &other);
        assert_eq!(found.len(), 4, "{found:?}");
        assert!(found.iter().any(|d| d.starts_with("row 1, column count")), "{found:?}");
        assert_eq!(differences(&committed, &table(&[("a", 1, 1.0)])).len(), 1);
    }
}
