//! Axes whose places are cells.

use super::axis::power;

/// An axis of cells of the same width.
#[derive(Clone, Debug)]
pub struct CellAxis {
    pub(crate) label: String,
    pub(crate) names: Vec<Option<String>>,
}

impl CellAxis {
    /// The label names quantity and unit; a cell without a name has no tick.
    pub fn new(label: impl Into<String>, names: Vec<Option<String>>) -> Self {
        Self { label: label.into(), names }
    }

    /// Cells for powers of two, of which every `step`-th exponent is named.
    pub fn powers_of_two(label: impl Into<String>, exponents: impl IntoIterator<Item = u32>, step: u32) -> Self {
        let name = |exponent: u32| exponent.is_multiple_of(step).then(|| power(2, exponent as i32));
        Self::new(label, exponents.into_iter().map(name).collect())
    }

    /// The number of cells.
    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }

    /// The cells that have a tick, with its label.
    pub(crate) fn ticks(&self) -> impl Iterator<Item = (usize, &str)> {
        self.names.iter().enumerate().filter_map(|(i, name)| Some((i, name.as_deref()?)))
    }
}
