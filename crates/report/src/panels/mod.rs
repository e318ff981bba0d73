//! From a page and its tables to a picture.

mod axis;
mod drawing;
mod marks;
mod notes;

use std::collections::BTreeSet;

use bloomlab_pictures::{Bar, COLUMN, Figure, Key, Look, PAGE, Panel};

use crate::draws;
use crate::looks::Looks;
use crate::page::{self, Fill, Page, Shares, Width};
use crate::query::{Scope, Tables};
use crate::words::filled;
use crate::{Error, Result};
use drawing::{Drawing, scope};

/// The names that a legend has at most.
const MOST: usize = 3;

/// The picture of a page with its words, as SVG.
pub fn draw(page: &Page, tables: &Tables, looks: &Looks) -> Result<String> {
    let words = |text: &str| filled(text, tables, &Scope::of("rows"));
    let refuse = |error| Error::new("picture", error);
    let picture = match &page.draw {
        Some(draw) => draws::draw(draw, if page.width == Some(Width::Column) { COLUMN } else { PAGE }, tables, looks)?,
        None => figure(page, tables, looks)?.draw().map_err(refuse)?,
    };
    let subtitle = page.subtitle.as_deref().map(words).transpose()?;
    picture.into_svg(&words(&page.title)?, subtitle.as_deref(), &words(&page.caption)?).map_err(refuse)
}

/// The results for all of some settings; a refusal names the key, and the number from 1.
fn each<T, R>(key: &str, settings: &[T], mut of: impl FnMut(&T) -> Result<R>) -> Result<Vec<R>> {
    let one = |(i, setting)| of(setting).map_err(|error| error.within(&format!("{key} {}", i + 1)));
    settings.iter().enumerate().map(one).collect()
}

fn figure(page: &Page, tables: &Tables, looks: &Looks) -> Result<Figure> {
    let panels = page.panels()?;
    let mut kinds = Vec::new();
    let drawn = each("panel", &panels, |panel| Drawing::new(panel, &panels, tables, looks)?.panel(&mut kinds))?;
    let names = drawn.iter().flat_map(|panel| &panel.series).map(|series| &*series.name);
    let names = names.filter(|name| !name.is_empty()).collect::<BTreeSet<_>>().len();
    // the height of a row is that of a line
    let heights = drawn.iter().zip(&panels).filter(|(_, panel)| panel.y.rows.is_some());
    let heights = heights.map(|(panel, _)| 17.0 * panel.y.ticks.as_ref().map_or(0, Vec::len) as f64);
    let fill = panels.iter().find_map(|panel| Some((panel, panel.fill.as_ref()?)));
    let bar = |(panel, fill): (_, &Fill)| {
        let label = filled(&fill.label, tables, &scope(panel)).map_err(|error| error.within("fill"))?;
        Ok(Bar { label, classes: fill.classes.clone() })
    };
    let is_one = drawn.len() == 1;
    Ok(Figure {
        width: match page.width.unwrap_or(if is_one { Width::Column } else { Width::Page }) {
            Width::Column => COLUMN,
            Width::Page => PAGE,
        },
        height: page.height.or(heights.reduce(f64::max).map(|height| height.max(60.0))),
        columns: page.columns,
        panels: drawn,
        shares_x: matches!(page.shares, Shares::X | Shares::Xy),
        shares_y: matches!(page.shares, Shares::Y | Shares::Xy),
        has_ends: page.ends.unwrap_or(names > MOST),
        keys: each("keys", &page.keys, |key| legend_key(key, tables, looks))?,
        bar: fill.map(bar).transpose()?,
        kinds,
    })
}

fn legend_key(key: &page::Key, tables: &Tables, looks: &Looks) -> Result<Key> {
    let look = looks.get(&key.look)?.1;
    let look = Look { dash: key.dash.unwrap_or(look.dash), ..look };
    Ok(Key { look, mark: key.mark, name: filled(&key.name, tables, &Scope::of("rows"))? })
}

