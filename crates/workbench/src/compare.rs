//! Whether a regenerated table is the committed one: numbers within 1e-12 relative, everything else exactly.

use serde_json::Value;

use crate::WorkbenchError;
use crate::table::Table;

/// The largest relative difference between floats that counts as equal.
const TOLERANCE: f64 = 1e-12;

/// The first few differences, each naming row, column and both values; empty when there are none.
pub(crate) fn differences(committed: &Table, regenerated: &Table) -> Result<Vec<String>, WorkbenchError> {
    if committed.height() != regenerated.height() {
        return Ok(vec![format!("{} rows committed, {} regenerated", committed.height(), regenerated.height())]);
    }
    let (old, new) = (committed.columns()?, regenerated.columns()?);
    let names = |columns: &[(String, Vec<Value>)]| columns.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    if names(&old) != names(&new) {
        return Ok(vec![format!("columns {:?} committed, {:?} regenerated", names(&old), names(&new))]);
    }
    let mut differences = Vec::new();
    for ((name, old), (_, new)) in old.iter().zip(&new) {
        for (row, (old, new)) in old.iter().zip(new).enumerate().filter(|(_, (old, new))| !same(old, new)) {
            differences.push(format!("row {}, column {name}: {old} committed, {new} regenerated", row + 1));
        }
    }
    Ok(differences)
}

fn same(old: &Value, new: &Value) -> bool {
    match (old, new) {
        (Value::Number(a), Value::Number(b)) if a.is_f64() || b.is_f64() => match (a.as_f64(), b.as_f64()) {
            (Some(a), Some(b)) => a == b || (a - b).abs() <= TOLERANCE * a.abs().max(b.abs()),
            _ => false,
        },
        _ => old == new,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: &[(&str, u64, f64)]) -> Table {
        #[derive(serde::Serialize, serde::Deserialize)]
        struct Row {
            series: String,
            count: u64,
            rate: f64,
        }
        let rows: Vec<_> =
            rows.iter().map(|&(series, count, rate)| Row { series: series.to_owned(), count, rate }).collect();
        Table::from_rows(&rows).unwrap()
    }

    #[test]
    fn floats_have_a_tolerance_and_counts_have_none() {
        let committed = table(&[("a", 1_000_000_000_000_000, 1.0), ("b", 2, 1e-300)]);
        let same = table(&[("a", 1_000_000_000_000_000, 1.0 + 9e-13), ("b", 2, 1e-300)]);
        assert!(differences(&committed, &same).unwrap().is_empty());
        let other = table(&[("a", 1_000_000_000_000_001, 1.0 + 2e-12), ("c", 2, 1.1e-300)]);
        let found = differences(&committed, &other).unwrap();
        assert_eq!(found.len(), 4, "{found:?}");
        assert!(found.iter().any(|d| d.starts_with("row 1, column count")), "{found:?}");
        assert_eq!(differences(&committed, &table(&[("a", 1, 1.0)])).unwrap().len(), 1);
    }
}
