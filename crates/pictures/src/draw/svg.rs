//! SVG text: lines and letters, written here, and the shapes of plotters.

use std::cell::RefCell;
use std::fmt::Write;
use std::rc::Rc;

use plotters::style::RGBColor;
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, DrawingBackend, DrawingErrorKind};

use crate::Undrawable;
use crate::measure::markup::{Level, Line};

/// plotters' units in a pixel: it draws in whole units.
pub(crate) const UNITS: f64 = 10.0;

/// The text so far.
pub(crate) type Body = Rc<RefCell<String>>;

/// plotters' backend.
pub(crate) struct Svg {
    pub body: Body,
    /// In units.
    pub size: (u32, u32),
}

type Drawn = Result<(), DrawingErrorKind<Undrawable>>;

/// A length in pixels, without a needless decimal.
pub(crate) fn pixels(pixels: f64) -> String {
    let units = (pixels * UNITS).round() as i32;
    let sign = if units < 0 { "-" } else { "" };
    match (units.abs() / 10, units.abs() % 10) {
        (whole, 0) => format!("{sign}{whole}"),
        (whole, tenths) => format!("{sign}{whole}.{tenths}"),
    }
}

/// A colour.
pub(crate) fn hex(RGBColor(r, g, b): RGBColor) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

pub(crate) fn points(path: impl IntoIterator<Item = (f64, f64)>) -> String {
    path.into_iter().map(|(x, y)| format!("{},{}", pixels(x), pixels(y))).collect::<Vec<_>>().join(" ")
}

fn at((x, y): BackendCoord) -> (f64, f64) {
    (f64::from(x) / UNITS, f64::from(y) / UNITS)
}

fn filled(style: BackendColor) -> String {
    let (r, g, b) = style.rgb;
    let opacity = if style.alpha < 1.0 { format!(" fill-opacity=\"{}\"", style.alpha) } else { String::new() };
    format!("fill=\"{}\"{opacity}", hex(RGBColor(r, g, b)))
}

impl Svg {
    fn element(&self, element: std::fmt::Arguments) -> Drawn {
        let full = |_| DrawingErrorKind::DrawingError(Undrawable("a picture is full".to_owned()));
        writeln!(self.body.borrow_mut(), "{element}").map_err(full)
    }
}

impl DrawingBackend for Svg {
    type ErrorType = Undrawable;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, place: BackendCoord, style: BackendColor) -> Drawn {
        let (x, y) = at(place);
        self.element(format_args!("<rect x=\"{x}\" y=\"{y}\" width=\"0.1\" height=\"0.1\" {}/>", filled(style)))
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        let points = points(path.into_iter().map(at));
        self.element(format_args!("<polygon {} points=\"{points}\"/>", filled(style.color())))
    }

    fn draw_circle<S: BackendStyle>(&mut self, centre: BackendCoord, radius: u32, style: &S, fill: bool) -> Drawn {
        let ((x, y), (r, g, b)) = (at(centre), style.color().rgb);
        let width = pixels(f64::from(style.stroke_width()) / UNITS);
        let stroke = format!("fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\"", hex(RGBColor(r, g, b)));
        let paint = if fill { filled(style.color()) } else { stroke };
        let radius = pixels(f64::from(radius) / UNITS);
        self.element(format_args!("<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\" {paint}/>", pixels(x), pixels(y)))
    }
}

/// The runs of a line as tspans.
pub(crate) fn spans(line: &Line, size: f64) -> String {
    let mut all = String::new();
    let mut level = Level::Base;
    for run in &line.runs {
        let mut style = String::new();
        let drop = (run.level.drop() - level.drop()) * size;
        for (name, length) in [("dx", run.shift * size), ("dy", drop)] {
            if length != 0.0 {
                style += &format!(" {name}=\"{}\"", pixels(length));
            }
        }
        if run.level != Level::Base {
            style += &format!(" font-size=\"{}\"", pixels(run.level.size() * size));
        }
        if run.italic {
            style += " font-style=\"italic\"";
        }
        let letters = escaped(&run.letters);
        all += &if style.is_empty() { letters } else { format!("<tspan{style}>{letters}</tspan>") };
        level = run.level;
    }
    all
}
