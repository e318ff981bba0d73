//! State diagrams: states in a row, arrows between them, each with its label.

use itertools::Itertools;

use crate::colour::{INK, PAPER};
use crate::draw::canvas::{Align, Canvas, Pen, picture};
use crate::figure::PAGE;
use crate::layout::{FONT, LEADING, MARGIN, Place};
use crate::measure::markup::{plain, width};
use crate::{Colour, Look, Picture, Undrawable};

/// Rows of diagrams of the same states 0, 1, …. Arrows to the next state are straight, longer ones upwards are arcs above the row,
/// those downwards arcs below it, and loops hang under their state.
#[derive(Clone, Debug)]
pub struct Diagrams {
    /// Rows of diagrams, each with its title and its arrows.
    pub rows: Vec<Vec<(String, Vec<Arrow>)>>,
    /// The meaning of the looks of arrows.
    pub legend: Vec<(Look, String)>,
}

/// An arrow.
#[derive(Clone, Debug)]
pub struct Arrow {
    /// The state it leaves, counted from 0.
    pub from: usize,
    /// The state it enters.
    pub to: usize,
    /// Next to its middle, line by line, each in its colour.
    pub label: Vec<(String, Colour)>,
    /// Its line.
    pub look: Look,
}

/// The largest distance of states.
const SPACING: f64 = 136.0;
const RADIUS: f64 = 14.0;
/// Between diagrams side by side.
const GUTTER: f64 = 32.0;
/// The rise of an arc for every state it passes upwards, and the fall for every state downwards.
const RISE: (f64, f64) = (23.0, 20.0);
const LEGEND: f64 = 28.0;
const TITLE: f64 = 20.0;
/// Points of a curve.
const STEPS: u32 = 32;
/// The point of an arc below the row that has its label, and the distance of the label from the arc.
const BESIDE: usize = 28;
const ASIDE: f64 = 7.0;

impl Diagrams {
    /// The picture.
    pub fn draw(&self) -> Result<Picture, Undrawable> {
        let arrows = self.rows.iter().flatten().flat_map(|(_, arrows)| arrows);
        let last = arrows.map(|arrow| arrow.from.max(arrow.to)).max();
        let last = last.ok_or_else(|| Undrawable("no arrows to draw".to_owned()))?;
        let reach = |row: &[(String, Vec<Arrow>)], side: f64| {
            let arrows = row.iter().flat_map(|(_, arrows)| arrows);
            arrows.map(|arrow| side * arrow.apex()).fold(RADIUS, f64::max)
        };
        let heights = self.rows.iter().map(|row| (TITLE + 28.0 + reach(row, -1.0), reach(row, 1.0) + 26.0));
        let heights: Vec<(f64, f64)> = heights.collect();
        let bottom: f64 = heights.iter().map(|(above, below)| above + below).sum();
        let legend = if self.legend.is_empty() { 0.0 } else { LEGEND };
        picture((PAGE, bottom + legend), self.description(last), |canvas| {
            let mut top = 0.0;
            for (row, (above, below)) in self.rows.iter().zip(heights) {
                let columns = row.len() as f64;
                let width = (PAGE - 2.0 * MARGIN - GUTTER * (columns - 1.0)) / columns;
                let spacing = SPACING.min((width - 2.0 * RADIUS) / last.max(1) as f64);
                for (column, (title, arrows)) in row.iter().enumerate() {
                    let left = MARGIN + (width + GUTTER) * column as f64;
                    let centre = |state: usize| (left + RADIUS + spacing * state as f64, top + above);
                    canvas.group("panel", || {
                        let at = (left, top + TITLE / 2.0 + 4.0);
                        canvas.group("title", || canvas.text(title, at, FONT, Align::Left))?;
                        draw_one(canvas, arrows, last, centre)
                    })?;
                }
                top += above + below;
            }
            canvas.group("legend", || self.draw_legend(canvas, bottom + LEGEND / 2.0))
        })
    }

    fn draw_legend(&self, canvas: &Canvas, y: f64) -> Result<(), Undrawable> {
        let mut x = MARGIN;
        for (look, name) in &self.legend {
            canvas.group("entry", || {
                canvas.line(&[(x, y), (x + 24.0, y)], look.pen(false))?;
                canvas.text(name, (x + 30.0, y), FONT, Align::Left)
            })?;
            x += 72.0 + width(name, FONT)?;
        }
        Ok(())
    }

    fn description(&self, last: usize) -> String {
        let arrow = |arrow: &Arrow| {
            let label: Vec<_> = arrow.label.iter().map(|(line, _)| plain(line)).collect();
            format!("{} to {}: {}", arrow.from, arrow.to, label.join(", "))
        };
        let one = |(title, arrows): &(String, Vec<Arrow>)| {
            format!("{}. Arrows {}.", plain(title), arrows.iter().map(arrow).collect::<Vec<_>>().join("; "))
        };
        let all: Vec<String> = self.rows.iter().flatten().map(one).collect();
        format!("States {}. {}", (0..=last).join(", "), all.join(" "))
    }
}