impl Drawing<'_> {
    fn panel(&self, kinds: &mut Vec<String>) -> Result<Panel> {
        let panel = self.panel;
        let mut drawn = Panel {
            title: panel.title.as_deref().map_or(Ok(String::new()), |title| self.words(title))?,
            x: self.axis(0).map_err(|error| error.within("x"))?,
            y: self.axis(1).map_err(|error| error.within("y"))?,
            rules: each("rules", &panel.rules, |rule| self.rule(rule))?,
            regions: each("regions", &panel.regions, |region| self.region(region))?,
            ..Panel::default()
        };
        each("marks", &panel.marks, |mark| self.mark(mark, &mut drawn, kinds))?;
        drawn.notes.extend(each("notes", &panel.notes, |note| self.note(note))?);
        Ok(drawn)
    }
}

#[cfg(test)]
mod tests {
    use polars::prelude::df;

    use super::*;

    const LOOKS: &str = "a = { colour = \"blue\" }\nb = { label = \"B\", colour = \"green\", marker = \"square\" }";

    fn drawn(panel: &str) -> Result<String> {
        let frame =
            df!["k" => [1.0, 1.0, 2.0], "x" => [1.0, 2.0, 2.0], "y" => [0.5, 0.0, 2.0], "name" => ["a", "a", "b"]];
        let page = format!("title = \"t\"\nsource = \"s\"\ncaption = \"c\"\n[[panel]]\n{panel}");
        let page: Page = toml::from_str(&page).map_err(|error| Error::new("page", error.message()))?;
        let views = toml::from_str("named = \"select name from rows group by name order by name\"").unwrap();
        let tables = Tables::new(vec![("rows".to_owned(), frame.unwrap())], &page.parameters, &page.lets, &views)?;
        draw(&page, &tables, &toml::from_str(LOOKS).unwrap())
    }

    #[test]
    fn a_panel_has_its_series_notes_and_rules() {
        let svg = drawn(
            "title = 'up to {max(y)}'\nby = 'name'\nx = { of = 'x', label = 'size' }\ny = { range = [0, 1] }\n\
             marks = [{ line = 'y' }, { points = 'y', interval = ['y - 1', 'y + 1'] }]\n\
             rules = [{ y = '1 / 2', name = 'half' }]\nnotes = [{ ring = [9, 9], where = 'x = 1', text = 'first: {y}' }]",
        );
        let svg = svg.unwrap();
        for text in [">up to 2<", ">half<", ">first: 0.5<", ">B<", ">size<"] {
            assert!(svg.contains(text), "{text} is missing");
        }
        let rows = drawn("by = 'name'\nx = { of = 'x' }\ny = { rows = 'named' }\nmarks = [{ dots = 'name' }]").unwrap();
        assert!(rows.contains(">a</text>") && rows.contains(">b</text>"), "rows have names");
        let steps = "by = 'k'\nsteps = 'k is {k}'\nx = { of = 'x' }\ny = {}\nmarks = [{ joined = 'y' }]";
        assert!(drawn(steps).unwrap().contains(">k is 2<"));
    }

    #[test]
    fn faults_are_refused_with_panel_and_key() {
        let cases = [
            ("y = {}\nby = 'k'\nmarks = [{ line = 'y' }]", "panel 1: by: k: a column of numbers needs `steps`"),
            ("y = {}\nmarks = [{ line = 'y' }]", "panel 1: marks 1: as: a mark without `by`"),
            ("y = {}\nmarks = [{ line = 'y', as = 'c' }]", "panel 1: marks 1: c: has no look"),
            ("y = { scale = 'log' }\nmarks = [{ line = 'y', as = 'a' }]", "marks 1: line: y: 0 has no place"),
            ("y = { range = ['max(y) where x = 9', 1] }\nmarks = []", "panel 1: y: range"),
            ("y = { of = 'y' }\nmarks = []\nnotes = [{ where = 'x = 2', text = '' }]", "where x = 2: selects 2 rows"),
            ("y = { rows = 'named' }\nmarks = [{ dots = 'k', as = 'a' }]", "marks 1: dots: rows: none is"),
            ("y = { scale = 'cube' }\nmarks = []", "panel 1: unknown variant `cube`"),
        ];
        for (panel, why) in cases {
            let error = drawn(&format!("x = {{ of = 'x' }}\n{panel}")).unwrap_err().to_string();
            assert!(error.contains(why), "{error}, not {why}");
        }
    }
}
