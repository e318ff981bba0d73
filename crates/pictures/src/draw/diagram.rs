//! State diagrams: states in a row, arrows between them, each with its label.

use crate::colour::{INK, PAPER};
use crate::draw::canvas::{Align, Canvas, Pen, picture};
use crate::figure::PAGE;
use crate::layout::{FONT, LEADING, Place};
use crate::measure::markup::{plain, width};
use crate::{Colour, Look, Picture, Undrawable};

/// States in a row and the arrows between them. Arrows to the next state are straight, longer ones upwards are arcs
/// above the row, those downwards arcs below it, and loops hang under their state.
#[derive(Clone, Debug)]
pub struct StateDiagram {
    /// Names of the states, from left to right.
    pub states: Vec<String>,
    /// In the order of drawing.
    pub arrows: Vec<Arrow>,
}

/// One arrow.
#[derive(Clone, Debug)]
pub struct Arrow {
    /// The state it leaves, counted from 0.
    pub from: usize,
    /// The state it enters.
    pub to: usize,
    /// Beside its middle, line by line, each in its colour.
    pub label: Vec<(String, Colour)>,
    /// Its line.
    pub look: Look,
}

/// The farthest that states stand from each other.
const SPACING: f64 = 112.0;
const RADIUS: f64 = 14.0;
const MARGIN: f64 = 8.0;
/// Between diagrams side by side.
const GUTTER: f64 = 32.0;
/// How far an arc rises for every state it passes upwards, and falls for every state downwards.
const RISE: (f64, f64) = (23.0, 33.0);
const LEGEND: f64 = 28.0;
const TITLE: f64 = 20.0;

impl StateDiagram {
    /// One picture of rows of diagrams, each below its title, and below them what the looks of arrows mean.
    ///
    /// # Errors
    /// No diagrams, one without states, or an arrow from or to a state that is not there.
    pub fn draw_rows(rows: &[&[(String, Self)]], legend: &[(Look, &str)]) -> Result<Picture, Undrawable> {
        let diagrams = || rows.iter().copied().flatten();
        if diagrams().next().is_none() {
            return Err(Undrawable::Empty("diagrams".to_owned()));
        }
        diagrams().try_for_each(|(_, diagram)| diagram.check())?;
        let rows: Vec<Row> = rows.iter().copied().map(Row::of).collect();
        let bottom: f64 = rows.iter().map(Row::height).sum();
        let describe = |(title, diagram): &(String, Self)| format!("{} {}", plain(title), diagram.description());
        let described = diagrams().map(describe).collect::<Vec<_>>().join(" ");
        picture((PAGE, bottom + LEGEND), described, |canvas| {
            let mut top = 0.0;
            for row in &rows {
                let columns = row.diagrams.len() as f64;
                let width = (PAGE - 2.0 * MARGIN - GUTTER * (columns - 1.0)) / columns;
                for (column, (title, diagram)) in row.diagrams.iter().enumerate() {
                    let left = MARGIN + (width + GUTTER) * column as f64;
                    let spacing = SPACING.min((width - 2.0 * RADIUS) / (diagram.states.len() - 1).max(1) as f64);
                    let place = Panel { left, top, states_at: top + row.height() - row.below, spacing };
                    canvas.group("panel", || diagram.draw_panel(canvas, title, &place))?;
                }
                top += row.height();
            }
            canvas.group("legend", || draw_legend(canvas, legend, bottom + LEGEND / 2.0))
        })
    }

    fn check(&self) -> Result<(), Undrawable> {
        let states = self.states.len();
        match self.arrows.iter().find(|arrow| arrow.from.max(arrow.to) >= states) {
            _ if states == 0 => Err(Undrawable::Empty("states".to_owned())),
            Some(&Arrow { from, to, .. }) => Err(Undrawable::StrayArrow(from, to, states)),
            None => Ok(()),
        }
    }

    /// How far arrows and their labels reach from the row: above (−1) or below (1).
    fn extent(&self, side: f64) -> f64 {
        let farthest = self.arrows.iter().map(|arrow| side * arrow.apex()).fold(RADIUS, f64::max);
        farthest + if side < 0.0 { 22.0 } else { 26.0 }
    }

