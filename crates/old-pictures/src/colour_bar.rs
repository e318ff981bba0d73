//! The colour bar of a map of cells: which values have which colour.

use plotters::style::RGBColor;

use crate::Undrawable;
use crate::canvas::{Align, Canvas, FONT, Pen};
use crate::colour::INK;
use crate::markup::widest;
use crate::sequence::sequential;

/// Classes of values, each with its colour, from dark to light: the lightest is the best.
#[derive(Clone, Debug)]
pub struct ColourBar {
    pub(crate) label: String,
    classes: Vec<(f64, String)>,
}

/// Width of the bar itself.
const WIDTH: f64 = 16.0;
/// The point of the last class.
const POINT: f64 = 12.0;
/// From the bar to its names.
const TICK: f64 = 8.0;

impl ColourBar {
    /// The label names quantity and unit. Each class has the value at which it begins, ascending, and how the bar names
    /// that; the last one has no end, and is the best.
    pub fn new<L: Into<String>>(label: impl Into<String>, classes: impl IntoIterator<Item = (f64, L)>) -> Self {
        let classes = classes.into_iter().map(|(from, name)| (from, name.into())).collect();
        Self { label: label.into(), classes }
    }

    fn class_colour(&self, class: usize) -> RGBColor {
        sequential(class, self.classes.len())
    }

    /// The last class that begins at or below a value.
    pub(crate) fn class(&self, value: f64) -> Option<usize> {
        self.classes.iter().rposition(|(from, _)| value >= *from)
    }

    /// The colour of a value.
    pub(crate) fn colour(&self, value: f64) -> Result<RGBColor, Undrawable> {
        let class = self.class(value).ok_or_else(|| Undrawable::NoClass { bar: self.label.clone(), value })?;
        Ok(self.class_colour(class))
    }

    /// The width of bar, names and label.
    pub(crate) fn width(&self) -> Result<f64, Undrawable> {
        let names = widest(self.classes.iter().map(|(_, name)| &**name), FONT)?;
        Ok(WIDTH + TICK + names + 8.0 + 1.5 * FONT)
    }

    /// The bar, standing at the right of what it explains.
    pub(crate) fn draw(&self, canvas: &Canvas, left: f64, top: f64, bottom: f64) -> Result<(), Undrawable> {
        let right = left + WIDTH;
        let height = (bottom - top - POINT) / self.classes.len() as f64;
        for (i, (_, name)) in self.classes.iter().enumerate() {
            let (low, high) = (bottom - height * i as f64, bottom - height * (i + 1) as f64);
            let colour = self.class_colour(i);
            let mut corners = vec![(left, low), (right, low), (right, high)];
            if i + 1 == self.classes.len() {
                corners.push(((left + right) / 2.0, top));
            }
            corners.push((left, high));
            canvas.group("cells", || canvas.polygon(&corners, colour, 1.0))?;
            canvas.line(&[(right, low), (right + 4.0, low)], Pen::solid(INK, 1.0))?;
            canvas.text(name, (right + TICK, low), FONT, Align::Left)?;
        }
        let shoulder = top + POINT;
        let outline =
            [(left, bottom), (right, bottom), (right, shoulder), ((left + right) / 2.0, top), (left, shoulder)];
        canvas.group("frame", || canvas.line(&[&outline[..], &outline[..1]].concat(), Pen::solid(INK, 1.0)))?;
        canvas.text_upwards(&self.label, (left + self.width()? - FONT, (top + bottom) / 2.0), FONT)
    }
}
