//! Axes whose places are cells.

use crate::ticks::power;

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

    /// Cells for numbers, of which the powers of `base` whose exponent `step` divides are named.
    pub fn powers(label: impl Into<String>, base: u32, numbers: impl IntoIterator<Item = u64>, step: u32) -> Self {
        let name = |number: u64| {
            let exponent = number.checked_ilog(base.into())?;
            let is_named = u64::from(base).pow(exponent) == number && exponent.is_multiple_of(step);
            is_named.then(|| power(base as i32, exponent as i32))
        };
        Self::new(label, numbers.into_iter().map(name).collect())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_named_and_nothing_else() {
        let axis = CellAxis::powers("m", 10, [0, 1, 10, 20, 99, 100, 101, 10_000], 2);
        assert_eq!(axis.ticks().collect::<Vec<_>>(), [(1, "10^{0}"), (5, "10^{2}"), (7, "10^{4}")]);
        assert_eq!(axis.len(), 8);
    }
}