    fn draw_panel(&self, canvas: &Canvas, title: &str, panel: &Panel) -> Result<(), Undrawable> {
        let centre = |state: usize| (panel.left + RADIUS + panel.spacing * state as f64, panel.states_at);
        let ends = |arrow: &Arrow| Ends {
            from: centre(arrow.from),
            to: centre(arrow.to),
            steep: (self.steepness(arrow, |other| other.from), self.steepness(arrow, |other| other.to)),
        };
        canvas.group("title", || canvas.text(title, (panel.left, panel.top + TITLE / 2.0 + 4.0), FONT, Align::Left))?;
        for arrow in &self.arrows {
            canvas.group("arrow", || arrow.draw_line(canvas, &ends(arrow)))?;
        }
        for arrow in &self.arrows {
            canvas.group("label", || arrow.draw_label(canvas, &ends(arrow)))?;
        }
        for (i, state) in self.states.iter().enumerate() {
            canvas.group("patch", || canvas.disc(centre(i), RADIUS, PAPER))?;
            canvas.ring(centre(i), RADIUS, Pen::solid(INK, 1.2))?;
            canvas.text(state, centre(i), FONT, Align::Centre)?;
        }
        Ok(())
    }

    /// At which angle below or above the row an arc meets a state: the farther it goes, the steeper, so that arcs at one
    /// state part.
    fn steepness(&self, arrow: &Arrow, end: impl Fn(&Arrow) -> usize) -> f64 {
        let is_nearer = |other: &&Arrow| {
            end(other) == end(arrow)
                && other.distance() * arrow.distance() > 0.0
                && other.distance().abs() < arrow.distance().abs()
                && other.distance() != 1.0
        };
        (36.0 + 24.0 * self.arrows.iter().filter(is_nearer).count() as f64).min(90.0)
    }

    /// The states and arrows, for those who do not see them.
    fn description(&self) -> String {
        let state = |i: usize| plain(&self.states[i]);
        let label = |arrow: &Arrow| arrow.label.iter().map(|(line, _)| plain(line)).collect::<Vec<_>>().join(", ");
        let arrow = |arrow: &Arrow| format!("{} to {}: {}", state(arrow.from), state(arrow.to), label(arrow));
        let arrows: Vec<_> = self.arrows.iter().map(arrow).collect();
        format!("States {}. Arrows {}.", self.states.join(", "), arrows.join("; "))
    }
}

fn draw_legend(canvas: &Canvas, legend: &[(Look, &str)], y: f64) -> Result<(), Undrawable> {
    let mut x = MARGIN;
    for (look, name) in legend {
        canvas.group("entry", || {
            canvas.line(&[(x, y), (x + 24.0, y)], pen(*look));
            canvas.text(name, (x + 30.0, y), FONT, Align::Left)
        })?;
        x += 72.0 + width(name, FONT)?;
    }
    Ok(())
}

fn pen(look: Look) -> Pen {
    Pen { colour: look.colour.rgb(), width: look.width(), dash: look.dash.pattern() }
}

/// Diagrams side by side, and how far they reach above and below their states.
struct Row<'a> {
    diagrams: &'a [(String, StateDiagram)],
    above: f64,
    below: f64,
}

impl<'a> Row<'a> {
    fn of(diagrams: &'a [(String, StateDiagram)]) -> Self {
        let extent = |side| diagrams.iter().map(|(_, diagram)| diagram.extent(side)).fold(0.0, f64::max);
        Self { diagrams, above: TITLE + 6.0 + extent(-1.0), below: extent(1.0) }
    }

    fn height(&self) -> f64 {
        self.above + self.below
    }
}

/// Where a diagram stands.
struct Panel {
    left: f64,
    top: f64,
    states_at: f64,
    spacing: f64,
}

/// Where an arrow begins and ends: the centres of its states, and how steeply it meets them, in degrees.
struct Ends {
    from: Place,
    to: Place,
    steep: (f64, f64),
}

impl Arrow {
    /// States passed, upwards positive.
    fn distance(&self) -> f64 {
        self.to as f64 - self.from as f64
    }

    /// Where its middle lies below the row; negative above.
    fn apex(&self) -> f64 {
        match self.distance() {
            0.0 => RADIUS + 30.0,
            1.0 => 0.0,
            distance if distance > 0.0 => -(RISE.0 * distance + 8.0),
            distance => RISE.1 * -distance + 14.0,
        }
    }

