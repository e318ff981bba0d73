//! Where the panels of a line figure and its legend lie.

use crate::canvas::{FONT, LEADING, Place};
use crate::legend::{self, Entry};
use crate::line::LineFigure;
use crate::markup::{widest, wrapped};
use crate::panel::{Shown, TICK_GAP, X_LABEL, tick_width};
use crate::{Panel, Undrawable, labels};

/// The width of a picture: 180 mm in print.
pub(crate) const WIDTH: f64 = 720.0;
pub(crate) const MARGIN: f64 = 6.0;
/// At the right of a plot, for half the label of the last tick.
const RIGHT: f64 = 16.0;

/// How many ticks to have labels.
#[derive(Clone, Copy)]
pub(crate) struct Wanted {
    pub x: usize,
    pub y: usize,
}

/// Sizes and places in pixels.
pub(crate) struct Grid {
    pub height: f64,
    /// Width and height between the axes of every panel but a last one alone in its row.
    pub plot: (f64, f64),
    /// The width of the last panel: all of its row, where it is alone below two.
    pub last_width: f64,
    /// Of every column.
    pub lefts: Vec<f64>,
    /// Of every row.
    pub tops: Vec<f64>,
    /// Where the first line of the titles of every row stands.
    pub title_tops: Vec<f64>,
    /// The lines of every panel's title.
    pub titles: Vec<Vec<String>>,
    pub wanted: Wanted,
    pub legend: Vec<Vec<Entry>>,
    pub legend_corner: Place,
}

impl Grid {
    pub(crate) fn new(figure: &LineFigure, entries: &[Entry]) -> Result<Self, Undrawable> {
        let count = figure.panels.len();
        let columns = figure.columns.min(count);
        let row_count = count.div_ceil(columns);

        let height = figure.plot_height.unwrap_or(match (columns, row_count) {
            (1, _) => 300.0,
            (2, 1) => 230.0,
            (2, _) => 200.0,
            _ => 180.0,
        });
        let mut wanted = Wanted { x: 8, y: ((height / 40.0) as usize).clamp(2, 7) };
        let mut left = 0.0_f64;
        let mut rights = vec![RIGHT; columns];
        for (i, panel) in figure.panels.iter().enumerate() {
            let label = LEADING * panel.y_label(height)?.len() as f64;
            left = left.max(tick_width(&figure.range_of_y(i, wanted)?)? + TICK_GAP + label + 4.0);
            rights[i % columns] = f64::max(rights[i % columns], labels::room(panel)? + MARGIN);
        }
        // at the left of the second column and on: nothing but room for half a label
        let next = if figure.shares_y { 8.0 } else { left };
        let taken = 2.0 * MARGIN + left + rights.iter().sum::<f64>() + next * (columns - 1) as f64;
        let plot_width = (WIDTH - taken) / columns as f64;
        let before = |column: usize| rights[..column].iter().map(|right| plot_width + right + next).sum::<f64>();
        let lefts = (0..columns).map(|column| MARGIN + left + before(column)).collect();
        let is_alone = columns == 2 && count == 2 * row_count - 1 && row_count > 1;
        let last_width = match figure.panels.last() {
            Some(last) if is_alone => WIDTH - 2.0 * MARGIN - left - f64::max(RIGHT, labels::room(last)? + MARGIN),
            _ => plot_width,
        };
        while wanted.x > 2 && !fits(figure, plot_width, wanted)? {
            wanted.x -= 1;
        }

        let title = |(i, panel): (usize, &Panel)| match &panel.title {
            Some(title) => {
                let width = if i + 1 == count { last_width } else { plot_width };
                wrapped(title, FONT, width + rights[i % columns] - 8.0)
            }
            None => Ok(Vec::new()),
        };
        let titles: Vec<Vec<String>> = figure.panels.iter().enumerate().map(title).collect::<Result<_, _>>()?;
        let legend = if entries.len() > 1 { legend::rows(entries, WIDTH - left - 2.0 * MARGIN)? } else { Vec::new() };
        let head = MARGIN + if !legend.is_empty() { legend::ROW * legend.len() as f64 + 6.0 } else { 4.0 };

        let (mut tops, mut title_tops) = (Vec::new(), Vec::new());
        let mut y = head;
        for row in 0..row_count {
            let panels = row * columns..(row * columns + columns).min(count);
            let lines = titles[panels.clone()].iter().map(Vec::len).max().unwrap_or(0);
            title_tops.push(y + 8.0);
            y += if lines > 0 { LEADING * lines as f64 + 6.0 } else { 0.0 };
            tops.push(y);
            let mut label_lines = 0;
            for i in panels {
                if !figure.shares_x || i + columns >= count {
                    label_lines = label_lines.max(figure.panels[i].x_label(plot_width)?.len());
                }
            }
            y += height
                + match label_lines {
                    0 => 14.0,
                    lines => X_LABEL + LEADING * (lines - 1) as f64 + if row + 1 < row_count { 20.0 } else { 9.0 },
                };
        }
        Ok(Self {
            height: y + MARGIN,
            plot: (plot_width, height),
            last_width,
            lefts,
            tops,
            title_tops,
            titles,
            wanted,
            legend,
            legend_corner: (MARGIN + left, MARGIN),
        })
    }

    /// The width between the axes of the i-th panel.
    pub(crate) fn width(&self, figure: &LineFigure, i: usize) -> f64 {
        if i + 1 == figure.panels.len() { self.last_width } else { self.plot.0 }
    }

    /// What the i-th panel shows of its axes.
    pub(crate) fn shown(&self, figure: &LineFigure, i: usize) -> Shown {
        Shown {
            x: !figure.shares_x || i + figure.columns >= figure.panels.len(),
            y: !figure.shares_y || i.is_multiple_of(figure.columns),
        }
    }
}

/// Whether the labels of all ticks of x stand apart.
fn fits(figure: &LineFigure, plot_width: f64, wanted: Wanted) -> Result<bool, Undrawable> {
    const APART: f64 = 8.0;
    for i in 0..figure.panels.len() {
        let range = figure.range_of_x(i, wanted)?;
        let mut end = f64::NEG_INFINITY;
        for (value, label) in crate::panel::labelled(&range) {
            let (middle, half) = (plot_width * range.position(value), widest([label], crate::canvas::TICK_FONT)? / 2.0);
            if middle - half < end + APART {
                return Ok(false);
            }
            end = middle + half;
        }
    }
    Ok(true)
}
