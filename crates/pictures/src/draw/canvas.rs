//! Elements in pixels.

use std::cell::RefCell;
use std::rc::Rc;

use plotters::coord::Shift;
use plotters::prelude::{Circle, DrawingArea, DrawingAreaErrorKind, IntoDrawingArea, Polygon, RGBColor};
use plotters::style::{Color, ShapeStyle};
use plotters_backend::DrawingErrorKind;

use crate::colour::{INK, PAPER, SHADE};
use crate::draw::svg::{Body, Svg, UNITS, hex, pixels, points, spans};
use crate::layout::{Area, Place};
use crate::measure::markup::Line;
use crate::{Picture, Undrawable};

/// From the middle of capital letters to their foot, in units of the type size.
const HALF_CAPITAL: f64 = 0.36;
/// The reach of a halo beyond the letters.
const HALO: f64 = 2.5;

/// The side of a text at which its point is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Centre,
    Right,
    /// Centred, and read upwards.
    Upwards,
}

/// The strokes of a line.
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
    body: Body,
    shades: RefCell<Vec<Area>>,
}

/// Draws a picture of this size, its height rounded up to whole pixels.
pub(crate) fn picture(
    (width, height): (f64, f64),
    description: String,
    draw: impl FnOnce(&Canvas) -> Result<(), Undrawable>,
) -> Result<Picture, Undrawable> {
    let height = height.ceil();
    let body = Body::default();
    let size = ((width * UNITS) as u32, (height * UNITS) as u32);
    let area = Svg { body: Rc::clone(&body), size }.into_drawing_area();
    let canvas = Canvas { area, body, shades: RefCell::default() };
    canvas.group("paper", || canvas.rectangle((0.0, 0.0, width, height), PAPER, 1.0))?;
    draw(&canvas)?;
    let body = std::mem::take(&mut *canvas.body.borrow_mut());
    Ok(Picture { size: (width as u32, height as u32), body, description })
}

fn corners((left, top, right, bottom): Area) -> [Place; 4] {
    [(left, bottom), (right, bottom), (right, top), (left, top)]
}

/// The part that two rectangles have in common.
fn common(a: Area, b: Area) -> Option<Area> {
    let part = (a.0.max(b.0), a.1.max(b.1), a.2.min(b.2), a.3.min(b.3));
    (part.0 < part.2 && part.1 < part.3).then_some(part)
}

fn failed(error: DrawingAreaErrorKind<Undrawable>) -> Undrawable {
    match error {
        DrawingAreaErrorKind::BackendError(DrawingErrorKind::DrawingError(why)) => why,
        other => Undrawable(other.to_string()),
    }
}

fn units((x, y): Place) -> (i32, i32) {
    ((x * UNITS).round() as i32, (y * UNITS).round() as i32)
}

impl Canvas {
    /// Marks what `draw` draws as of this class.
    pub(crate) fn group(&self, class: &str, draw: impl FnOnce() -> Result<(), Undrawable>) -> Result<(), Undrawable> {
        let opening = format!("<g class=\"{class}\">\n");
        self.write(&opening);
        draw()?;
        let mut body = self.body.borrow_mut();
        match body.strip_suffix(&opening).map(str::len) {
            Some(empty) => body.truncate(empty),
            None => *body += "</g>\n",
        }
        Ok(())
    }

    fn write(&self, element: &str) {
        *self.body.borrow_mut() += element;
    }

    pub(crate) fn line(&self, path: &[Place], pen: Pen) -> Result<(), Undrawable> {
        let dash = pen.dash.map(|dash| format!(" stroke-dasharray=\"{dash}\"")).unwrap_or_default();
        let (colour, width, points) = (hex(pen.colour), pixels(pen.width), points(path.iter().copied()));
        self.write(&format!(
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{dash} points=\"{points}\"/>\n"
        ));
        Ok(())
    }

    pub(crate) fn polygon(&self, path: &[Place], colour: RGBColor, opacity: f64) -> Result<(), Undrawable> {
        let path: Vec<_> = path.iter().copied().map(units).collect();
        self.area.draw(&Polygon::new(path, colour.mix(opacity).filled())).map_err(failed)
    }

    pub(crate) fn rectangle(&self, area: Area, colour: RGBColor, opacity: f64) -> Result<(), Undrawable> {
        self.polygon(&corners(area), colour, opacity)
    }

    pub(crate) fn disc(&self, centre: Place, radius: f64, colour: RGBColor) -> Result<(), Undrawable> {
        self.area.draw(&Circle::new(units(centre), (radius * UNITS) as i32, colour.filled())).map_err(failed)
    }

