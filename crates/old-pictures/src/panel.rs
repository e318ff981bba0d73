//! Panels: two axes and what is drawn between them.

use crate::annotation::{Note, Reference, Region};
use crate::canvas::{Align, Canvas, FONT, LEADING, Pen, TICK_FONT};
use crate::colour::{GRID, INK};
use crate::frame::Frame;
use crate::markup::wrapped;
use crate::series::Series;
use crate::{Axis, Look, Undrawable, curve, labels};

/// One pair of axes and what is drawn between them.
#[derive(Clone, Debug)]
pub struct Panel {
    pub(crate) title: Option<String>,
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    pub(crate) series: Vec<Series>,
    references: Vec<Reference>,
    regions: Vec<Region>,
    notes: Vec<Note>,
    pub(crate) is_labelled: bool,
}

/// What a panel shows of its axes.
#[derive(Clone, Copy)]
pub(crate) struct Shown {
    pub x: bool,
    pub y: bool,
}

impl Panel {
    /// A panel of these series, drawn in their order.
    pub fn new(x: Axis, y: Axis, series: impl IntoIterator<Item = Series>) -> Self {
        Self {
            title: None,
            x,
            y,
            series: series.into_iter().collect(),
            references: Vec::new(),
            regions: Vec::new(),
            notes: Vec::new(),
            is_labelled: false,
        }
    }

    /// The panel with a title, such as "(a) what it shows"; a single panel needs none.
    #[must_use]
    pub fn titled(self, title: impl Into<String>) -> Self {
        Self { title: Some(title.into()), ..self }
    }

    /// The panel with a line to compare with.
    #[must_use]
    pub fn reference(mut self, reference: Reference) -> Self {
        self.references.push(reference);
        self
    }

    /// The panel with a shaded part.
    #[must_use]
    pub fn region(mut self, region: Region) -> Self {
        self.regions.push(region);
        self
    }

    /// The panel with a note.
    #[must_use]
    pub fn note(mut self, note: Note) -> Self {
        self.notes.push(note);
        self
    }

    /// The panel with some notes.
    #[must_use]
    pub fn notes(self, notes: impl IntoIterator<Item = Note>) -> Self {
        notes.into_iter().fold(self, Self::note)
    }

    /// Names stand at the right ends of the lines, and not in the legend.
    #[must_use]
    pub fn labelled(self) -> Self {
        Self { is_labelled: true, ..self }
    }

    /// All values of x that the axis has to reach.
    pub(crate) fn across(&self) -> Vec<f64> {
        let points = self.series.iter().flat_map(|series| &series.points);
        points.map(|point| point.x).chain(self.references.iter().flat_map(|line| line.reach().0)).collect()
    }

    /// All values of y that the axis has to reach.
    pub(crate) fn up(&self) -> Vec<f64> {
        let points = self.series.iter().flat_map(|series| &series.points);
        let heights = points.flat_map(|point| {
            let (low, high) = point.interval.unwrap_or((point.y, point.y));
            [point.y, low, high]
        });
        heights.chain(self.references.iter().flat_map(|line| line.reach().1)).collect()
    }

    /// Draws all but the title.
    pub(crate) fn draw(&self, canvas: &Canvas, frame: &Frame, looks: &[Look], shown: Shown) -> Result<(), Undrawable> {
        canvas.group("region", || self.regions.iter().try_for_each(|region| region.draw(canvas, frame)))?;
        canvas.group("grid", || draw_grid(canvas, frame))?;
        canvas.group("axis", || self.draw_axes(canvas, frame, shown))?;
        canvas.group("reference", || self.references.iter().try_for_each(|line| line.draw(canvas, frame)))?;
        for (series, look) in self.series.iter().zip(looks) {
            canvas.group("series", || curve::draw(canvas, series, *look, frame))?;
        }
        canvas.group("label", || {
            self.regions.iter().try_for_each(|region| region.draw_name(canvas, frame))?;
            self.references.iter().try_for_each(|line| line.draw_name(canvas, frame))?;
            if self.is_labelled { labels::draw(canvas, self, looks, frame) } else { Ok(()) }
        })?;
        canvas.group("note", || self.notes.iter().try_for_each(|note| note.draw(canvas, frame)))
    }

