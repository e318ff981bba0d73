//! Line figures: panels in rows, each with axes, series and a legend above the data.

use crate::Undrawable;
use crate::axis::{Axis, Range};
use crate::canvas::{Align, Canvas, picture, text_width};
use crate::palette::{self, GRID, INK};
use crate::series::{Mark, Point, Series};
use crate::{Picture, marker};

/// One figure: one or more panels, two in a row.
#[derive(Clone, Debug)]
pub struct LineFigure {
    /// From left to right, row by row.
    pub panels: Vec<Panel>,
}

/// One pair of axes and what is drawn between them.
#[derive(Clone, Debug)]
pub struct Panel {
    /// Above the legend; a single panel needs none.
    pub title: Option<String>,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// In the order of the legend.
    pub series: Vec<Series>,
}

const FONT: f64 = 13.0;
const LEGEND_ROW: f64 = 18.0;
/// Beside and below the plot: axis labels and tick labels.
const LEFT: f64 = 78.0;
const BOTTOM: f64 = 54.0;
const RIGHT: f64 = 18.0;
const PLOT_WIDTH: f64 = 440.0;
const PLOT_HEIGHT: f64 = 300.0;
/// Panels beside each other where there are more than two.
const COLUMNS: usize = 2;
/// The least distance of two markers of a line, in pixels.
const MARKER_DISTANCE: f64 = 14.0;

impl LineFigure {
    /// A figure of one panel.
    pub fn single(panel: Panel) -> Self {
        Self { panels: vec![panel] }
    }

    /// The picture.
    ///
    /// # Errors
    /// Values that have no place on their axis (non-finite; not positive on a logarithmic one), or no series.
    pub fn draw(&self) -> Result<Picture, Undrawable> {
        let head = self.panels.iter().map(Panel::head).fold(0.0, f64::max);
        let panel_width = LEFT + PLOT_WIDTH + RIGHT;
        let panel_height = head + PLOT_HEIGHT + BOTTOM;
        let width = panel_width * self.panels.len().min(COLUMNS) as f64;
        let height = panel_height * self.panels.len().div_ceil(COLUMNS) as f64;
        picture(width, height, |canvas| {
            for (i, panel) in self.panels.iter().enumerate() {
                let (column, row) = ((i % COLUMNS) as f64, (i / COLUMNS) as f64);
                panel.draw(canvas, (panel_width * column + LEFT, panel_height * row + head))?;
            }
            Ok(())
        })
    }
}

/// Values to canvas coordinates.
struct Frame {
    left: f64,
    top: f64,
    x: Range,
    y: Range,
}

impl Frame {
    fn at(&self, x: f64, y: f64) -> (f64, f64) {
        (self.left + PLOT_WIDTH * self.x.position(x), self.top + PLOT_HEIGHT * (1.0 - self.y.position(y)))
    }
}

impl Panel {
    /// The colour and marker of every series: its number among those that do not share the ones of the series before.
    fn styles(&self) -> Vec<usize> {
        let mut next = 0;
        let style = |series: &Series| {
            if series.mark != Mark::MarkersOnPrevious || next == 0 {
                next += 1;
            }
            next - 1
        };
        self.series.iter().map(style).collect()
    }

    /// Whether a series has an entry of its own in the legend.
    fn is_listed(&self, i: usize) -> bool {
        i == 0 || self.series[i].mark != Mark::MarkersOnPrevious
    }

    /// The legend's entries as rows that fit the plot's width.
    fn legend_rows(&self) -> Vec<Vec<usize>> {
        let mut rows: Vec<Vec<usize>> = vec![Vec::new()];
        let mut used = 0.0;
        for (i, series) in self.series.iter().enumerate().filter(|(i, _)| self.is_listed(*i)) {
            let width = legend_width(&series.name);
            if used + width > PLOT_WIDTH && used > 0.0 {
                rows.push(Vec::new());
                used = 0.0;
            }
            used += width;
            if let Some(row) = rows.last_mut() {
                row.push(i);
            }
        }
        rows
    }

    /// The height of title and legend.
    fn head(&self) -> f64 {
        let title = if self.title.is_some() { 22.0 } else { 0.0 };
        14.0 + title + LEGEND_ROW * self.legend_rows().len() as f64
    }

    fn draw(&self, canvas: &Canvas, (left, top): (f64, f64)) -> Result<(), Undrawable> {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let heights = points().flat_map(|point| {
            let (low, high) = point.interval.unwrap_or((point.y, point.y));
            [point.y, low, high]
        });
        let frame = Frame {
            left,
            top,
            x: Range::new(&self.x, points().map(|point| point.x), 7)?,
            y: Range::new(&self.y, heights, 7)?,
        };
        self.draw_axes(canvas, &frame)?;
        for (series, style) in self.series.iter().zip(self.styles()) {
            series.draw(canvas, &frame, style)?;
        }
        self.draw_head(canvas, &frame)
    }

