//! Tables with one column falsified.

use crate::rows::{Cell, Table};

/// The table with one column falsified, for every column and some ways to falsify it: numbers grown, shrunk, negated
/// or in the order of other rows, booleans negated, texts in the order of other rows.
pub(super) fn falsified(table: &Table) -> impl Iterator<Item = Table> {
    type Way = fn(&Table, usize, usize) -> Cell;
    let ways: [Way; 7] = [
        |table, i, column| changed(table.cell(i, column), |x| 1.5 * x),
        |table, i, column| changed(table.cell(i, column), |x| x / 1.5),
        |table, i, column| changed(table.cell(i, column), |x| 1e6 * x),
        |table, i, column| changed(table.cell(i, column), |x| 1e-6 * x),
        |table, i, column| changed(table.cell(i, column), |x| -x),
        |table, i, column| table.cell(table.height() - 1 - i, column),
        |table, i, column| table.cell((i + 1) % table.height(), column),
    ];
    let all = (0..table.names().len()).flat_map(move |column| ways.map(|way| (column, way)));
    all.map(move |(column, way)| table.with(column, |i| way(table, i, column)))
}

/// A number changed, a boolean negated, anything else as it is.
fn changed(cell: Cell, change: impl Fn(f64) -> f64) -> Cell {
    match cell {
        Cell::Truth(truth) => Cell::Truth(!truth),
        // a count stays one, and is never what it was
        Cell::Count(count) => match change(count as f64) as i64 {
            same if same == count => Cell::Count(count.saturating_add(1)),
            other => Cell::Count(other),
        },
        Cell::Float(number) => Cell::Float(change(number).clamp(f64::MIN, f64::MAX)),
        Cell::Missing | Cell::Text(_) => cell,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_is_falsified() {
        let table = Table::from_csv(b"text,count,float,flag\na,1,0.1,true\nb,2,,false\n").unwrap();
        let column_of = |table: &Table, column: usize| [0, 1].map(|i| table.cell(i, column));
        let falsified: Vec<_> = falsified(&table).collect();
        assert_eq!(falsified.len(), 7 * 4);
        for (column, ways) in falsified.chunks(7).enumerate() {
            assert!(ways.iter().any(|other| column_of(other, column) != column_of(&table, column)), "{column}");
        }
        assert_eq!(falsified[7].cell(0, 1), Cell::Count(2), "half as many again, and never the same");
        assert_eq!(falsified[14].cell(0, 2), Cell::Float(1.5 * 0.1));
    }
}
