//! A plotters drawing area in tenths of a pixel.

use std::cell::RefCell;
use std::rc::Rc;

use plotters::coord::Shift;
use plotters::prelude::{
    Circle, DrawingArea, DrawingAreaErrorKind, IntoDrawingArea, PathElement, Polygon, RGBColor, Text,
};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontTransform, IntoFont, ShapeStyle, TextStyle};
use plotters_backend::DrawingErrorKind;

use crate::colour::{INK, PAPER, SHADE};
use crate::grid::WIDTH;
use crate::markup;
use crate::svg::{Document, Manner, Svg, UNITS};
use crate::{Picture, Undrawable};

/// Horizontal and vertical, in pixels.
pub(crate) type Place = (f64, f64);

/// The size of all type but that of ticks, in pixels: 8.5 points where 720 pixels are 180 mm.
pub(crate) const FONT: f64 = 12.0;
/// The size of the type of ticks: 7.8 points.
pub(crate) const TICK_FONT: f64 = 11.0;
/// Distance between lines of text.
pub(crate) const LEADING: f64 = 15.0;

/// How a text stands to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Centre,
    Right,
}

/// How a line is drawn.
#[derive(Clone, Copy)]
pub(crate) struct Pen {
    pub colour: RGBColor,
    pub width: f64,
    pub dash: Option<&'static str>,
}

impl Pen {
    pub(crate) fn solid(colour: RGBColor, width: f64) -> Self {
        Self { colour, width, dash: None }
    }
}

pub(crate) struct Canvas {
    area: DrawingArea<Svg, Shift>,
    document: Rc<RefCell<Document>>,
    /// Left, top, right, bottom of the shaded regions so far.
    shades: RefCell<Vec<(f64, f64, f64, f64)>>,
}

/// Draws a picture of this height, rounded up to whole pixels. All pictures have one width, so that their letters have one size on a page.
pub(crate) fn picture(
    height: f64,
    draw: impl FnOnce(&Canvas) -> Result<(), Undrawable>,
) -> Result<Picture, Undrawable> {
    let (width, height) = (WIDTH, height.ceil());
    let document = Rc::new(RefCell::new(Document::default()));
    let size = ((width * UNITS) as u32, (height * UNITS) as u32);
    let area = Svg { document: Rc::clone(&document), size }.into_drawing_area();
    let canvas = Canvas { area, document, shades: RefCell::default() };
    canvas.group("paper", || canvas.polygon(&rectangle((0.0, 0.0, width, height)), PAPER, 1.0))?;
    draw(&canvas)?;
    let body = std::mem::take(&mut canvas.document.borrow_mut().body);
    Ok(Picture {
        size: (width as u32, height as u32),
        body,
        title: String::new(),
        headline: Vec::new(),
        description: String::new(),
    })
}

/// The corners of left, top, right, bottom.
pub(crate) fn rectangle((left, top, right, bottom): (f64, f64, f64, f64)) -> [Place; 4] {
    [(left, bottom), (right, bottom), (right, top), (left, top)]
}

fn failed(error: DrawingAreaErrorKind<Undrawable>) -> Undrawable {
    match error {
        DrawingAreaErrorKind::BackendError(DrawingErrorKind::DrawingError(why)) => why,
        other => Undrawable::Plotters(other.to_string()),
    }
}

fn units((x, y): Place) -> (i32, i32) {
    ((x * UNITS).round() as i32, (y * UNITS).round() as i32)
}

fn stroke(colour: RGBColor, width: f64) -> ShapeStyle {
    ShapeStyle { color: colour.to_rgba(), filled: false, stroke_width: (width * UNITS).round() as u32 }
}

impl Canvas {
    /// The outline of left, top, right, bottom.
    pub(crate) fn outline(&self, area: (f64, f64, f64, f64), pen: Pen) -> Result<(), Undrawable> {
        let corners = rectangle(area);
        self.line(&[&corners[..], &corners[..1]].concat(), pen)
    }

    /// The frame of a panel or a swatch.
    pub(crate) fn frame(&self, area: (f64, f64, f64, f64)) -> Result<(), Undrawable> {
        self.group("frame", || self.outline(area, Pen::solid(INK, 1.0)))
    }

