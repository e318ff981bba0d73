//! Axes: what they measure, on which scale, and the range that they show.

use crate::ticks::{self, Tick};
use crate::{Scale, Undrawable};

/// An axis: what it measures, in which unit, on which scale.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    pub(crate) label: String,
    pub(crate) scale: Scale,
    pub(crate) include: Vec<f64>,
    pub(crate) limits: Option<(f64, f64)>,
    pub(crate) percent: bool,
    pub(crate) ticks: Option<Vec<(f64, String)>>,
}

impl Axis {
    /// An axis that spans its data. The label names quantity and unit.
    pub fn new(label: impl Into<String>, scale: Scale) -> Self {
        Self { label: label.into(), scale, include: Vec::new(), limits: None, percent: false, ticks: None }
    }

    /// The axis shall reach `value` as well.
    #[must_use]
    pub fn including(mut self, value: f64) -> Self {
        self.include.push(value);
        self
    }

    /// The axis reaches from `low` to `high` and not farther; what lies outside is cut off.
    #[must_use]
    pub fn limited(self, low: f64, high: f64) -> Self {
        Self { limits: Some((low, high)), ..self }
    }

    /// Values are shares, and ticks read 5 % instead of 0.05.
    #[must_use]
    pub fn percent(self) -> Self {
        Self { percent: true, ..self }
    }

    /// Ticks with these labels instead of those of the scale.
    #[must_use]
    pub fn ticked<L: Into<String>>(self, ticks: impl IntoIterator<Item = (f64, L)>) -> Self {
        Self { ticks: Some(ticks.into_iter().map(|(value, label)| (value, label.into())).collect()), ..self }
    }

    fn refuse(&self, value: f64) -> Undrawable {
        Undrawable::OffScale { axis: self.label.clone(), value, scale: self.scale }
    }
}

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
    pub(crate) fn new(axis: &Axis, values: impl Iterator<Item = f64>, wanted: usize) -> Result<Self, Undrawable> {
        let scale = axis.scale;
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        let limits = axis.limits.map_or(Vec::new(), |(low, high)| vec![low, high]);
        for value in values.chain(axis.include.iter().chain(&limits).copied()) {
            if !scale.holds(value) {
                return Err(axis.refuse(value));
            }
            let position = scale.position(value);
            (low, high) = (low.min(position), high.max(position));
        }
        if low > high {
            return Err(Undrawable::NoValues { axis: axis.label.clone() });
        }
        if let Some((from, to)) = axis.limits {
            if from >= to {
                return Err(axis.refuse(to));
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
            Some(ticks) => ticks::chosen(ticks, |value| (0.0..=1.0).contains(&range.position(value))),
            None => ticks::ticks(scale, (low, high), wanted, axis.percent),
        };
        Ok(range)
    }

    /// From 0 to 1 inside the range.
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

    fn range(axis: &Axis, values: &[f64]) -> Range {
        Range::new(axis, values.iter().copied(), 6).unwrap()
    }

    #[test]
    fn what_an_axis_cannot_hold_is_refused() {
        for value in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(Range::new(&Axis::new("x", Scale::Log10), [1.0, value].into_iter(), 6).is_err());
        }
        let linear = Axis::new("x", Scale::Linear);
        assert!(Range::new(&linear, [f64::NAN].into_iter(), 6).is_err());
        assert!(Range::new(&linear, [].into_iter(), 6).is_err());
        assert!(Range::new(&linear.limited(2.0, 1.0), [1.5].into_iter(), 6).is_err());
    }

    #[test]
    fn limits_are_kept_and_what_lies_beyond_lies_at_them() {
        let range = range(&Axis::new("x", Scale::Log10).limited(1.0, 100.0), &[0.1, 1e6]);
        let places = [f64::NEG_INFINITY, 0.1, 10.0, 1e6, f64::INFINITY].map(|value| range.clamped(value));
        assert_eq!(places, [0.0, 0.0, 0.5, 1.0, 1.0]);
    }
}
