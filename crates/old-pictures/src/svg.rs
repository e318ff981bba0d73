//! Where plotters draws: SVG text, with coordinates in tenths of a pixel.

use std::cell::RefCell;
use std::fmt::Write;
use std::rc::Rc;

use plotters::style::{Color, RGBColor};
use plotters_backend::text_anchor::HPos;
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontTransform,
};

use crate::Undrawable;
use crate::markup::{Level, Line};

/// plotters' units in a pixel.
pub(crate) const UNITS: f64 = 10.0;

/// From the middle of capital letters to their foot, in units of the type size.
const HALF_CAPITAL: f64 = 0.36;

/// What plotters cannot say of a stroke or a text.
#[derive(Clone, Copy, Default)]
pub(crate) struct Manner {
    /// Strokes and gaps, in pixels.
    pub dash: Option<&'static str>,
    /// What surrounds the letters, which then can be read on lines: the colour of the ground.
    pub halo: Option<RGBColor>,
}

/// What is drawn so far, and in which manner what comes next is.
#[derive(Default)]
pub(crate) struct Document {
    pub body: String,
    pub manner: Manner,
}

/// plotters' backend: writes elements into a document that it shares with the canvas.
pub(crate) struct Svg {
    pub document: Rc<RefCell<Document>>,
    /// In units.
    pub size: (u32, u32),
}

type Drawn = Result<(), DrawingErrorKind<Undrawable>>;

/// A length in pixels, without a needless decimal.
fn pixels(units: i32) -> String {
    let sign = if units < 0 { "-" } else { "" };
    match (units.abs() / 10, units.abs() % 10) {
        (whole, 0) => format!("{sign}{whole}"),
        (whole, tenths) => format!("{sign}{whole}.{tenths}"),
    }
}

fn rounded(pixels: f64) -> String {
    self::pixels((pixels * UNITS).round() as i32)
}

fn points(path: impl IntoIterator<Item = BackendCoord>) -> String {
    let path: Vec<_> = path.into_iter().map(|(x, y)| format!("{},{}", pixels(x), pixels(y))).collect();
    path.join(" ")
}

fn colour(colour: BackendColor) -> String {
    let (r, g, b) = colour.rgb;
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// The fill of a shape.
fn filled(style: BackendColor) -> String {
    let opacity = if style.alpha < 1.0 { format!(" fill-opacity=\"{}\"", style.alpha) } else { String::new() };
    format!("fill=\"{}\"{opacity}", colour(style))
}

/// A text as XML holds it.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

impl Svg {
    fn element(&self, element: std::fmt::Arguments) -> Drawn {
        writeln!(self.document.borrow_mut().body, "{element}").map_err(|_| failed())
    }

    fn stroked<S: BackendStyle>(&self, style: &S) -> String {
        let dash = self.document.borrow().manner.dash;
        let dash = dash.map(|dash| format!(" stroke-dasharray=\"{dash}\"")).unwrap_or_default();
        format!(
            "fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"{dash}",
            colour(style.color()),
            pixels(style.stroke_width() as i32)
        )
    }
}

fn failed() -> DrawingErrorKind<Undrawable> {
    DrawingErrorKind::DrawingError(Undrawable::Plotters("a picture is full".to_owned()))
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

    fn draw_pixel(&mut self, point: BackendCoord, style: BackendColor) -> Drawn {
        let (x, y) = (pixels(point.0), pixels(point.1));
        self.element(format_args!("<rect x=\"{x}\" y=\"{y}\" width=\"0.1\" height=\"0.1\" {}/>", filled(style)))
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        self.element(format_args!("<polyline {} points=\"{}\"/>", self.stroked(style), points(path)))
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        self.element(format_args!("<polygon {} points=\"{}\"/>", filled(style.color()), points(path)))
    }

    fn draw_circle<S: BackendStyle>(&mut self, (x, y): BackendCoord, radius: u32, style: &S, fill: bool) -> Drawn {
        let paint = if fill { filled(style.color()) } else { self.stroked(style) };
        let (x, y, r) = (pixels(x), pixels(y), pixels(radius as i32));
        self.element(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" {paint}/>"))
    }

    /// The text is centred on the point's height, and reads upwards where it is turned.
    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, (x, y): BackendCoord) -> Drawn {
        let line = Line::parse(text).map_err(DrawingErrorKind::DrawingError)?;
        let size = style.size() / UNITS;
        let anchor = match style.anchor().h_pos {
            HPos::Left => "",
            HPos::Center => " text-anchor=\"middle\"",
            HPos::Right => " text-anchor=\"end\"",
        };
        let foot = (HALF_CAPITAL * style.size()).round() as i32;
        let place = match style.transform() {
            FontTransform::None => format!("x=\"{}\" y=\"{}\"", pixels(x), pixels(y + foot)),
            _ => format!("transform=\"translate({} {}) rotate(-90)\"", pixels(x + foot), pixels(y)),
        };
        let (fill, letters, size) = (colour(style.color()), spans(&line, size), rounded(size));
        let halo = self.document.borrow().manner.halo.map(|ground| self::colour(ground.to_backend_color()));
        if let Some(halo) = halo {
            // beneath all letters: as a part of the text, the halo of a run would cover the runs before it
            self.element(format_args!(
                "<text class=\"halo\" aria-hidden=\"true\" {place}{anchor} font-size=\"{size}\" fill=\"{halo}\" \
                 stroke=\"{halo}\" stroke-width=\"5\" stroke-linejoin=\"round\">{letters}</text>"
            ))?;
        }
        self.element(format_args!("<text {place}{anchor} font-size=\"{size}\" fill=\"{fill}\">{letters}</text>"))
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
                style += &format!(" {name}=\"{}\"", rounded(length));
            }
        }
        if run.level != Level::Base {
            style += &format!(" font-size=\"{}\"", rounded(run.level.size() * size));
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
