//! One column: its type follows from its cells.

use polars_arrow::array::{Array, BooleanArray, PrimitiveArray, Utf8ViewArray};

/// The column of `cells`, in which an empty cell is a missing one.
///
/// Booleans where every cell is one, else counts, else floats, else texts. The tables of the workspace write every float with
/// a point or an exponent, so a column of counts is one.
pub fn column(cells: &[&str]) -> Box<dyn Array> {
    let values = parsed::<bool>(cells)
        .map(|cells| BooleanArray::from(cells).boxed())
        .or_else(|| parsed::<i64>(cells).map(|cells| PrimitiveArray::from(cells).boxed()))
        .or_else(|| parsed::<f64>(cells).map(|cells| PrimitiveArray::from(cells).boxed()));
    values.unwrap_or_else(|| Utf8ViewArray::from_slice(texts(cells)).boxed())
}

/// The cells as values of one type; `None` where one of them is not, or where all are missing.
fn parsed<T: std::str::FromStr>(cells: &[&str]) -> Option<Vec<Option<T>>> {
    let cell = |text: &&str| if text.is_empty() { Some(None) } else { text.parse().ok().map(Some) };
    let cells: Option<Vec<_>> = cells.iter().map(cell).collect();
    cells.filter(|cells| cells.iter().any(Option::is_some))
}

fn texts<'a>(cells: &[&'a str]) -> Vec<Option<&'a str>> {
    cells.iter().map(|text| (!text.is_empty()).then_some(*text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use polars_arrow::datatypes::ArrowDataType;

    #[test]
    fn the_type_is_that_of_the_cells() {
        let dtype = |cells: &[&str]| column(cells).dtype().clone();
        assert_eq!(dtype(&["true", "", "false"]), ArrowDataType::Boolean);
        assert_eq!(dtype(&["1", "-2", ""]), ArrowDataType::Int64);
        assert_eq!(dtype(&["1.0", "1e-320"]), ArrowDataType::Float64);
        assert_eq!(dtype(&["1.0", "visits"]), ArrowDataType::Utf8View);
        assert_eq!(dtype(&["", ""]), ArrowDataType::Utf8View);
        assert_eq!(column(&["1", ""]).null_count(), 1);
    }
}
