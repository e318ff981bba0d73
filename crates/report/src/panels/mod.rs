//! From a page and its tables to a picture.

mod axis;
mod beside;
mod cells;
mod facet;
mod group;
mod marks;
mod rows;
mod value;

use std::collections::BTreeSet;

use bloomlab_pictures::{COLUMN, LineFigure, Look, Mark, PAGE, Panel, Picture};

use crate::draws;
use crate::looks::{Looks, dash};
use crate::page::{self, Labels, Page, Shares, Width};
use crate::query::{Scope, Tables};
use crate::words::filled;
use crate::{Error, Result};
use cells::Fills;
use facet::facets;
use group::{groups, scope};
use marks::Drawing;
use rows::Rows;

/// The most names of a legend.
const MOST: usize = 3;

/// The picture of a page, with its title, subtitle and description.
pub fn draw(page: &Page, tables: &Tables, looks: &Looks) -> Result<Picture> {
    let all = Scope::of("rows");
    let words = |text: &str| filled(text, tables, &all);
    let picture = match &page.draw {
        Some(draw) => {
            let width = if page.width == Some(Width::Column) { COLUMN } else { PAGE };
            draws::draw(draw, width, tables, looks)?
        }
        None => figure(page, tables, looks)?,
    };
    let refuse = |error| Error::new("title", error);
    let picture = picture.titled(&words(&page.title)?).map_err(refuse)?.captioned(&words(&page.caption)?);
    match &page.subtitle {
        Some(subtitle) => picture.subtitled(&words(subtitle)?).map_err(|error| Error::new("subtitle", error)),
        None => Ok(picture),
    }
}

/// The panels of a page.
fn figure(page: &Page, tables: &Tables, looks: &Looks) -> Result<Picture> {
    let (panels, columns) = facets(page.panels()?, tables, looks)?;
    let within = |i: usize| move |error: Error| error.within(&format!("panel {}", i + 1));
    let mut drawings = Vec::new();
    for (i, panel) in panels.iter().enumerate() {
        drawings.push(drawing(panel, &panels, tables, looks).map_err(within(i))?);
    }
    let has_ends = match page.labels {
        Some(labels) => labels == Labels::Ends,
        None => {
            let names = drawings.iter().flat_map(|drawing| drawing.groups.iter().map(|group| &group.name));
            names.collect::<BTreeSet<_>>().len() > MOST
        }
    };
    let mut height = page.height;
    let mut fills = Fills::new(&panels, tables)?;
    let mut drawn = Vec::new();
    for (i, drawing) in drawings.iter_mut().enumerate() {
        drawing.has_ends = has_ends;
        height = height.or(drawing.rows.as_ref().map(Rows::height));
        let cells = fills.cells(drawing).map_err(within(i))?;
        drawn.push(panel(drawing).map_err(within(i))?.cells(cells));
    }
    let width = page.width.unwrap_or(if drawn.len() == 1 { Width::Column } else { Width::Page });
    let mut figure = LineFigure::new(drawn);
    if let Some(columns) = page.columns.or(columns) {
        figure = figure.columns(columns);
    }
    if let Some(height) = height {
        figure = figure.plot_height(height);
    }
    if width == Width::Column {
        figure = figure.for_column();
    }
    if matches!(page.shares, Shares::X | Shares::Xy) {
        figure = figure.sharing_x();
    }
    if matches!(page.shares, Shares::Y | Shares::Xy) {
        figure = figure.sharing_y();
    }
    if let Some((bar, kinds)) = fills.legend() {
        figure = figure.of_cells(bar, kinds);
    }
    if has_ends {
        figure = figure.labelled();
    }
    for (i, key) in page.keys.iter().enumerate() {
        let (look, mark, name) = legend_key(key, tables, looks).map_err(|error| error.within(&format!("keys {}", i + 1)))?;
        figure = figure.key(look, mark, name);
    }
    figure.draw().map_err(|error| Error::new("picture", error))
}

fn drawing<'a>(panel: &'a page::Panel, all: &[page::Panel], tables: &'a Tables, looks: &'a Looks) -> Result<Drawing<'a>> {
    let scope = scope(panel);
    let mut rows = panel.y.rows.as_deref().map(|view| Rows::new(view, tables)).transpose()?;
    if let Some(rows) = &mut rows {
        rows.part(panel, tables, &scope)?;
    }
    let groups = groups(panel, all, tables, looks)?;
    let cells = cells::places(panel, all, tables)?;
    Ok(Drawing { tables, looks, panel, scope, groups, rows, cells, has_ends: false, listed: Vec::new() })
}

fn panel(drawing: &mut Drawing) -> Result<Panel> {
    let panel = drawing.panel;
    let (tables, scope) = (drawing.tables, drawing.scope.clone());
    let (mut series, mut notes) = (Vec::new(), Vec::new());
    for (i, mark) in panel.marks.iter().enumerate().filter(|(_, mark)| mark.cell.is_none()) {
        let (curves, texts) = drawing.draw(mark).map_err(|error| error.within(&format!("marks {}", i + 1)))?;
        series.extend(curves);
        notes.extend(texts);
    }
    if drawing.has_ends {
        series = Drawing::named_at_ends(series);
    }
    let axis = |of: &page::Axis, i: usize| match &drawing.cells {
        Some(values) => axis::cells(of, &values[i], tables, &scope),
        None => axis::axis(of, tables, &scope),
    };
    let x = axis(&panel.x, 0).map_err(|error| error.within("x"))?;
    let y = drawing.rows.as_ref().map_or_else(|| axis(&panel.y, 1), |rows| Ok(rows.axis())).map_err(|error| error.within("y"))?;
    let mut drawn = Panel::new(x, y, series);
    if let Some(title) = &panel.title {
        drawn = drawn.titled(filled(title, tables, &scope)?);
    }
    for (i, rule) in panel.rules.iter().enumerate() {
        drawn = drawn.reference(drawing.reference(rule).map_err(|error| error.within(&format!("rules {}", i + 1)))?);
    }
    for (i, region) in panel.regions.iter().enumerate() {
        drawn = drawn.region(drawing.region(region).map_err(|error| error.within(&format!("regions {}", i + 1)))?);
    }
    for (i, note) in panel.notes.iter().enumerate() {
        notes.push(drawing.note(note).map_err(|error| error.within(&format!("notes {}", i + 1)))?);
    }
    Ok(drawn.notes(notes))
}

fn legend_key(key: &page::Key, tables: &Tables, looks: &Looks) -> Result<(Look, Mark, String)> {
    let look = looks.get(&key.look)?.1;
    let look = key.dash.as_deref().map_or(Ok(look), |name| dash(name).map(|dash| look.dashed(dash)))?;
    let mark = match &*key.mark {
        "line" | "rule" => Mark::Line,
        "points" | "dots" => Mark::Markers,
        "joined" => Mark::Joined,
        "steps" => Mark::Steps,
        other => return Err(Error::new("mark", format!("{other} is none of a legend"))),
    };
    Ok((look, mark, filled(&key.name, tables, &Scope::of("rows"))?))
}