fn draw_one(canvas: &Canvas, arrows: &[Arrow], last: usize, centre: impl Fn(usize) -> Place) -> Result<(), Undrawable> {
    let path = |arrow: &Arrow| {
        let steep = (arrow.steepness(arrows, |other| other.from), arrow.steepness(arrows, |other| other.to));
        arrow.path(centre(arrow.from), centre(arrow.to), steep)
    };
    for arrow in arrows {
        let path = path(arrow);
        canvas.group("arrow", || {
            canvas.line(&path, arrow.look.pen(false))?;
            canvas.head(path[path.len() - 2], path[path.len() - 1], (7.0, 2.7), arrow.look.colour.rgb())
        })?;
    }
    for arrow in arrows {
        let ends = (centre(arrow.from), centre(arrow.to));
        canvas.group("label", || arrow.draw_label(canvas, ends, &path(arrow)))?;
    }
    for i in 0..=last {
        canvas.group("patch", || canvas.disc(centre(i), RADIUS, PAPER))?;
        canvas.ring(centre(i), RADIUS, Pen::solid(INK, 1.2))?;
        canvas.text(&i.to_string(), centre(i), FONT, Align::Centre)?;
    }
    Ok(())
}

impl Arrow {
    /// States passed, upwards positive.
    fn distance(&self) -> f64 {
        self.to as f64 - self.from as f64
    }

    /// The depth of its middle below the row; negative above.
    fn apex(&self) -> f64 {
        match self.distance() {
            0.0 => RADIUS + 30.0,
            1.0 => 0.0,
            distance if distance > 0.0 => -(RISE.0 * distance + 8.0),
            distance => RISE.1 * -distance + 14.0,
        }
    }

    /// The angle at which an arc meets a state, in degrees: the farther it goes, the steeper, so that arcs at one state part.
    fn steepness(&self, arrows: &[Self], end: impl Fn(&Self) -> usize) -> f64 {
        let is_nearer = |other: &&Self| {
            end(other) == end(self)
                && other.distance() * self.distance() > 0.0
                && other.distance().abs() < self.distance().abs()
                && other.distance() != 1.0
        };
        (36.0 + 24.0 * arrows.iter().filter(is_nearer).count() as f64).min(90.0)
    }

    /// Points along the arrow, from the edge of one state to that of the other.
    fn path(&self, from: Place, to: Place, steep: (f64, f64)) -> Vec<Place> {
        let edge = |centre: Place, degrees: f64| {
            let angle = degrees.to_radians();
            (centre.0 + RADIUS * libm::cos(angle), centre.1 + RADIUS * libm::sin(angle))
        };
        let (start, end) = match self.distance() {
            0.0 => {
                let (start, end) = (edge(from, 115.0), edge(from, 65.0));
                return curve([start, (start.0 - 16.0, start.1 + 42.0), (end.0 + 16.0, end.1 + 42.0), end]);
            }
            1.0 => return vec![edge(from, 0.0), edge(to, 180.0)],
            distance if distance > 0.0 => (edge(from, -steep.0), edge(to, steep.1 - 180.0)),
            _ => (edge(from, 180.0 - steep.0), edge(to, steep.1)),
        };
        // a quadratic curve through the apex, written as a cubic one
        let control = ((start.0 + end.0) / 2.0, 2.0 * (from.1 + self.apex()) - (start.1 + end.1) / 2.0);
        let towards = |at: Place| (at.0 + (control.0 - at.0) * 2.0 / 3.0, at.1 + (control.1 - at.1) * 2.0 / 3.0);
        curve([start, towards(start), towards(end), end])
    }

    /// Above an arrow upwards, below a loop, and to the right of the end of an arc below the row.
    fn draw_label(&self, canvas: &Canvas, (from, to): (Place, Place), path: &[Place]) -> Result<(), Undrawable> {
        let is_below = self.distance() < 0.0;
        let aside = if self.distance() > 0.0 { -9.0 } else { 10.0 };
        let (middle, y) = if is_below { path[BESIDE] } else { ((from.0 + to.0) / 2.0, from.1 + self.apex() + aside) };
        let first = y - LEADING * (self.label.len().max(1) - 1) as f64 / 2.0;
        for (line, (text, colour)) in self.label.iter().enumerate() {
            let y = first + LEADING * line as f64;
            // the place at which an arc passes the foot of the line, farthest to the right
            let foot = y + FONT / 2.0;
            let mut arc = path.windows(2).filter(|pair| is_below && pair[0].1 > foot && pair[1].1 <= foot);
            let passes =
                |pair: &[Place]| pair[0].0 + (pair[1].0 - pair[0].0) * (pair[0].1 - foot) / (pair[0].1 - pair[1].1);
            let (x, align) = arc.next().map_or((middle, Align::Centre), |pair| (passes(pair) + ASIDE, Align::Left));
            canvas.text_in(text, (x, y), FONT, align, colour.letters())?;
        }
        Ok(())
    }
}

/// A cubic Bézier curve as a line of many points.
fn curve([a, b, c, d]: [Place; 4]) -> Vec<Place> {
    let mix = |t: f64, a: f64, b: f64, c: f64, d: f64| {
        let s = 1.0 - t;
        s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d
    };
    let at = |t: f64| (mix(t, a.0, b.0, c.0, d.0), mix(t, a.1, b.1, c.1, d.1));
    (0..=STEPS).map(|i| at(f64::from(i) / f64::from(STEPS))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagrams_without_arrows_are_refused() {
        assert!(Diagrams { rows: Vec::new(), legend: Vec::new() }.draw().is_err());
    }
}
