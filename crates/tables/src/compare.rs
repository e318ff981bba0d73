//! The differences between a committed table and the same table computed again.

use csv::StringRecord;

use crate::Result;

/// The largest relative difference between floats that counts as equal.
const TOLERANCE: f64 = 1e-12;

/// The differences, each with row, column and both values: floats have a tolerance, everything else has none.
pub(crate) fn differences(committed: &[u8], computed: &[u8]) -> Result<Vec<String>> {
    let (old, new) = (records(committed)?, records(computed)?);
    if old.len() != new.len() || old.first() != new.first() {
        let shape = |table: &[StringRecord]| format!("{} rows of {:?}", table.len().saturating_sub(1), table.first());
        return Ok(vec![format!("{} committed, {} computed", shape(&old), shape(&new))]);
    }
    let cells =
        |row: usize| old[0].iter().zip(&old[row]).zip(&new[row]).map(move |((name, old), new)| (row, name, old, new));
    let differing = (1..old.len()).flat_map(cells).filter(|(_, _, old, new)| !same(old, new));
    let line = |(row, name, old, new)| format!("row {row}, column {name}: {old} committed, {new} computed");
    Ok(differing.map(line).collect())
}

/// The records of a CSV file, its header first.
fn records(bytes: &[u8]) -> Result<Vec<StringRecord>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(bytes);
    Ok(reader.records().collect::<Result<_, _>>()?)
}

fn same(old: &str, new: &str) -> bool {
    let float = |text: &str| text.parse::<f64>().ok().filter(|float| float.is_finite() && text.parse::<i64>().is_err());
    match (float(old), float(new)) {
        _ if old == new => true,
        (Some(a), Some(b)) => (a - b).abs() <= TOLERANCE * a.abs().max(b.abs()),
        _ => false,
    }
}
