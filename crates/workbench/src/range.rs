//! The values of one quantity at which a claim holds.

use std::fmt;

use crate::scope::short;

/// Where a claim holds, among the values of one quantity that were tested.
#[derive(Clone, Debug, PartialEq)]
pub struct Range {
    /// The quantity, as it is named in sentences.
    pub quantity: String,
    /// The least and the largest value that were tested.
    pub tested: (f64, f64),
    /// The least and the largest value at which the claim holds; `None` when it holds at none.
    pub holds: Option<(f64, f64)>,
    /// Whether values that did not determine the range confirm it, within and beyond.
    pub is_tested: bool,
}

impl Range {
    /// The values of `quantity` at which a claim holds, from points of (value, whether it holds there). A value counts
    /// as good when all points that have it are. `None` without points, or when a bad value lies between good ones, so
    /// that no range says where it holds.
    pub fn of(quantity: &str, points: impl IntoIterator<Item = (f64, bool)>) -> Option<Self> {
        let values = by_value(points.into_iter().collect());
        let tested = (values.first()?.0, values.last()?.0);
        let good = || values.iter().filter(|(_, is_good)| *is_good).map(|(value, _)| *value);
        let holds = good().next().zip(good().next_back());
        let range = Self { quantity: quantity.to_owned(), tested, holds, is_tested: false };
        range.agrees(&values).then_some(range)
    }

    /// As [`Range::of`], and tested where the values allow it: every second one alone determines a range, which those
    /// between must confirm, see [`Range::confirmed_by`].
    pub fn found(quantity: &str, points: impl IntoIterator<Item = (f64, bool)>) -> Option<Self> {
        let values = by_value(points.into_iter().collect());
        let range = Self::of(quantity, values.iter().copied())?;
        let determined = Self::of(quantity, values.iter().copied().step_by(2))?;
        let is_tested = determined.confirmed_by(values.into_iter().skip(1).step_by(2)).is_some();
        Some(Self { is_tested, ..range })
    }

    /// The range, tested, if points that did not determine it confirm it: those within it are good, and there are some;
    /// and, unless it has no bound, some beyond it are bad. What is good just beyond a bound does not refute it.
    pub fn confirmed_by(self, points: impl IntoIterator<Item = (f64, bool)>) -> Option<Self> {
        let (within, beyond): (Vec<_>, Vec<_>) = points.into_iter().partition(|(value, _)| self.contains(*value));
        let is_separated = self.is_everywhere() || beyond.iter().any(|(_, is_good)| !is_good);
        let is_tested = !within.is_empty() && within.iter().all(|(_, is_good)| *is_good) && is_separated;
        is_tested.then_some(Self { is_tested, ..self })
    }

    /// Whether the claim holds at a value.
    pub fn contains(&self, value: f64) -> bool {
        self.holds.is_some_and(|(from, to)| (from..=to).contains(&value))
    }

    /// Whether the claim holds at every value that was tested.
    pub fn is_everywhere(&self) -> bool {
        self.holds == Some(self.tested)
    }

    fn agrees(&self, points: &[(f64, bool)]) -> bool {
        points.iter().all(|(value, is_good)| *is_good || !self.contains(*value))
    }

    /// Which bounds are the edges of what was tested.
    pub(crate) fn edge(&self) -> Option<&'static str> {
        let (from, to) = self.holds?;
        match (from == self.tested.0, to == self.tested.1) {
            (true, true) => Some("both"),
            (true, false) => Some("from"),
            (false, true) => Some("to"),
            (false, false) => None,
        }
    }
}

/// The range in words, such as `k from 2 to 8 (the edge of the grid)`, and whether it could not be tested.
impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Some((from, to)) = self.holds else { return write!(f, "no {}", self.quantity) };
        let mark = |is_edge| if is_edge { " (the edge of the grid)" } else { "" };
        let (from_mark, to_mark) = (mark(from == self.tested.0), mark(to == self.tested.1));
        write!(f, "{} from {}{from_mark} to {}{to_mark}", self.quantity, short(from), short(to))?;
        if self.is_tested { Ok(()) } else { write!(f, ", which no other values test") }
    }
}

/// Every value once, in order, with whether all its points are good.
fn by_value(mut points: Vec<(f64, bool)>) -> Vec<(f64, bool)> {
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    points.dedup_by(|next, kept| {
        let is_same = next.0 == kept.0;
        kept.1 &= next.1 || !is_same;
        is_same
    });
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(good: &[u8]) -> Vec<(f64, bool)> {
        good.iter().enumerate().map(|(i, good)| (i as f64, *good == 1)).collect()
    }

    #[test]
    fn a_range_has_no_gaps_and_knows_its_edges() {
        let range = |good: &[u8]| Range::of("k", points(good));
        let found = range(&[0, 1, 1, 0]).unwrap();
        assert_eq!((found.tested, found.holds, found.edge()), ((0.0, 3.0), Some((1.0, 2.0)), None));
        assert_eq!(found.to_string(), "k from 1 to 2, which no other values test");
        assert_eq!(range(&[0, 1]).unwrap().edge(), Some("to"));
        assert!(range(&[1, 1]).unwrap().is_everywhere() && range(&[0, 0]).unwrap().holds.is_none());
        assert_eq!((range(&[1, 0, 1]), range(&[])), (None, None));
        assert_eq!(Range::of("k", [(1.0, true), (2.0, true), (2.0, false)]).unwrap().holds, Some((1.0, 1.0)));
    }

    #[test]
    fn a_range_is_tested_where_it_was_not_found() {
        let range = |good: &[u8]| Range::found("k", points(good));
        let tested = range(&[1, 1, 1, 0, 0]).unwrap();
        assert_eq!((tested.to_string(), tested.is_tested), ("k from 0 (the edge of the grid) to 2".to_owned(), true));
        assert_eq!(range(&[1, 1, 1, 1, 0, 0]).unwrap().holds, Some((0.0, 3.0)));
        assert_eq!(range(&[1, 0, 1, 0, 0]), None, "1 refutes the range from 0 to 2");
        assert!(range(&[1, 1, 1]).unwrap().is_tested, "without a bound nothing lies beyond");
        assert!(!range(&[0, 0, 1, 1]).unwrap().is_tested, "2 alone determines it, and 3 lies beyond");
        assert!(!range(&[1, 1, 1, 1, 0]).unwrap().is_tested, "3 does not decide where it ends");
        assert!(!range(&[1, 0]).unwrap().is_tested && !range(&[0, 0, 0]).unwrap().is_tested);
    }

    #[test]
    fn other_points_confirm_a_range_within_and_beyond() {
        let confirmed = |others: &[(f64, bool)]| {
            let range = Range::of("k", points(&[1, 1, 1, 0, 0])).unwrap();
            range.confirmed_by(others.iter().copied()).is_some_and(|range| range.is_tested)
        };
        assert!(confirmed(&[(0.5, true), (3.0, false)]) && confirmed(&[(0.5, true), (2.2, true), (3.0, false)]));
        assert!(!confirmed(&[(0.5, false), (3.0, false)]), "a bad one within");
        assert!(!confirmed(&[(3.0, false)]) && !confirmed(&[(0.5, true), (3.0, true)]));
    }
}
