//! Pictures that have no axes: strips of cells, diagrams of states, listings.

use bloomlab_pictures::{Arrow, Colour, Diagrams, Look, Picture, StripCell, Strips, listings};
use serde::Deserialize;
use toml::Table;

use crate::looks::{Looks, name_of};
use crate::query::{Scope, Tables, Value};
use crate::words::filled;
use crate::{Error, Result};

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
enum Draw {
    Cells {
        /// The title of a strip, whose rows have it in common.
        strip: String,
        cell: String,
        thick: Option<String>,
        /// The text of a cell, its meaning, and the look of its ground.
        states: Vec<Vec<String>>,
    },
    Transitions {
        diagrams: Vec<Diagram>,
        /// The diagrams of each row.
        rows: Vec<usize>,
        arrows: Vec<Kind>,
        labels: Vec<Kind>,
    },
    Listing {
        left: Vec<String>,
        right: Vec<String>,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Diagram {
    title: String,
    #[serde(rename = "where")]
    condition: String,
}

/// Arrows or texts of some rows.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Kind {
    #[serde(rename = "where")]
    condition: Option<String>,
    #[serde(rename = "as")]
    look: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    text: String,
}

impl Kind {
    fn when(&self) -> &str {
        self.condition.as_deref().unwrap_or("true")
    }
}

/// The picture that a `draw` table asks for.
pub fn draw(draw: &Table, width: f64, tables: &Tables, looks: &Looks) -> Result<Picture> {
    let draw: Draw = draw.clone().try_into().map_err(|error: toml::de::Error| Error::new("draw", error.message()))?;
    let words = |text: &str| filled(text, tables, &Scope::of("rows"));
    let refuse = |error| Error::new("draw", error);
    match draw {
        Draw::Cells { strip, cell, thick, states } => {
            cells([&strip, &cell, thick.as_deref().unwrap_or("false")], &states, width, tables, looks)
        }
        Draw::Transitions { diagrams, rows, arrows, labels } => {
            let mut drawn = Vec::new();
            for diagram in &diagrams {
                let arrows = self::arrows(&diagram.condition, &arrows, &labels, tables, looks)?;
                drawn.push((words(&diagram.title)?, arrows));
            }
            let mut rest = drawn.into_iter();
            let rows = rows.iter().map(|count| rest.by_ref().take(*count).collect()).collect();
            let named = arrows.iter().filter(|kind| !kind.name.is_empty());
            let legend = named.map(|kind| Ok((looks.get(&kind.look)?.1, words(&kind.name)?))).collect::<Result<_>>()?;
            Diagrams { rows, legend }.draw().map_err(refuse)
        }
        Draw::Listing { left, right } => {
            let listing = |texts: Vec<String>| {
                let mut texts = texts.iter().map(|text| words(text)).collect::<Result<Vec<_>>>()?;
                match texts.is_empty() {
                    true => Err(Error::new("draw", "a listing without a title")),
                    false => Ok((texts.remove(0), texts)),
                }
            };
            listings(width, &[listing(left)?, listing(right)?]).map_err(refuse)
        }
    }
}

fn cells(of: [&str; 3], states: &[Vec<String>], width: f64, tables: &Tables, looks: &Looks) -> Result<Picture> {
    let cell = |text: &str, is_thick| {
        let state = states.iter().find(|state| state.first().is_some_and(|known| known == text));
        let state = state.ok_or_else(|| Error::new("states", format!("{text} is none")))?;
        let colour = state.get(2).map(|look| Ok(looks.get(look)?.1.colour)).transpose()?;
        Ok(StripCell { text: text.to_owned(), colour, is_thick })
    };
    let mut strips: Vec<(String, Vec<StripCell>)> = Vec::new();
    for row in tables.rows(&of, &Scope::of("rows"))? {
        let (title, cell) = (capital(&name_of(&row[0])), cell(&name_of(&row[1]), row[2].is_true())?);
        match strips.last_mut() {
            Some(strip) if strip.0 == title => strip.1.push(cell),
            _ => strips.push((title, vec![cell])),
        }
    }
    let meaning = |state: &Vec<String>| {
        let [text, meaning, ..] = &state[..] else { return Err(Error::new("states", "text, meaning, look")) };
        Ok((cell(text, false)?, filled(meaning, tables, &Scope::of("rows"))?))
    };
    let legend = states.iter().map(meaning).collect::<Result<_>>()?;
    Strips { width, strips, legend }.draw().map_err(|error| Error::new("draw", error))
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The arrows between the states of the columns `from` and `to`.
fn arrows(condition: &str, kinds: &[Kind], labels: &[Kind], tables: &Tables, looks: &Looks) -> Result<Vec<Arrow>> {
    let cases = kinds.iter().enumerate().map(|(i, kind)| format!("when {} then {i}", kind.when()));
    let kind = format!("case {} end", cases.collect::<Vec<_>>().join(" "));
    let texts: Vec<String> =
        labels.iter().map(|label| format!("case when {} then {} end", label.when(), label.text)).collect();
    let expressions: Vec<&str> =
        ["\"from\"", "\"to\"", &*kind].into_iter().chain(texts.iter().map(String::as_str)).collect();
    let looks_of =
        |kinds: &[Kind]| kinds.iter().map(|kind| Ok(looks.get(&kind.look)?.1)).collect::<Result<Vec<Look>>>();
    let (kinds, labels) = (looks_of(kinds)?, looks_of(labels)?);
    let mut arrows = Vec::new();
    for row in tables.rows(&expressions, &Scope::of("rows").among(Some(condition)))? {
        let (Some(from), Some(to)) = (row[0].number(), row[1].number()) else { continue };
        let look = row[2].number().and_then(|kind| kinds.get(kind as usize).copied());
        let look = look.ok_or_else(|| Error::new("arrows", format!("none for that from {from} to {to}")))?;
        let texts = row[3..].iter().zip(&labels).filter(|(text, _)| **text != Value::Missing);
        let label: Vec<(String, Colour)> = texts.map(|(text, look)| (name_of(text), look.colour)).collect();
        arrows.push(Arrow { from: from as usize, to: to as usize, label, look });
    }
    Ok(arrows)
}