    /// Points along the arrow, from the edge of one state to that of the other.
    fn path(&self, &Ends { from, to, steep }: &Ends) -> Vec<Place> {
        let edge = |centre: Place, degrees: f64| {
            let angle = degrees.to_radians();
            (centre.0 + RADIUS * libm::cos(angle), centre.1 + RADIUS * libm::sin(angle))
        };
        let distance = self.distance();
        if distance == 0.0 {
            let (start, end) = (edge(from, 115.0), edge(from, 65.0));
            let below = |place: Place, aside: f64| (place.0 + aside, place.1 + 42.0);
            return curve([start, below(start, -16.0), below(end, 16.0), end]);
        }
        if distance == 1.0 {
            return vec![edge(from, 0.0), edge(to, 180.0)];
        }
        let (start, end) = if distance > 0.0 {
            (edge(from, -steep.0), edge(to, steep.1 - 180.0))
        } else {
            (edge(from, 180.0 - steep.0), edge(to, steep.1))
        };
        // a quadratic curve through the apex, written as a cubic one
        let control = ((start.0 + end.0) / 2.0, 2.0 * (from.1 + self.apex()) - (start.1 + end.1) / 2.0);
        let towards =
            |place: Place| (place.0 + (control.0 - place.0) * 2.0 / 3.0, place.1 + (control.1 - place.1) * 2.0 / 3.0);
        curve([start, towards(start), towards(end), end])
    }

    fn draw_line(&self, canvas: &Canvas, ends: &Ends) -> Result<(), Undrawable> {
        let path = self.path(ends);
        canvas.line(&path, pen(self.look));
        let [.., before, tip] = path[..] else { return Ok(()) };
        canvas.head(before, tip, (7.0, 2.7), self.look.colour.rgb())
    }

    /// Above an arrow upwards, below a loop, and to the right of the end of an arc below the row.
    fn draw_label(&self, canvas: &Canvas, ends: &Ends) -> Result<(), Undrawable> {
        let (Ends { from, to, .. }, path) = (ends, self.path(ends));
        let aside = match self.distance() {
            distance if distance > 0.0 => -9.0,
            _ => 10.0,
        };
        let middle = ((from.0 + to.0) / 2.0, from.1 + self.apex() + aside);
        // arcs below the row part on their way to their ends
        let (x, y) = if self.distance() < 0.0 { path[BESIDE] } else { middle };
        let first = y - LEADING * (self.label.len().max(1) - 1) as f64 / 2.0;
        for (line, (text, colour)) in self.label.iter().enumerate() {
            let y = first + LEADING * line as f64;
            let (x, align) = if self.distance() < 0.0 {
                // where the arc passes the foot of the line, farthest to the right
                let arc = path.iter().skip(path.len() / 2).find(|place| place.1 <= y + LEADING / 2.0);
                (arc.map_or(x, |place| place.0) + 5.0, Align::Left)
            } else {
                (x, Align::Centre)
            };
            canvas.text_in(text, (x, y), FONT, align, colour.letters())?;
        }
        Ok(())
    }
}

/// Points of a curve.
const STEPS: u32 = 32;
/// The point of an arc below the row that has its label.
const BESIDE: usize = 28;

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
    fn every_state_and_arrow_is_drawn_and_strangers_are_refused() {
        let arrow = |from, to, label: &str| Arrow {
            from,
            to,
            label: vec![(label.to_owned(), Colour::Ink)],
            look: Look::new(Colour::Ink),
        };
        let mut diagram = StateDiagram {
            states: vec!["a".to_owned(), "b".to_owned(), "c".to_owned()],
            arrows: vec![arrow(0, 0, "stay"), arrow(0, 1, "step"), arrow(0, 2, "leap"), arrow(2, 0, "back")],
        };
        let draw = |diagram: &StateDiagram| {
            let row = [("title".to_owned(), diagram.clone())];
            StateDiagram::draw_rows(&[&row], &[(Look::new(Colour::Ink), "all")])
        };
        let svg = draw(&diagram).unwrap().into_svg();
        for text in ["title", "stay", "step", "leap", "back", "all", ">a</text>", ">b</text>", ">c</text>"] {
            assert!(svg.contains(text), "{text} is missing");
        }
        diagram.arrows.push(arrow(1, 3, "out"));
        assert_eq!(draw(&diagram).unwrap_err(), Undrawable::StrayArrow(1, 3, 3));
        let empty = StateDiagram { states: Vec::new(), arrows: Vec::new() };
        assert_eq!(draw(&empty).unwrap_err(), Undrawable::Empty("states".to_owned()));
    }
}
