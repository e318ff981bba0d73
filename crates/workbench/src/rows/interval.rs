//! A number with its interval, as one group of columns.

use bloomlab_pictures::Point;
use serde::{Deserialize, Serialize};

/// A number and the ends of its interval: three columns, named by `#[serde(rename = "value,lower,upper")]`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "(f64, f64, f64)", into = "(f64, f64, f64)")]
pub struct Interval {
    /// The number: a mean, where the interval is one of confidence.
    pub value: f64,
    /// The lower end.
    pub lower: f64,
    /// The upper end.
    pub upper: f64,
}

impl Interval {
    /// Whether a number lies in the interval, its ends included.
    pub fn contains(self, number: f64) -> bool {
        (self.lower..=self.upper).contains(&number)
    }

    /// The number and its interval, drawn over `x`.
    pub fn at(self, x: f64) -> Point {
        Point { x, y: self.value, interval: Some((self.lower, self.upper)) }
    }

    /// The number and its interval in units of a positive number.
    #[must_use]
    pub fn over(self, unit: f64) -> Self {
        Self { value: self.value / unit, lower: self.lower / unit, upper: self.upper / unit }
    }

    /// By how much the number and its interval exceed a positive number, in units of it.
    #[must_use]
    pub fn above(self, unit: f64) -> Self {
        let over = self.over(unit);
        Self { value: over.value - 1.0, lower: over.lower - 1.0, upper: over.upper - 1.0 }
    }
}

/// Value, lower end, upper end.
impl From<(f64, f64, f64)> for Interval {
    fn from((value, lower, upper): (f64, f64, f64)) -> Self {
        Self { value, lower, upper }
    }
}

impl From<Interval> for (f64, f64, f64) {
    fn from(interval: Interval) -> Self {
        (interval.value, interval.lower, interval.upper)
    }
}
