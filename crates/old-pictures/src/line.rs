//! Line figures: panels in rows, each with axes and series, and one legend.

use crate::axis::Range;
use crate::canvas::{Align, FONT, LEADING, picture};
use crate::frame::Frame;
use crate::grid::{Grid, Wanted};
use crate::legend::{self, Entry};
use crate::markup::plain;
use crate::series::Mark;
use crate::{Look, Panel, Picture, Undrawable};

/// One figure: one or more panels. It is 720 pixels wide, to be printed 180 mm wide.
#[derive(Clone, Debug)]
pub struct LineFigure {
    pub(crate) panels: Vec<Panel>,
    pub(crate) columns: usize,
    pub(crate) plot_height: Option<f64>,
    has_legend: bool,
    keys: Vec<Entry>,
    pub(crate) shares_x: bool,
    pub(crate) shares_y: bool,
}

impl LineFigure {
    /// A figure of panels from left to right, row by row: up to three in a row, four as two rows.
    pub fn new(panels: impl IntoIterator<Item = Panel>) -> Self {
        let panels: Vec<Panel> = panels.into_iter().collect();
        Self {
            columns: if panels.len() == 4 { 2 } else { panels.len().clamp(1, 3) },
            panels,
            plot_height: None,
            has_legend: true,
            keys: Vec::new(),
            shares_x: false,
            shares_y: false,
        }
    }

    /// A figure of one panel.
    pub fn single(panel: Panel) -> Self {
        Self::new([panel])
    }

    /// So many panels in a row.
    #[must_use]
    pub fn columns(self, columns: usize) -> Self {
        Self { columns: columns.max(1), ..self }
    }

    /// Panels with axes of the given height in pixels.
    #[must_use]
    pub fn plot_height(self, pixels: f64) -> Self {
        Self { plot_height: Some(pixels), ..self }
    }

    /// The figure without a legend, where notes say what it would.
    #[must_use]
    pub fn without_legend(self) -> Self {
        Self { has_legend: false, ..self }
    }

    /// The legend with an entry of its own: what a dash, a colour or a marker means that several series have. Such an
    /// entry looks best in [`Colour::Ink`](crate::Colour::Ink) where it stands for all colours.
    #[must_use]
    pub fn key(mut self, look: Look, mark: Mark, name: impl Into<String>) -> Self {
        self.keys.push(Entry { look, mark, has_both: false, name: name.into() });
        self
    }

    /// The panels of a column have one range of x, and the lowest shows the ticks and the label.
    #[must_use]
    pub fn sharing_x(self) -> Self {
        Self { shares_x: true, ..self }
    }

    /// The panels of a row have one range of y, and the first shows the ticks and the label.
    #[must_use]
    pub fn sharing_y(self) -> Self {
        Self { shares_y: true, ..self }
    }

    /// Names stand at the right ends of the lines of every panel, and not in the legend.
    #[must_use]
    pub fn labelled(self) -> Self {
        Self { panels: self.panels.into_iter().map(Panel::labelled).collect(), ..self }
    }

    /// The picture.
    ///
    /// # Errors
    /// Values that have no place on their axis (non-finite; not positive on a logarithmic one), a panel without points,
    /// malformed markup, one name with two looks.
    pub fn draw(&self) -> Result<Picture, Undrawable> {
        if self.panels.is_empty() {
            return Err(Undrawable::Empty("panels"));
        }
        let looks = self.looks();
        let entries = if self.has_legend { legend::entries(&self.panels, &looks, &self.keys)? } else { Vec::new() };
        legend::check(&entries)?;
        let grid = Grid::new(self, &entries)?;
        let drawn = picture(grid.height, |canvas| {
            for (i, panel) in self.panels.iter().enumerate() {
                let (column, row) = (i % self.columns, i / self.columns);
                let width = grid.width(self, i);
                let frame = Frame {
                    left: grid.lefts[column],
                    top: grid.tops[row],
                    width,
                    height: grid.plot.1,
                    x: self.range_of_x(i, grid.wanted)?,
                    y: self.range_of_y(i, grid.wanted)?,
                };
                canvas.group("panel", || {
                    for (line, text) in grid.titles[i].iter().enumerate() {
                        let y = grid.title_tops[row] + LEADING * line as f64;
                        canvas.group("title", || canvas.text(text, (frame.left, y), FONT, Align::Left))?;
                    }
                    panel.draw(canvas, &frame, &looks[i], grid.shown(self, i))
                })?;
            }
            legend::draw(canvas, &grid.legend, grid.legend_corner)
        })?;
        Ok(drawn.described(self.description()))
    }

    /// The look of every series of every panel: its own, that of the line before, or the next one for its name.
    fn looks(&self) -> Vec<Vec<Look>> {
        let mut names: Vec<&str> = Vec::new();
        let mut all = Vec::new();
        for panel in &self.panels {
            let mut looks: Vec<Look> = Vec::new();
            for series in &panel.series {
                let look = match (series.look, series.mark, looks.last()) {
                    (Some(look), ..) => look,
                    (None, Mark::MarkersOnPrevious, Some(before)) => *before,
                    _ => {
                        let place = names.iter().position(|name| *name == series.name).unwrap_or(names.len());
                        if place == names.len() {
                            names.push(&series.name);
                        }
                        Look::nth(place)
                    }
                };
                looks.push(look);
            }
            all.push(looks);
        }
        all
    }

    pub(crate) fn range_of_x(&self, i: usize, wanted: Wanted) -> Result<Range, Undrawable> {
        let together = |j: usize| self.shares_x && j % self.columns == i % self.columns;
        let values = (0..self.panels.len()).filter(|j| *j == i || together(*j)).flat_map(|j| self.panels[j].across());
        Range::new(&self.panels[i].x, values, wanted.x)
    }

    pub(crate) fn range_of_y(&self, i: usize, wanted: Wanted) -> Result<Range, Undrawable> {
        let together = |j: usize| self.shares_y && j / self.columns == i / self.columns;
        let values = (0..self.panels.len()).filter(|j| *j == i || together(*j)).flat_map(|j| self.panels[j].up());
        Range::new(&self.panels[i].y, values, wanted.y)
    }

    /// What the axes are, and what is drawn between them.
    fn description(&self) -> String {
        let mut sentences = Vec::new();
        for (i, panel) in self.panels.iter().enumerate() {
            let title = match &panel.title {
                Some(title) => plain(title),
                None if self.panels.len() > 1 => format!("Panel {}", i + 1),
                None => "Drawn".to_owned(),
            };
            let names = panel.series.iter().filter(|series| !series.name.is_empty()).map(|series| plain(&series.name));
            let mut names: Vec<String> = names.collect();
            names.dedup();
            let (x, y) = (plain(&panel.x.label), plain(&panel.y.label));
            let scales = (panel.x.scale, panel.y.scale);
            let series = if names.is_empty() { String::new() } else { format!(": {}", names.join("; ")) };
            let y = if y.is_empty() { String::new() } else { format!("{y} ({}) against ", scales.1) };
            sentences.push(format!("{title}: {y}{x} ({}){series}.", scales.0));
        }
        sentences.join(" ")
    }
}
