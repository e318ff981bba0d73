//! A figure as a picture.

use itertools::Itertools;

use crate::draw::canvas::{Align, Canvas, Pen, picture};
use crate::draw::{axes, cells, curve, legend, notes};
use crate::figure::{Bar, Figure, Panel};
use crate::layout::frame::Frame;
use crate::layout::grid::{grid, is_labelled};
use crate::layout::labels::{GAP, LEADER, labels};
use crate::layout::{FONT, LEADING};
use crate::measure::markup::plain;
use crate::{Dash, Picture, Undrawable};

impl Figure {
    /// The picture.
    pub fn draw(&self) -> Result<Picture, Undrawable> {
        let grid = grid(self)?;
        picture((self.width, grid.height), self.description(), |canvas| {
            for (i, (panel, frame)) in self.panels.iter().zip(&grid.frames).enumerate() {
                canvas.group("panel", || {
                    let (lines, top) = &grid.titles[i];
                    for (line, text) in lines.iter().enumerate() {
                        let at = (frame.left, top + LEADING * line as f64);
                        canvas.group("title", || canvas.text(text, at, FONT, Align::Left))?;
                    }
                    draw(canvas, panel, frame, self, is_labelled(self, i))
                })?;
            }
            if let Some(bar) = &self.bar {
                canvas.group("bar", || cells::draw_bar(canvas, bar, grid.bar))?;
            }
            legend::draw(canvas, &grid.legend, grid.legend_corner)
        })
    }

    /// The axes and the names, for those who do not see the picture.
    fn description(&self) -> String {
        let mut sentences = Vec::new();
        for (i, panel) in self.panels.iter().enumerate() {
            let title = match (panel.title.is_empty(), self.panels.len()) {
                (false, _) => plain(&panel.title),
                (true, 1) => "Drawn".to_owned(),
                (true, _) => format!("Panel {}", i + 1),
            };
            let names = panel.series.iter().filter(|series| !series.name.is_empty());
            let names = names.map(|series| plain(&series.name)).unique().join("; ");
            let (x, y) = (plain(&panel.x.label), plain(&panel.y.label));
            let series = if names.is_empty() { String::new() } else { format!(": {names}") };
            let y = if y.is_empty() { String::new() } else { format!("{y} ({}) against ", panel.y.scale) };
            let cells = self.bar.as_ref().filter(|_| !panel.cells.is_empty());
            let cells = cells.map_or(String::new(), |bar| format!("cells of {}, ", plain(&bar.label)));
            sentences.push(format!("{title}: {cells}{y}{x} ({}){series}.", panel.x.scale));
        }
        sentences.join(" ")
    }
}

/// Draws all of a panel but its title.
fn draw(
    canvas: &Canvas,
    panel: &Panel,
    frame: &Frame,
    figure: &Figure,
    is_labelled: (bool, bool),
) -> Result<(), Undrawable> {
    canvas.group("region", || panel.regions.iter().try_for_each(|region| notes::draw_region(canvas, region, frame)))?;
    canvas.group("grid", || axes::draw_grid(canvas, frame))?;
    cells::draw(canvas, &panel.cells, figure.bar.as_ref().unwrap_or(&Bar::default()), frame)?;
    canvas.group("axis", || axes::draw(canvas, panel, frame, is_labelled))?;
    canvas.group("reference", || panel.rules.iter().try_for_each(|rule| notes::draw_rule(canvas, rule, frame)))?;
    for series in &panel.series {
        canvas.group("series", || curve::draw(canvas, series, frame))?;
    }
    canvas.group("label", || {
        panel.regions.iter().try_for_each(|region| notes::name_region(canvas, region, frame))?;
        panel.rules.iter().try_for_each(|rule| notes::name_rule(canvas, rule, frame))?;
        if figure.has_ends { draw_ends(canvas, panel, frame) } else { Ok(()) }
    })?;
    canvas.group("note", || panel.notes.iter().try_for_each(|note| notes::draw(canvas, note, frame)))
}

/// Draws names at the ends of lines; if one is not next to its line, all have leaders, dotted between the axes.
fn draw_ends(canvas: &Canvas, panel: &Panel, frame: &Frame) -> Result<(), Undrawable> {
    const NEXT: f64 = 12.0;
    let labels = labels(panel, frame);
    let is_led =
        labels.iter().any(|label| frame.right() - label.end.0 > NEXT || (label.y - label.end.1).abs() > LEADING / 3.0);
    let x = frame.right() + GAP + if is_led { LEADER } else { 0.0 };
    for label in labels {
        if is_led {
            let pen = Pen::solid(label.colour.rgb(), 0.7);
            let (end, edge) = ((label.end.0 + 3.0, label.end.1), (frame.right() + 2.0, label.end.1));
            canvas.group("leader", || {
                if edge.0 - end.0 > NEXT {
                    canvas.line(&[end, edge], Pen { dash: Dash::Dotted.pattern(), ..pen })?;
                }
                canvas.line(&[edge, (x - 3.0, label.y)], pen)
            })?;
        }
        canvas.text_over(label.name, (x, label.y), FONT, Align::Left, label.colour.letters())?;
    }
    Ok(())
}