    pub(crate) fn ring(&self, centre: Place, radius: f64, pen: Pen) -> Result<(), Undrawable> {
        let width = (pen.width * UNITS).round() as u32;
        let style = ShapeStyle { color: pen.colour.to_rgba(), filled: false, stroke_width: width };
        self.area.draw(&Circle::new(units(centre), (radius * UNITS) as i32, style)).map_err(failed)
    }

    /// The head of an arrow that comes from a place.
    pub(crate) fn head(&self, from: Place, tip: Place, size: (f64, f64), colour: RGBColor) -> Result<(), Undrawable> {
        let (dx, dy) = (tip.0 - from.0, tip.1 - from.1);
        let length = libm::hypot(dx, dy);
        let (ux, uy) = (dx / length, dy / length);
        let back = |aside: f64| (tip.0 - size.0 * ux - aside * uy, tip.1 - size.0 * uy + aside * ux);
        self.polygon(&[tip, back(size.1), back(-size.1)], colour, 1.0)
    }

    pub(crate) fn outline(&self, area: Area, pen: Pen) -> Result<(), Undrawable> {
        let corners = corners(area);
        self.line(&[&corners[..], &corners[..1]].concat(), pen)
    }

    /// The frame of a panel or a swatch.
    pub(crate) fn frame(&self, area: Area) -> Result<(), Undrawable> {
        self.group("frame", || self.outline(area, Pen::solid(INK, 1.0)))
    }

    pub(crate) fn shade(&self, area: Area) -> Result<(), Undrawable> {
        self.shades.borrow_mut().push(area);
        self.rectangle(area, SHADE, 1.0)
    }

    /// A text whose middle has the height of a place.
    pub(crate) fn text(&self, text: &str, at: Place, size: f64, align: Align) -> Result<(), Undrawable> {
        self.text_in(text, at, size, align, INK)
    }

    pub(crate) fn text_in(
        &self,
        text: &str,
        at: Place,
        size: f64,
        align: Align,
        colour: RGBColor,
    ) -> Result<(), Undrawable> {
        self.letters(&Line::parse(text)?, at, size, align, (colour, None))
    }

    /// A text on lines, with the colour of the ground around the letters. One on the edge of a shade is on a patch of both grounds:
    /// letters have a halo of one colour.
    pub(crate) fn text_over(
        &self,
        text: &str,
        at: Place,
        size: f64,
        align: Align,
        colour: RGBColor,
    ) -> Result<(), Undrawable> {
        let line = Line::parse(text)?;
        let width = line.width * size;
        let left = match align {
            Align::Right => at.0 - width,
            Align::Left => at.0,
            Align::Centre | Align::Upwards => at.0 - width / 2.0,
        };
        let half = HALF_CAPITAL * size;
        let (all, shades) = ((left, at.1 - half, left + width, at.1 + half), self.shades.borrow());
        let shaded: Vec<Area> = shades.iter().filter_map(|shade| common(*shade, all)).collect();
        let halo = match shaded[..] {
            [] => Some(PAPER),
            _ if shaded.contains(&all) => Some(SHADE),
            _ => {
                let patch = (all.0 - HALO, all.1 - HALO, all.2 + HALO, all.3 + HALO);
                self.group("patch", || {
                    self.rectangle(patch, PAPER, 1.0)?;
                    let mut parts = shades.iter().filter_map(|shade| common(*shade, patch));
                    parts.try_for_each(|part| self.rectangle(part, SHADE, 1.0))
                })?;
                None
            }
        };
        self.letters(&line, at, size, align, (colour, halo))
    }

    /// The halo is beneath all letters: as a part of the text, that of a run would cover the runs before it.
    fn letters(
        &self,
        line: &Line,
        (x, y): Place,
        size: f64,
        align: Align,
        (colour, halo): (RGBColor, Option<RGBColor>),
    ) -> Result<(), Undrawable> {
        let foot = HALF_CAPITAL * size;
        let place = match align {
            Align::Upwards => format!("transform=\"translate({} {}) rotate(-90)\"", pixels(x + foot), pixels(y)),
            _ => format!("x=\"{}\" y=\"{}\"", pixels(x), pixels(y + foot)),
        };
        let anchor = match align {
            Align::Left => "",
            Align::Centre | Align::Upwards => " text-anchor=\"middle\"",
            Align::Right => " text-anchor=\"end\"",
        };
        let (letters, fill, size) = (spans(line, size), hex(colour), pixels(size));
        if let Some(halo) = halo.map(hex) {
            self.write(&format!(
                "<text class=\"halo\" aria-hidden=\"true\" {place}{anchor} font-size=\"{size}\" fill=\"{halo}\" \
                 stroke=\"{halo}\" stroke-width=\"{}\" stroke-linejoin=\"round\">{letters}</text>\n",
                2.0 * HALO
            ));
        }
        self.write(&format!("<text {place}{anchor} font-size=\"{size}\" fill=\"{fill}\">{letters}</text>\n"));
        Ok(())
    }
}
