//! The places of panels, of the legend and of the bar.

use crate::figure::{Bar, Figure, PAGE};
use crate::layout::frame::Frame;
use crate::layout::legend::{self, Entry};
use crate::layout::{Area, FONT, LEADING, MARGIN, Place, TICK_FONT, labels};
use crate::measure::markup::{widest, wrapped};
use crate::measure::range::Range;
use crate::{Undrawable, tick_label};

/// At the right of a plot, for half the label of the last tick.
const RIGHT: f64 = 16.0;
/// From the plot to the middle of the label below it.
pub(crate) const X_LABEL: f64 = 33.0;
/// From the plot to the labels of ticks.
pub(crate) const TICK_GAP: f64 = 8.0;
/// Between columns that share y.
const NEXT: f64 = 8.0;
/// The width of the bar, its point, and the distances to its names and to the panels.
pub(crate) const BAR: f64 = 16.0;
pub(crate) const BAR_POINT: f64 = 12.0;
pub(crate) const BAR_TICK: f64 = 8.0;
const BAR_GAP: f64 = 16.0;

/// The number of ticks that are to have labels.
#[derive(Clone, Copy)]
struct Wanted {
    x: usize,
    y: usize,
}

/// Sizes and places in pixels.
pub(crate) struct Grid {
    pub height: f64,
    pub frames: Vec<Frame>,
    /// The lines of every panel's title, and the height of the first.
    pub titles: Vec<(Vec<String>, f64)>,
    pub legend: Vec<Vec<Entry>>,
    pub legend_corner: Place,
    pub bar: Area,
}

pub(crate) fn columns(figure: &Figure) -> usize {
    let count = figure.panels.len();
    figure.columns.unwrap_or(if count == 4 { 2 } else { 3 }).clamp(1, count.max(1))
}

/// True if a panel labels its x, and its y.
pub(crate) fn is_labelled(figure: &Figure, i: usize) -> (bool, bool) {
    let columns = columns(figure);
    (!figure.shares_x || i + columns >= figure.panels.len(), !figure.shares_y || i.is_multiple_of(columns))
}

/// The width of bar, names and label.
pub(crate) fn bar_width(bar: &Bar) -> Result<f64, Undrawable> {
    let names: Vec<String> = bar.classes.iter().map(|from| tick_label(*from, false)).collect();
    let names = widest(names.iter().map(String::as_str), FONT)?;
    Ok(BAR + BAR_TICK + names + 8.0 + 1.5 * FONT)
}

/// The lines of the label of an axis of this length.
pub(crate) fn label(label: &str, length: f64) -> Result<Vec<String>, Undrawable> {
    wrapped(label, FONT, length + 15.0)
}

pub(crate) fn labelled(range: &Range) -> impl Iterator<Item = (f64, &str)> {
    range.ticks.iter().filter_map(|tick| Some((tick.value, tick.label.as_deref()?)))
}

pub(crate) fn tick_width(range: &Range) -> Result<f64, Undrawable> {
    widest(labelled(range).map(|(_, label)| label), TICK_FONT)
}

fn range(figure: &Figure, i: usize, across: bool, wanted: Wanted) -> Result<Range, Undrawable> {
    let columns = columns(figure);
    let is_together = |j: &usize| match across {
        true => figure.shares_x && j % columns == i % columns,
        false => figure.shares_y && j / columns == i / columns,
    };
    let panels = (0..figure.panels.len()).filter(|j| *j == i || is_together(j)).map(|j| &figure.panels[j]);
    let panel = &figure.panels[i];
    let (axis, wanted) = if across { (&panel.x, wanted.x) } else { (&panel.y, wanted.y) };
    Range::new(axis, panels.flat_map(|panel| panel.reach(across)), wanted)
}

