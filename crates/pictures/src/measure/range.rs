//! The range of an axis.

use crate::measure::ticks::{self, Tick};
use crate::{Axis, Scale, Undrawable};

/// An axis with its range: from values to 0 … 1.
#[derive(Clone, Debug)]
pub(crate) struct Range {
    scale: Scale,
    /// Ends, as the scale places them.
    low: f64,
    high: f64,
    pub ticks: Vec<Tick>,
}

impl Range {
    /// The range of `values` with a little room, and some `wanted` labelled ticks.
    pub(crate) fn new(axis: &Axis, values: impl IntoIterator<Item = f64>, wanted: usize) -> Result<Self, Undrawable> {
        let scale = axis.scale;
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        let limits = axis.limits.into_iter().flat_map(|(low, high)| [low, high]);
        for value in values.into_iter().chain(axis.include.iter().copied()).chain(limits) {
            if !scale.holds(value) {
                return Err(Undrawable(format!("{}: {value} has no place on a {scale} axis", axis.label)));
            }
            let position = scale.position(value);
            (low, high) = (low.min(position), high.max(position));
        }
        if low > high {
            return Err(Undrawable(format!("no values of {:?}", axis.label)));
        }
        if let Some((from, to)) = axis.limits {
            if from >= to {
                return Err(Undrawable(format!("no range of {:?}", axis.label)));
            }
            (low, high) = (scale.position(from), scale.position(to));
        } else {
            if high - low < 1e-9 {
                (low, high) = (low - 0.5, high + 0.5);
            }
            let room = 0.03 * (high - low);
            // a range that begins at 0 shall not show what lies below
            low = if scale.position(0.0) == 0.0 && low == 0.0 { 0.0 } else { low - room };
            high += room;
        }
        let mut range = Self { scale, low, high, ticks: Vec::new() };
        range.ticks = match &axis.ticks {
            Some(chosen) => {
                let inside = chosen.iter().filter(|(value, _)| (0.0..=1.0).contains(&range.position(*value)));
                let named = |label: &String| Some(label.clone()).filter(|label| !label.is_empty());
                inside.map(|(value, label)| Tick { value: *value, label: named(label) }).collect()
            }
            None => ticks::ticks(scale, (low, high), wanted, axis.percent),
        };
        Ok(range)
    }

    /// The place of a value, from 0 to 1 inside the range.
    pub(crate) fn position(&self, value: f64) -> f64 {
        (self.scale.position(value) - self.low) / (self.high - self.low)
    }

    /// The same, where values beyond the ends, infinite ones among them, lie at the ends.
    pub(crate) fn clamped(&self, value: f64) -> f64 {
        let inside = match value {
            f64::INFINITY => 1.0,
            f64::NEG_INFINITY => 0.0,
            value if !self.scale.holds(value) => 0.0,
            value => self.position(value),
        };
        inside.clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(scale: Scale, limits: Option<(f64, f64)>, values: &[f64]) -> Result<Range, Undrawable> {
        Range::new(&Axis { scale, limits, ..Axis::default() }, values.iter().copied(), 6)
    }

    #[test]
    fn what_an_axis_cannot_hold_is_refused() {
        for value in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(range(Scale::Log10, None, &[1.0, value]).is_err());
        }
        for (limits, values) in [(None, &[f64::NAN][..]), (None, &[]), (Some((2.0, 1.0)), &[1.5])] {
            assert!(range(Scale::Linear, limits, values).is_err());
        }
    }

    #[test]
    fn limits_are_kept_and_values_beyond_are_at_them() {
        let range = range(Scale::Log10, Some((1.0, 100.0)), &[0.1, 1e6]).unwrap();
        let places = [f64::NEG_INFINITY, 0.1, 10.0, 1e6, f64::INFINITY].map(|value| range.clamped(value));
        assert_eq!(places, [0.0, 0.0, 0.5, 1.0, 1.0]);
    }
}
