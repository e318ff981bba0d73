//! Named rows from top to bottom, and dots in them of which none covers another.

use crate::{Axis, Look, Mark, Note, Panel, Point, Scale, Series};

/// Where the i-th row from the top stands on an [`Axis::rows`].
pub fn row_at(place: usize) -> f64 {
    -(place as f64)
}

impl Axis {
    /// A vertical axis of named rows, the first on top; one without a name has no tick.
    pub fn rows<L: Into<String>>(names: impl IntoIterator<Item = L>) -> Self {
        let ticks: Vec<_> = names.into_iter().enumerate().map(|(i, name)| (row_at(i), name.into())).collect();
        let axis = Self::new("", Scale::Linear).limited(row_at(ticks.len()) + 0.4, 0.6);
        axis.ticked(ticks.into_iter().filter(|(_, name)| !name.is_empty()))
    }
}

/// A thing in a row, on a logarithmic axis.
#[derive(Clone, Debug)]
pub struct Dot {
    /// Where it stands.
    pub value: f64,
    /// Which of the kinds it is.
    pub kind: usize,
    /// What stands at its right, or at the left of a dot that is not the last of its row; nothing if it is empty.
    pub name: String,
}

/// A dot of a row that is nearer to another than this factor would cover it, and stands above or below instead.
const APART: f64 = 1.2;
/// From one dot to that above or below it, and the places in turn.
const STEP: f64 = 0.19;
const PLACES: [f64; 5] = [0.0, -STEP, STEP, -2.0 * STEP, 2.0 * STEP];

impl Panel {
    /// Rows of dots with the looks of their kinds; what stands first in a row is in its middle.
    pub fn dots(x: Axis, y: Axis, kinds: &[(&str, Look)], rows: &[Vec<Dot>]) -> Self {
        let mut points = vec![Vec::new(); kinds.len()];
        let mut notes = Vec::new();
        for (i, dots) in rows.iter().enumerate() {
            let mut free: Vec<Vec<f64>> = vec![Vec::new(); PLACES.len()];
            for dot in dots {
                let is_free = |taken: &Vec<f64>| {
                    taken.iter().all(|other| f64::max(other / dot.value, dot.value / other) >= APART)
                };
                let place = free.iter().position(is_free).unwrap_or(PLACES.len() - 1);
                free[place].push(dot.value);
                let at = (dot.value, row_at(i) + PLACES[place]);
                points[dot.kind].push(Point::new(at.0, at.1));
                if !dot.name.is_empty() {
                    let is_last = dots.iter().all(|other| other.value <= dot.value);
                    notes.push(Note::text(at, (if is_last { 8.0 } else { -8.0 }, 0.0), dot.name.clone()));
                }
            }
        }
        let series = kinds.iter().zip(points);
        let series = series.map(|((name, look), points)| Series::new(*name, Mark::Markers, points).look(*look));
        notes.into_iter().fold(Self::new(x, y, series), Self::note)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Colour, LineFigure};

    #[test]
    fn dots_that_would_cover_each_other_stand_apart() {
        let dot = |value| Dot { value, kind: 0, name: String::new() };
        let panel = Panel::dots(
            Axis::new("x", Scale::Log10),
            Axis::rows(["one", "two"]),
            &[("kind", Look::new(Colour::Blue))],
            &[vec![dot(1.0), dot(1.1), dot(5.0)], vec![dot(1.0)]],
        );
        let heights: Vec<f64> = panel.series[0].points.iter().map(|point| point.y).collect();
        assert_eq!(heights, [0.0, -STEP, 0.0, -1.0]);
        assert!(LineFigure::single(panel).draw().is_ok());
    }
}
