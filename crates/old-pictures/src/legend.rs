//! The legend of a figure: one for all panels, each name once.

use crate::canvas::{Align, Canvas, FONT, Pen, Place};
use crate::markup::width;
use crate::series::Series;
use crate::{Look, Mark, Panel, Undrawable, marker};

/// One line of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
    pub look: Look,
    pub mark: Mark,
    /// Whether markers stand on its line.
    pub has_both: bool,
    pub name: String,
}

/// The most entries: of more, a reader has to look up each. Names at the lines serve as many as there are.
pub(crate) const MOST: usize = 3;
pub(crate) const ROW: f64 = 18.0;
pub(crate) const SWATCH: f64 = 26.0;
const GAP: f64 = 18.0;

/// The entries of panels, with the looks of their series, and those that the caller adds.
pub(crate) fn entries(panels: &[Panel], looks: &[Vec<Look>], keys: &[Entry]) -> Result<Vec<Entry>, Undrawable> {
    let mut all: Vec<Entry> = Vec::new();
    for (panel, looks) in panels.iter().zip(looks).filter(|(panel, _)| !panel.is_labelled) {
        for (i, (series, look)) in panel.series.iter().zip(looks).enumerate() {
            if !series.has_entry(i) {
                continue;
            }
            let has_both = panel.series.get(i + 1).is_some_and(|next| next.mark == Mark::MarkersOnPrevious);
            let entry = Entry { look: *look, mark: series.mark, has_both, name: series.name.clone() };
            match all.iter_mut().find(|known| known.name == entry.name) {
                Some(known) if known.look != entry.look => return Err(Undrawable::TwoLooks { name: entry.name }),
                Some(known) => known.has_both |= has_both || known.mark.has_line() != entry.mark.has_line(),
                None => all.push(entry),
            }
        }
    }
    all.extend(keys.iter().cloned());
    Ok(all)
}

/// Refuses more entries than a reader keeps in mind.
pub(crate) fn check(entries: &[Entry]) -> Result<(), Undrawable> {
    if entries.len() <= MOST {
        return Ok(());
    }
    Err(Undrawable::LongLegend { entries: entries.iter().map(|entry| entry.name.clone()).collect() })
}

impl Series {
    /// Whether it has an entry of its own, as the i-th of its panel.
    pub(crate) fn has_entry(&self, i: usize) -> bool {
        self.is_listed && !self.name.is_empty() && (i == 0 || self.mark != Mark::MarkersOnPrevious)
    }
}

impl Entry {
    pub(crate) fn width(&self) -> Result<f64, Undrawable> {
        Ok(SWATCH + 6.0 + width(&self.name, FONT)? + GAP)
    }

    fn draw(&self, canvas: &Canvas, (x, y): Place) -> Result<(), Undrawable> {
        let colour = self.look.colour.rgb();
        canvas.group("entry", || {
            if self.mark.has_line() {
                let width = if self.mark == Mark::Joined { 1.0 } else { self.look.width() };
                canvas.line(&[(x, y), (x + SWATCH, y)], Pen { colour, width, dash: self.look.dash.pattern() })?;
            }
            if self.mark.has_markers() || self.has_both {
                marker::draw(canvas, self.look, (x + SWATCH / 2.0, y))?;
            }
            canvas.text(&self.name, (x + SWATCH + 6.0, y), FONT, Align::Left)
        })
    }
}

/// Entries in rows that fit a width.
pub(crate) fn rows(entries: &[Entry], room: f64) -> Result<Vec<Vec<Entry>>, Undrawable> {
    let mut rows: Vec<Vec<Entry>> = Vec::new();
    let mut used = f64::INFINITY;
    for entry in entries {
        let width = entry.width()?;
        if used + width - GAP > room {
            rows.push(Vec::new());
            used = 0.0;
        }
        used += width;
        if let Some(row) = rows.last_mut() {
            row.push(entry.clone());
        }
    }
    Ok(rows)
}

/// Draws rows of entries below this place.
pub(crate) fn draw(canvas: &Canvas, rows: &[Vec<Entry>], (left, top): Place) -> Result<(), Undrawable> {
    canvas.group("legend", || {
        for (i, row) in rows.iter().enumerate() {
            let mut x = left;
            for entry in row {
                entry.draw(canvas, (x, top + ROW * (i as f64 + 0.5)))?;
                x += entry.width()?;
            }
        }
        Ok(())
    })
}