    /// What `draw` draws is marked as of this class.
    pub(crate) fn group(&self, class: &str, draw: impl FnOnce() -> Result<(), Undrawable>) -> Result<(), Undrawable> {
        let opening = format!("<g class=\"{class}\">\n");
        self.document.borrow_mut().body += &opening;
        draw()?;
        let mut document = self.document.borrow_mut();
        match document.body.strip_suffix(&opening).map(str::len) {
            Some(empty) => document.body.truncate(empty),
            None => document.body += "</g>\n",
        }
        Ok(())
    }

    fn manner(&self, manner: Manner) {
        self.document.borrow_mut().manner = manner;
    }

    pub(crate) fn line(&self, points: &[Place], pen: Pen) -> Result<(), Undrawable> {
        self.manner(Manner { dash: pen.dash, halo: None });
        let points: Vec<_> = points.iter().copied().map(units).collect();
        self.area.draw(&PathElement::new(points, stroke(pen.colour, pen.width))).map_err(failed)
    }

    pub(crate) fn polygon(&self, points: &[Place], colour: RGBColor, opacity: f64) -> Result<(), Undrawable> {
        let points: Vec<_> = points.iter().copied().map(units).collect();
        self.area.draw(&Polygon::new(points, colour.mix(opacity).filled())).map_err(failed)
    }

    pub(crate) fn disc(&self, centre: Place, radius: f64, colour: RGBColor) -> Result<(), Undrawable> {
        self.area.draw(&Circle::new(units(centre), (radius * UNITS) as i32, colour.filled())).map_err(failed)
    }

    pub(crate) fn ring(&self, centre: Place, radius: f64, pen: Pen) -> Result<(), Undrawable> {
        self.manner(Manner { dash: pen.dash, halo: None });
        let style = stroke(pen.colour, pen.width);
        self.area.draw(&Circle::new(units(centre), (radius * UNITS) as i32, style)).map_err(failed)
    }

    /// The text is centred on the point's y.
    pub(crate) fn text(&self, text: &str, at: Place, size: f64, align: Align) -> Result<(), Undrawable> {
        self.manner(Manner::default());
        self.styled_text(text, at, size, align, (INK, FontTransform::None))
    }

    /// The same in another colour.
    pub(crate) fn text_in(
        &self,
        text: &str,
        at: Place,
        size: f64,
        align: Align,
        colour: RGBColor,
    ) -> Result<(), Undrawable> {
        self.manner(Manner::default());
        self.styled_text(text, at, size, align, (colour, FontTransform::None))
    }

    /// Shades left, top, right, bottom.
    pub(crate) fn shade(&self, area: (f64, f64, f64, f64)) -> Result<(), Undrawable> {
        self.shades.borrow_mut().push(area);
        self.polygon(&rectangle(area), SHADE, 1.0)
    }

    /// A text on lines, with the colour of the ground around the letters: that below its middle.
    pub(crate) fn text_over(
        &self,
        text: &str,
        at: Place,
        size: f64,
        align: Align,
        colour: RGBColor,
    ) -> Result<(), Undrawable> {
        let width = markup::width(text, size)?;
        let middle = match align {
            Align::Left => at.0 + width / 2.0,
            Align::Centre => at.0,
            Align::Right => at.0 - width / 2.0,
        };
        let is_on =
            |shade: &(f64, f64, f64, f64)| (shade.0..=shade.2).contains(&middle) && (shade.1..=shade.3).contains(&at.1);
        let ground = if self.shades.borrow().iter().any(is_on) { SHADE } else { PAPER };
        self.manner(Manner { dash: None, halo: Some(ground) });
        self.styled_text(text, at, size, align, (colour, FontTransform::None))
    }

    /// Reading upwards, centred on the point.
    pub(crate) fn text_upwards(&self, text: &str, at: Place, size: f64) -> Result<(), Undrawable> {
        self.manner(Manner::default());
        self.styled_text(text, at, size, Align::Centre, (INK, FontTransform::Rotate270))
    }

    fn styled_text(
        &self,
        text: &str,
        at: Place,
        size: f64,
        align: Align,
        (colour, transform): (RGBColor, FontTransform),
    ) -> Result<(), Undrawable> {
        let horizontal = match align {
            Align::Left => HPos::Left,
            Align::Centre => HPos::Center,
            Align::Right => HPos::Right,
        };
        let font = ("sans-serif", size * UNITS).into_font().transform(transform);
        let style = TextStyle::from(font).color(&colour).pos(Pos::new(horizontal, VPos::Center));
        self.area.draw(&Text::new(text.to_owned(), units(at), style)).map_err(failed)
    }
}
