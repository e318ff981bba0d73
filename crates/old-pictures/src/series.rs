//! Curves: names, looks, marks, points; and how they are made of rows.

use crate::Look;

/// One curve.
#[derive(Clone, Debug)]
pub struct Series {
    pub(crate) name: String,
    pub(crate) look: Option<Look>,
    pub(crate) mark: Mark,
    pub(crate) points: Vec<Point>,
    pub(crate) is_listed: bool,
}

/// What is drawn for a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A line without markers: a model. Intervals are a band around it.
    Line,
    /// Markers at every point, intervals as bars: simulations, measurements, discrete data.
    Markers,
    /// The same in the look of the line before, whose entry in the legend gets the marker: simulations of what the line
    /// before is the model of.
    MarkersOnPrevious,
    /// Markers at every point, and a thin line that guides the eye from one to the next: discrete data in an order.
    Joined,
    /// A line that keeps each point's height to the next point: a staircase.
    Steps,
}

impl Mark {
    pub(crate) fn has_line(self) -> bool {
        matches!(self, Mark::Line | Mark::Joined | Mark::Steps)
    }

    pub(crate) fn has_markers(self) -> bool {
        matches!(self, Mark::Markers | Mark::MarkersOnPrevious | Mark::Joined)
    }
}

/// A point, with its interval where it has one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Horizontal.
    pub x: f64,
    /// Vertical.
    pub y: f64,
    /// Lower and upper end of the interval: a band around lines, a bar at markers.
    pub interval: Option<(f64, f64)>,
}

impl Point {
    /// A point without an interval.
    pub fn new(x: f64, y: f64) -> Self {
        Self { x, y, interval: None }
    }
}

impl Series {
    /// A curve through some points.
    pub fn new(name: impl Into<String>, mark: Mark, points: impl IntoIterator<Item = Point>) -> Self {
        Self { name: name.into(), look: None, mark, points: points.into_iter().collect(), is_listed: true }
    }

    /// The curve with this look. Without one, the i-th name of a figure has its i-th look.
    #[must_use]
    pub fn look(self, look: Look) -> Self {
        Self { look: Some(look), ..self }
    }

    /// Its points.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The curve with another name.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// The curve without an entry in the legend or a label.
    #[must_use]
    pub fn unlisted(self) -> Self {
        Self { is_listed: false, ..self }
    }

    /// A model as a line, and its simulation as markers on the line.
    pub fn model(
        name: impl Into<String>,
        look: Look,
        line: impl IntoIterator<Item = Point>,
        simulated: impl IntoIterator<Item = Point>,
    ) -> [Self; 2] {
        let line = Self::new(name, Mark::Line, line).look(look);
        let markers = Self::new(line.name(), Mark::MarkersOnPrevious, simulated).look(look);
        [line, markers]
    }

    /// One curve for each name, in the order in which the names first appear. Rows without a point are left out, and so are
    /// names without one.
    pub fn by_name<R>(
        rows: impl IntoIterator<Item = R>,
        name: impl Fn(&R) -> String,
        mark: Mark,
        point: impl Fn(&R) -> Option<Point>,
    ) -> Vec<Self> {
        let mut series: Vec<Self> = Vec::new();
        for row in rows {
            let Some(point) = point(&row) else { continue };
            let name = name(&row);
            match series.iter_mut().find(|known| known.name == name) {
                Some(known) => known.points.push(point),
                None => series.push(Self::new(name, mark, [point])),
            }
        }
        series
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_the_order_of_their_first_appearance() {
        let rows = [("b", Some(1.0)), ("a", Some(2.0)), ("b", Some(3.0)), ("c", None)];
        let series = Series::by_name(rows, |row| row.0.to_owned(), Mark::Line, |row| Some(Point::new(0.0, row.1?)));
        let heights = |one: &Series| one.points.iter().map(|point| point.y).collect::<Vec<_>>();
        let found: Vec<_> = series.iter().map(|one| (&*one.name, heights(one))).collect();
        assert_eq!(found, [("b", vec![1.0, 3.0]), ("a", vec![2.0])]);
    }
}