pub(crate) fn grid(figure: &Figure) -> Result<Grid, Undrawable> {
    let count = figure.panels.len();
    let columns = columns(figure);
    let row_count = count.div_ceil(columns);
    let height = figure.height.unwrap_or(match (columns, row_count) {
        (1, _) if figure.width < PAGE => 230.0,
        (1, _) => 300.0,
        (2, 1) => 230.0,
        (2, _) => 200.0,
        _ => 180.0,
    });
    let mut wanted = Wanted { x: 8, y: ((height / 40.0) as usize).clamp(2, 7) };
    let mut left = 0.0_f64;
    let mut rights = vec![RIGHT; columns];
    for (i, panel) in figure.panels.iter().enumerate() {
        let lines = LEADING * label(&panel.y.label, height)?.len() as f64;
        left = left.max(tick_width(&range(figure, i, false, wanted)?)? + TICK_GAP + lines + 4.0);
        if figure.has_ends {
            rights[i % columns] = f64::max(rights[i % columns], labels::room(panel)? + MARGIN);
        }
    }
    if let Some(bar) = &figure.bar {
        rights[columns - 1] += BAR_GAP + bar_width(bar)? - RIGHT;
    }
    let next = if figure.shares_y { NEXT } else { left };
    let taken = 2.0 * MARGIN + left + rights.iter().sum::<f64>() + next * (columns - 1) as f64;
    let plot_width = (figure.width - taken) / columns as f64;
    if plot_width < 40.0 {
        return Err(Undrawable("names and labels leave no room for the panels".to_owned()));
    }
    while wanted.x > 2 && !fits(figure, plot_width, wanted)? {
        wanted.x -= 1;
    }
    let before = |column: usize| rights[..column].iter().map(|right| plot_width + right + next).sum::<f64>();
    let legend = legend::rows(&legend::entries(figure)?, figure.width - left - 2.0 * MARGIN)?;
    let mut y = MARGIN + if legend.is_empty() { 4.0 } else { legend::ROW * legend.len() as f64 + 6.0 };
    let (mut frames, mut titles) = (Vec::new(), Vec::new());
    for row in 0..row_count {
        let panels = row * columns..(row * columns + columns).min(count);
        let (title_top, mut title_lines, mut label_lines) = (y + 8.0, 0, 0);
        for i in panels.clone() {
            let panel = &figure.panels[i];
            let room = plot_width + rights[i % columns] - 8.0;
            let lines = if panel.title.is_empty() { Vec::new() } else { wrapped(&panel.title, FONT, room)? };
            title_lines = title_lines.max(lines.len());
            titles.push((lines, title_top));
            if is_labelled(figure, i).0 && !panel.x.label.is_empty() {
                label_lines = label_lines.max(label(&panel.x.label, plot_width)?.len());
            }
        }
        y += if title_lines > 0 { LEADING * title_lines as f64 + 6.0 } else { 0.0 };
        for i in panels {
            let (x, up) = (range(figure, i, true, wanted)?, range(figure, i, false, wanted)?);
            let left = MARGIN + left + before(i % columns);
            frames.push(Frame { left, top: y, width: plot_width, height, x, y: up });
        }
        let last = if row + 1 < row_count { 20.0 } else { 9.0 };
        let is_labelled = is_labelled(figure, row * columns).0;
        y += height
            + match label_lines {
                0 if is_labelled => 22.0,
                0 => 14.0,
                lines => X_LABEL + LEADING * (lines - 1) as f64 + last,
            };
    }
    let bottom = frames.last().map_or(0.0, Frame::bottom);
    let right = MARGIN + left + before(columns - 1) + plot_width + BAR_GAP;
    let bar = (right, frames.first().map_or(0.0, |frame| frame.top), figure.width, bottom);
    Ok(Grid { height: y + MARGIN, frames, titles, legend, legend_corner: (MARGIN + left, MARGIN), bar })
}

/// True if the labels of all ticks of x are apart, but for those that a page chooses.
fn fits(figure: &Figure, plot_width: f64, wanted: Wanted) -> Result<bool, Undrawable> {
    const APART: f64 = 8.0;
    for i in (0..figure.panels.len()).filter(|i| figure.panels[*i].x.ticks.is_none()) {
        let range = range(figure, i, true, wanted)?;
        let mut end = f64::NEG_INFINITY;
        for (value, label) in labelled(&range) {
            let (middle, half) = (plot_width * range.position(value), widest([label], TICK_FONT)? / 2.0);
            if middle - half < end + APART {
                return Ok(false);
            }
            end = middle + half;
        }
    }
    Ok(true)
}
