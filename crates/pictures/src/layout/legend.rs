//! The legend of a figure: one for all panels, each name once.

use crate::figure::{Figure, Fill, Key, MOST};
use crate::layout::FONT;
use crate::measure::markup::width;
use crate::{Colour, Look, Mark, Undrawable};

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
    pub key: Key,
    /// Markers are on its line.
    pub has_both: bool,
    /// The kind of cells without a value.
    pub kind: Option<usize>,
}

pub(crate) const ROW: f64 = 18.0;
pub(crate) const SWATCH: f64 = 26.0;
const GAP: f64 = 18.0;

/// The entries of all series, those that the figure adds, and the kinds of missing values that occur. A name has the look of its
/// first series; the dash of another is explained elsewhere.
pub(crate) fn entries(figure: &Figure) -> Result<Vec<Entry>, Undrawable> {
    let mut all: Vec<Entry> = Vec::new();
    for series in figure.panels.iter().flat_map(|panel| &panel.series).filter(|series| !series.name.is_empty()) {
        let key = Key { look: series.look, mark: series.mark, name: series.name.clone() };
        match all.iter_mut().find(|known| known.key.name == key.name) {
            Some(known) if known.key.look.colour != key.look.colour => {
                return Err(Undrawable(format!("{:?} has two colours in one figure", key.name)));
            }
            Some(known) => known.has_both |= known.key.mark.has_line() != key.mark.has_line(),
            None => all.push(Entry { key, has_both: false, kind: None }),
        }
    }
    if figure.has_ends {
        all.clear();
    }
    all.extend(figure.keys.iter().map(|key| Entry { key: key.clone(), has_both: false, kind: None }));
    if all.len() > MOST {
        let names: Vec<_> = all.iter().map(|entry| &*entry.key.name).collect();
        let why =
            format!("a legend of {}: {}; at most {MOST}, or names at the ends of lines", names.len(), names.join(", "));
        return Err(Undrawable(why));
    }
    let cells = || figure.panels.iter().flat_map(|panel| &panel.cells);
    for (kind, name) in figure.kinds.iter().enumerate() {
        if cells().any(|cell| cell.fill == Fill::Missing(kind)) {
            let key = Key { look: Look::new(Colour::Ink), mark: Mark::Markers, name: name.clone() };
            all.push(Entry { key, has_both: false, kind: Some(kind) });
        }
    }
    // a single series needs no legend
    let is_needed = all.len() > 1 || all.iter().any(|entry| entry.kind.is_some());
    Ok(if is_needed { all } else { Vec::new() })
}

impl Entry {
    pub(crate) fn width(&self) -> Result<f64, Undrawable> {
        Ok(SWATCH + 6.0 + width(&self.key.name, FONT)? + GAP)
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