    fn draw_axes(&self, canvas: &Canvas, frame: &Frame, shown: Shown) -> Result<(), Undrawable> {
        let (left, top, right, bottom) = (frame.left, frame.top, frame.right(), frame.bottom());
        let thin = Pen::solid(INK, 1.0);
        let length = |label: &Option<String>| if label.is_some() { 5.0 } else { 3.0 };
        for tick in &frame.x.ticks {
            let x = frame.across(tick.value);
            canvas.line(&[(x, bottom), (x, bottom + length(&tick.label))], thin)?;
        }
        for tick in &frame.y.ticks {
            let y = frame.up(tick.value);
            canvas.line(&[(left, y), (left - length(&tick.label), y)], thin)?;
        }
        canvas.line(&[(left, top), (left, bottom), (right, bottom), (right, top), (left, top)], thin)?;
        canvas.group("tick", || self.draw_tick_labels(canvas, frame, shown))?;
        let (across, up) = ((left + right) / 2.0, (top + bottom) / 2.0);
        if shown.x {
            for (i, line) in self.x_label(frame.width)?.iter().enumerate() {
                canvas.text(line, (across, bottom + X_LABEL + LEADING * i as f64), FONT, Align::Centre)?;
            }
        }
        if shown.y {
            let lines = self.y_label(frame.height)?;
            let first = left - tick_width(&frame.y)? - TICK_GAP - 11.0 - LEADING * (lines.len() - 1) as f64;
            for (i, line) in lines.iter().enumerate() {
                canvas.text_upwards(line, (first + LEADING * i as f64, up), FONT)?;
            }
        }
        Ok(())
    }

    fn draw_tick_labels(&self, canvas: &Canvas, frame: &Frame, shown: Shown) -> Result<(), Undrawable> {
        let bottom = frame.bottom() + 14.0;
        if shown.x {
            for (value, label) in labelled(&frame.x) {
                canvas.text(label, (frame.across(value), bottom), TICK_FONT, Align::Centre)?;
            }
        }
        if shown.y {
            for (value, label) in labelled(&frame.y) {
                canvas.text(label, (frame.left - TICK_GAP, frame.up(value)), TICK_FONT, Align::Right)?;
            }
        }
        Ok(())
    }

    pub(crate) fn x_label(&self, width: f64) -> Result<Vec<String>, Undrawable> {
        wrapped(&self.x.label, FONT, width + 20.0)
    }

    pub(crate) fn y_label(&self, height: f64) -> Result<Vec<String>, Undrawable> {
        wrapped(&self.y.label, FONT, height + 10.0)
    }
}

/// From the plot to the middle of the label below it.
pub(crate) const X_LABEL: f64 = 33.0;
/// From the plot to the labels of ticks.
pub(crate) const TICK_GAP: f64 = 8.0;

/// The ticks that have a label.
pub(crate) fn labelled(range: &crate::axis::Range) -> impl Iterator<Item = (f64, &str)> {
    range.ticks.iter().filter_map(|tick| Some((tick.value, tick.label.as_deref()?)))
}

/// The width of the widest label of a tick.
pub(crate) fn tick_width(range: &crate::axis::Range) -> Result<f64, Undrawable> {
    crate::markup::widest(labelled(range).map(|(_, label)| label), TICK_FONT)
}

fn draw_grid(canvas: &Canvas, frame: &Frame) -> Result<(), Undrawable> {
    let pen = Pen::solid(GRID, 0.8);
    for (value, _) in labelled(&frame.x) {
        let x = frame.across(value);
        canvas.line(&[(x, frame.top), (x, frame.bottom())], pen)?;
    }
    for (value, _) in labelled(&frame.y) {
        let y = frame.up(value);
        canvas.line(&[(frame.left, y), (frame.right(), y)], pen)?;
    }
    Ok(())
}
