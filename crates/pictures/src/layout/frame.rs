//! The rectangle between two axes: the places of values, and the part of a line that is inside.

use crate::layout::{Area, Place};
use crate::measure::range::Range;

pub(crate) struct Frame {
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
    pub x: Range,
    pub y: Range,
}

impl Frame {
    pub(crate) fn right(&self) -> f64 {
        self.left + self.width
    }

    pub(crate) fn bottom(&self) -> f64 {
        self.top + self.height
    }

    pub(crate) fn area(&self) -> Area {
        (self.left, self.top, self.right(), self.bottom())
    }

    pub(crate) fn across(&self, x: f64) -> f64 {
        self.left + self.width * self.x.position(x)
    }

    pub(crate) fn up(&self, y: f64) -> f64 {
        self.bottom() - self.height * self.y.position(y)
    }

    pub(crate) fn at(&self, x: f64, y: f64) -> Place {
        (self.across(x), self.up(y))
    }

    /// The same, moved to the edge if it is outside.
    pub(crate) fn clamped(&self, x: f64, y: f64) -> Place {
        (self.left + self.width * self.x.clamped(x), self.bottom() - self.height * self.y.clamped(y))
    }

    /// True of a place inside or on the edge.
    pub(crate) fn holds(&self, (x, y): Place) -> bool {
        const SLACK: f64 = 1e-6;
        (self.left - SLACK..=self.right() + SLACK).contains(&x)
            && (self.top - SLACK..=self.bottom() + SLACK).contains(&y)
    }

    /// The pieces of a line that are inside.
    pub(crate) fn clip(&self, line: &[Place]) -> Vec<Vec<Place>> {
        let mut pieces: Vec<Vec<Place>> = Vec::new();
        let mut end: Option<Place> = None;
        for pair in line.windows(2) {
            let Some((from, to)) = self.clip_segment(pair[0], pair[1]) else {
                end = None;
                continue;
            };
            match pieces.last_mut() {
                Some(piece) if end == Some(from) => piece.push(to),
                _ => pieces.push(vec![from, to]),
            }
            end = Some(to);
        }
        pieces
    }

    /// The part of a segment inside, by the algorithm of Liang and Barsky, *A new concept and method for line clipping*
    /// (1984).
    fn clip_segment(&self, a: Place, b: Place) -> Option<(Place, Place)> {
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let (mut enters, mut leaves) = (0.0_f64, 1.0_f64);
        let edges =
            [(-dx, a.0 - self.left), (dx, self.right() - a.0), (-dy, a.1 - self.top), (dy, self.bottom() - a.1)];
        for (outwards, room) in edges {
            if outwards == 0.0 && room < 0.0 {
                return None;
            }
            if outwards < 0.0 {
                enters = enters.max(room / outwards);
            } else if outwards > 0.0 {
                leaves = leaves.min(room / outwards);
            }
        }
        let at = |share: f64| (a.0 + share * dx, a.1 + share * dy);
        let start = if enters == 0.0 { a } else { at(enters) };
        let end = if leaves == 1.0 { b } else { at(leaves) };
        (enters <= leaves).then_some((start, end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Axis;

    #[test]
    fn lines_end_at_the_edge() {
        let axis = Axis { limits: Some((0.0, 10.0)), ..Axis::default() };
        let range = || Range::new(&axis, [0.0], 6).unwrap();
        let frame = Frame { left: 0.0, top: 0.0, width: 10.0, height: 10.0, x: range(), y: range() };
        let inside = frame.clip(&[(1.0, 1.0), (5.0, 5.0), (5.0, 9.0)]);
        assert_eq!(inside, [vec![(1.0, 1.0), (5.0, 5.0), (5.0, 9.0)]]);
        let out_and_in = frame.clip(&[(5.0, 5.0), (15.0, 5.0), (15.0, 8.0), (5.0, 8.0)]);
        assert_eq!(out_and_in, [vec![(5.0, 5.0), (10.0, 5.0)], vec![(10.0, 8.0), (5.0, 8.0)]]);
        assert_eq!(frame.clip(&[(-5.0, 5.0), (5.0, -6.0)]), Vec::<Vec<Place>>::new());
        assert_eq!(frame.at(5.0, 10.0), (5.0, 0.0));
        assert_eq!(frame.clamped(-3.0, f64::INFINITY), (0.0, 0.0));
    }
}
