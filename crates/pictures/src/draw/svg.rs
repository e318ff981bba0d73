//! The parts of SVG elements: lengths, colours, letters.

use crate::colour::Rgb;
use crate::measure::markup::{Level, Line};

/// A length in pixels, rounded to a tenth, without a needless decimal.
pub(crate) fn pixels(pixels: f64) -> String {
    let units = (10.0 * pixels).round() as i32;
    let sign = if units < 0 { "-" } else { "" };
    match (units.abs() / 10, units.abs() % 10) {
        (whole, 0) => format!("{sign}{whole}"),
        (whole, tenths) => format!("{sign}{whole}.{tenths}"),
    }
}

pub(crate) fn hex(Rgb(r, g, b): Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

pub(crate) fn points(path: impl IntoIterator<Item = (f64, f64)>) -> String {
    path.into_iter().map(|(x, y)| format!("{},{}", pixels(x), pixels(y))).collect::<Vec<_>>().join(" ")
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
