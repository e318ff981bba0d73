//! One column: its type follows from its cells.

use polars_core::prelude::{Column, IntoColumn, NamedFrom, Series};

/// The column `name` of `cells`, in which an empty cell is a missing one.
///
/// Booleans where every cell is one, else counts, else floats, else texts. The tables of the workspace write every float with
/// a point or an exponent, so a column of counts is one.
pub fn column(name: &str, cells: &[&str]) -> Column {
    let series = parsed::<bool>(cells)
        .map(|cells| Series::new(name.into(), cells))
        .or_else(|| parsed::<i64>(cells).map(|cells| Series::new(name.into(), cells)))
        .or_else(|| parsed::<f64>(cells).map(|cells| Series::new(name.into(), cells)));
    series.unwrap_or_else(|| Series::new(name.into(), texts(cells))).into_column()
}

/// The cells as values of one type; `None` where one of them is not, or where all are missing.
fn parsed<T: std::str::FromStr>(cells: &[&str]) -> Option<Vec<Option<T>>> {
    let cell = |text: &&str| if text.is_empty() { Some(None) } else { text.parse().ok().map(Some) };
    let cells: Option<Vec<_>> = cells.iter().map(cell).collect();
    cells.filter(|cells| cells.iter().any(Option::is_some))
}

fn texts(cells: &[&str]) -> Vec<Option<String>> {
    cells.iter().map(|text| (!text.is_empty()).then(|| (*text).to_owned())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use polars_core::prelude::DataType;

    #[test]
    fn the_type_is_that_of_the_cells() {
        let dtype = |cells: &[&str]| column("x", cells).dtype().clone();
        assert_eq!(dtype(&["true", "", "false"]), DataType::Boolean);
        assert_eq!(dtype(&["1", "-2", ""]), DataType::Int64);
        assert_eq!(dtype(&["1.0", "1e-320"]), DataType::Float64);
        assert_eq!(dtype(&["1.0", "visits"]), DataType::String);
        assert_eq!(dtype(&["", ""]), DataType::String);
        assert_eq!(column("x", &["1", ""]).null_count(), 1);
    }
}
