//! The colour bar of a heat map: which values have which colour.

use plotters::style::RGBColor;

use crate::Undrawable;
use crate::canvas::{Align, Canvas, FONT, Pen};
use crate::colour::INK;
use crate::markup::widest;
use crate::sequence::sequential;

/// Classes of values, each with its colour; lighter is larger.
#[derive(Clone, Debug)]
pub struct ColourBar {
    /// The quantity, and its unit.
    pub label: String,
    /// Where each class begins, ascending, and how the bar names that; the last one has no end.
    pub classes: Vec<(f64, String)>,
}

/// Width of the bar itself.
const WIDTH: f64 = 16.0;
/// The point of the last class.
const POINT: f64 = 12.0;
/// From the bar to its names.
const TICK: f64 = 8.0;

impl ColourBar {
    /// The last class that begins at or below a value.
    pub(crate) fn class(&self, value: f64) -> Option<usize> {
        self.classes.iter().rposition(|(from, _)| value >= *from)
    }

    /// The colour of a value.
    pub(crate) fn colour(&self, value: f64) -> Result<RGBColor, Undrawable> {
        let class = self.class(value).ok_or_else(|| Undrawable::NoClass { bar: self.label.clone(), value })?;
        Ok(sequential(class, self.classes.len()))
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
            let colour = sequential(i, self.classes.len());
            let mut corners = vec![(left, low), (right, low), (right, high)];
            if i + 1 == self.classes.len() {
                corners.push(((left + right) / 2.0, top));
            }
            corners.push((left, high));
            canvas.polygon(&corners, colour, 1.0)?;
            canvas.line(&[(right, low), (right + 4.0, low)], Pen::solid(INK, 1.0))?;
            canvas.text(name, (right + TICK, low), FONT, Align::Left)?;
        }
        let shoulder = top + POINT;
        let outline =
            [(left, bottom), (right, bottom), (right, shoulder), ((left + right) / 2.0, top), (left, shoulder)];
        canvas.line(&[&outline[..], &outline[..1]].concat(), Pen::solid(INK, 1.0))?;
        canvas.text_upwards(&self.label, (left + self.width()? - FONT, (top + bottom) / 2.0), FONT)
    }
}