    fn draw_axes(&self, canvas: &Canvas, frame: &Frame) -> Result<(), Undrawable> {
        let (left, top) = (frame.left, frame.top);
        let (right, bottom) = (left + PLOT_WIDTH, top + PLOT_HEIGHT);
        for tick in &frame.x.ticks {
            let x = left + PLOT_WIDTH * frame.x.position(tick.value);
            if let Some(label) = &tick.label {
                canvas.line(&[(x, top), (x, bottom)], GRID, 0.8)?;
                canvas.text(label, (x, bottom + 15.0), FONT, Align::Centre)?;
            }
            canvas.line(&[(x, bottom), (x, bottom + if tick.label.is_some() { 5.0 } else { 3.0 })], INK, 1.0)?;
        }
        for tick in &frame.y.ticks {
            let y = top + PLOT_HEIGHT * (1.0 - frame.y.position(tick.value));
            if let Some(label) = &tick.label {
                canvas.line(&[(left, y), (right, y)], GRID, 0.8)?;
                canvas.text(label, (left - 9.0, y), FONT, Align::Right)?;
            }
            canvas.line(&[(left, y), (left - if tick.label.is_some() { 5.0 } else { 3.0 }, y)], INK, 1.0)?;
        }
        canvas.line(&[(left, top), (left, bottom), (right, bottom), (right, top), (left, top)], INK, 1.0)?;
        canvas.text(&self.x.label, ((left + right) / 2.0, bottom + 38.0), FONT, Align::Centre)?;
        canvas.text_upwards(&self.y.label, (left - 62.0, (top + bottom) / 2.0), FONT)
    }

    fn draw_head(&self, canvas: &Canvas, frame: &Frame) -> Result<(), Undrawable> {
        let (rows, styles) = (self.legend_rows(), self.styles());
        let first = frame.top - LEGEND_ROW * rows.len() as f64 + LEGEND_ROW / 2.0 - 5.0;
        if let Some(title) = &self.title {
            canvas.text(title, (frame.left, first - 22.0), FONT + 1.0, Align::Left)?;
        }
        for (row, entries) in rows.iter().enumerate() {
            let y = first + LEGEND_ROW * row as f64;
            let mut x = frame.left;
            for &i in entries {
                let series = &self.series[i];
                let colour = palette::series(styles[i]);
                if series.mark.has_line() {
                    canvas.line(&[(x, y), (x + 24.0, y)], colour, 1.8)?;
                }
                if series.mark != Mark::Line || (i + 1 < self.series.len() && !self.is_listed(i + 1)) {
                    marker::draw(canvas, styles[i], (x + 12.0, y), colour)?;
                }
                canvas.text(&series.name, (x + 30.0, y), FONT, Align::Left)?;
                x += legend_width(&series.name);
            }
        }
        Ok(())
    }
}

fn legend_width(name: &str) -> f64 {
    30.0 + text_width(name, FONT) + 16.0
}

impl Series {
    fn draw(&self, canvas: &Canvas, frame: &Frame, style: usize) -> Result<(), Undrawable> {
        let colour = palette::series(style);
        let at: Vec<_> = self.points.iter().map(|point| frame.at(point.x, point.y)).collect();
        if self.mark.has_line() {
            let end = |pick: fn((f64, f64)) -> f64| {
                move |point: &Point| point.interval.map(|interval| frame.at(point.x, pick(interval)))
            };
            let lower = self.points.iter().filter_map(end(|(low, _)| low));
            let upper: Vec<_> = self.points.iter().filter_map(end(|(_, high)| high)).collect();
            let band: Vec<_> = lower.chain(upper.into_iter().rev()).collect();
            if band.len() > 2 {
                canvas.polygon(&band, colour, 0.2)?;
            }
            canvas.line(&at, colour, 1.8)?;
        } else {
            for point in &self.points {
                if let Some((low, high)) = point.interval {
                    let ((x, bottom), (_, top)) = (frame.at(point.x, low), frame.at(point.x, high));
                    canvas.line(&[(x, bottom), (x, top)], colour, 1.2)?;
                    for y in [bottom, top] {
                        canvas.line(&[(x - 2.5, y), (x + 2.5, y)], colour, 1.2)?;
                    }
                }
            }
        }
        let mut last: Option<(f64, f64)> = None;
        for &(x, y) in &at {
            let distance = last.map_or(f64::INFINITY, |(u, v)| libm::hypot(x - u, y - v));
            let crowded = self.mark == Mark::LineAndMarkers && distance < MARKER_DISTANCE;
            if self.mark != Mark::Line && !crowded {
                marker::draw(canvas, style, (x, y), colour)?;
                last = Some((x, y));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scale;

    #[test]
    fn measurements_share_the_style_and_the_entry_of_their_model() {
        let series = |mark| Series { name: "s".to_owned(), mark, points: vec![Point::new(1.0, 1.0)] };
        let marks = [Mark::Line, Mark::MarkersOnPrevious, Mark::Line, Mark::MarkersOnPrevious, Mark::Markers];
        let axis = Axis::new("x", Scale::Linear);
        let panel = Panel { title: None, x: axis.clone(), y: axis, series: marks.map(series).into() };
        assert_eq!(panel.styles(), [0, 0, 1, 1, 2]);
        assert_eq!(panel.legend_rows().concat(), [0, 2, 4]);
        // two panels in a row, and a third below
        let size = |panels: usize| {
            let svg = LineFigure { panels: vec![panel.clone(); panels] }.draw().unwrap().into_svg();
            let number = |key: &str| svg.split(key).nth(1).unwrap().split('"').next().unwrap().parse::<f64>().unwrap();
            (number("width=\""), number("height=\""))
        };
        let ((width, height), (two, _), (three, rows)) = (size(1), size(2), size(3));
        assert_eq!((two, three, rows), (2.0 * width, 2.0 * width, 2.0 * height));
    }
}
