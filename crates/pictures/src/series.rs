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

    /// For each name a model as a line, and measurements of it as markers in the line's colour. A measurement whose name has
    /// no line stands for itself.
    pub fn lines_with_markers<R: Copy>(
        rows: impl IntoIterator<Item = R>,
        name: impl Fn(&R) -> String,
        model: impl Fn(&R) -> Option<Point>,
        measured: impl Fn(&R) -> Option<Point>,
    ) -> Vec<Self> {
        let rows: Vec<R> = rows.into_iter().collect();
        let mut markers = Self::by_name(rows.iter().copied(), &name, Mark::Markers, measured);
        let mut all = Vec::new();
        for line in Self::by_name(rows, name, Mark::Line, model) {
            let own = markers.iter().position(|series| series.name == line.name).map(|i| markers.remove(i));
            all.push(line);
            all.extend(own.map(|series| Self { mark: Mark::MarkersOnPrevious, ..series }));
        }
        all.extend(markers);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Name, model, measurement.
    const ROWS: [(&str, Option<f64>, Option<f64>); 5] = [
        ("b", Some(1.0), None),
        ("a", Some(2.0), Some(2.5)),
        ("b", Some(3.0), Some(3.5)),
        ("c", None, Some(4.5)),
        ("d", None, None),
    ];

    fn found(series: &[Series]) -> Vec<(&str, Mark, Vec<f64>)> {
        series.iter().map(|one| (&*one.name, one.mark, one.points.iter().map(|point| point.y).collect())).collect()
    }

    #[test]
    fn names_keep_the_order_of_their_first_appearance() {
        let series = Series::by_name(ROWS, |row| row.0.to_owned(), Mark::Line, |row| Some(Point::new(0.0, row.1?)));
        assert_eq!(found(&series), [("b", Mark::Line, vec![1.0, 3.0]), ("a", Mark::Line, vec![2.0])]);
    }

    #[test]
    fn measurements_follow_their_model() {
        let point = |y: Option<f64>| Some(Point::new(0.0, y?));
        let series = Series::lines_with_markers(&ROWS, |row| row.0.to_owned(), |row| point(row.1), |row| point(row.2));
        let expected = [
            ("b", Mark::Line, vec![1.0, 3.0]),
            ("b", Mark::MarkersOnPrevious, vec![3.5]),
            ("a", Mark::Line, vec![2.0]),
            ("a", Mark::MarkersOnPrevious, vec![2.5]),
            ("c", Mark::Markers, vec![4.5]),
        ];
        assert_eq!(found(&series), expected);
    }
}
