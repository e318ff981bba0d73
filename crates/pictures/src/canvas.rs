//! A plotters drawing area in tenths of a pixel.

use plotters::backend::SVGBackend;
use plotters::coord::Shift;
use plotters::prelude::{Circle, DrawingArea, IntoDrawingArea, PathElement, Polygon, RGBColor, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontTransform, IntoFont, ShapeStyle, TextStyle};

use crate::Picture;
use crate::Undrawable;
use crate::palette::INK;

/// Canvas units in a pixel.
const UNITS: f64 = 10.0;

/// plotters' SVG font size in units of the size asked for.
const FONT_RATIO: f64 = 1.24;

/// How a text stands to its point.
#[derive(Clone, Copy)]
pub(crate) enum Align {
    Left,
    Centre,
    Right,
}

pub(crate) struct Canvas<'a> {
    area: DrawingArea<SVGBackend<'a>, Shift>,
}

/// Draws a picture of `width` × `height` pixels, rounded up to whole ones.
pub(crate) fn picture(
    width: f64,
    height: f64,
    draw: impl FnOnce(&Canvas) -> Result<(), Undrawable>,
) -> Result<Picture, Undrawable> {
    let (width, height) = (width.ceil(), height.ceil());
    let (w, h) = ((width * UNITS) as u32, (height * UNITS) as u32);
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (w, h)).into_drawing_area();
        area.fill(&plotters::style::WHITE).map_err(failed)?;
        draw(&Canvas { area: area.clone() })?;
        area.present().map_err(failed)?;
    }
    let canvas_size = format!("<svg width=\"{w}\" height=\"{h}\"");
    let shown_size = format!("<svg width=\"{width}\" height=\"{height}\"");
    Ok(Picture { svg: svg.replacen(&canvas_size, &shown_size, 1) })
}

fn failed(error: impl std::fmt::Display) -> Undrawable {
    Undrawable::Plotters(error.to_string())
}

fn units((x, y): (f64, f64)) -> (i32, i32) {
    ((x * UNITS).round() as i32, (y * UNITS).round() as i32)
}

fn stroke(colour: RGBColor, width: f64) -> ShapeStyle {
    ShapeStyle { color: colour.to_rgba(), filled: false, stroke_width: (width * UNITS).round() as u32 }
}

impl Canvas<'_> {
    pub(crate) fn line(&self, points: &[(f64, f64)], colour: RGBColor, width: f64) -> Result<(), Undrawable> {
        let points: Vec<_> = points.iter().copied().map(units).collect();
        self.area.draw(&PathElement::new(points, stroke(colour, width))).map_err(failed)
    }

    pub(crate) fn polygon(&self, points: &[(f64, f64)], colour: RGBColor, opacity: f64) -> Result<(), Undrawable> {
        let points: Vec<_> = points.iter().copied().map(units).collect();
        self.area.draw(&Polygon::new(points, colour.mix(opacity).filled())).map_err(failed)
    }

    pub(crate) fn circle(
        &self,
        centre: (f64, f64),
        radius: f64,
        colour: RGBColor,
        filled: bool,
    ) -> Result<(), Undrawable> {
        let style = if filled { colour.filled() } else { stroke(colour, 1.2) };
        self.area.draw(&Circle::new(units(centre), (radius * UNITS) as i32, style)).map_err(failed)
    }

    /// `height` is the font size in pixels, and the text is centred on the point's y.
    pub(crate) fn text(&self, text: &str, at: (f64, f64), height: f64, align: Align) -> Result<(), Undrawable> {
        self.styled_text(text, at, height, align, FontTransform::None)
    }

    /// Reading upwards, centred on the point.
    pub(crate) fn text_upwards(&self, text: &str, at: (f64, f64), height: f64) -> Result<(), Undrawable> {
        self.styled_text(text, at, height, Align::Centre, FontTransform::Rotate270)
    }

    fn styled_text(
        &self,
        text: &str,
        at: (f64, f64),
        height: f64,
        align: Align,
        transform: FontTransform,
    ) -> Result<(), Undrawable> {
        let horizontal = match align {
            Align::Left => HPos::Left,
            Align::Centre => HPos::Center,
            Align::Right => HPos::Right,
        };
        let font = ("Helvetica, Arial, sans-serif", height * FONT_RATIO * UNITS).into_font().transform(transform);
        let style = TextStyle::from(font).color(&INK).pos(Pos::new(horizontal, VPos::Center));
        self.area.draw(&Text::new(text.to_owned(), units(at), style)).map_err(failed)
    }
}

/// About how wide a text is in pixels: the widths of a sans-serif's letters differ little on average.
pub(crate) fn text_width(text: &str, height: f64) -> f64 {
    text.chars().count() as f64 * 0.54 * height
}
