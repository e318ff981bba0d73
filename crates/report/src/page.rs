//! A page as its TOML file says it: the words, the panels and the claims of one figure.

use std::collections::BTreeMap;

use bloomlab_pictures::{Corner, Dash, Mark as Style, Scale};
use serde::Deserialize;
use toml::{Table, Value};

use crate::{Error, Result};

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Page {
    pub title: String,
    /// The condition under which the title is true.
    pub holds: Option<String>,
    pub subtitle: Option<String>,
    /// The number of the paper's figure that this one is.
    pub figure: Option<String>,
    /// Our addition to the paper's figure.
    pub adds: Option<String>,
    pub source: String,
    pub caption: String,
    #[serde(default)]
    pub assumptions: Vec<String>,
    pub seed: Option<u64>,
    /// The figure of the same paper whose table is shown.
    pub rows: Option<String>,
    /// Further tables, as `paper/figure`, by name.
    #[serde(default)]
    pub tables: BTreeMap<String, String>,
    /// Files in `data` that the computation reads.
    #[serde(default)]
    pub inputs: Vec<String>,
    /// The input of the computation.
    #[serde(default)]
    pub parameters: Table,
    /// Numbers that words and conditions share.
    #[serde(default, rename = "let")]
    pub lets: Table,
    /// Named queries, in order.
    #[serde(default)]
    pub views: Table,
    pub width: Option<Width>,
    pub columns: Option<usize>,
    pub height: Option<f64>,
    #[serde(default)]
    pub shares: Shares,
    /// True if names are at the ends of lines, false if in a legend.
    pub ends: Option<bool>,
    #[serde(default)]
    pub keys: Vec<Key>,
    /// Keys that every panel has.
    #[serde(default)]
    share: Table,
    #[serde(default, rename = "panel")]
    panels: Vec<Table>,
    /// A picture that is drawn by its own function.
    pub draw: Option<Table>,
    /// Columns that are typeset in place of a picture.
    pub table: Option<Typeset>,
    #[serde(default, rename = "claim")]
    pub claims: Vec<Claim>,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Width {
    /// 88 mm.
    Column,
    /// 180 mm.
    Page,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Shares {
    #[default]
    None,
    X,
    Y,
    Xy,
}

/// An entry of the legend for the meaning of a dash, a colour or a marker.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Key {
    #[serde(rename = "as")]
    pub look: String,
    pub mark: Style,
    pub name: String,
    pub dash: Option<Dash>,
}

/// Columns to be typeset: for each heading a text, filled on every row.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Typeset {
    pub from: String,
    pub columns: Table,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Panel {
    pub title: Option<String>,
    #[serde(default = "rows")]
    pub from: String,
    #[serde(rename = "where")]
    pub condition: Option<String>,
    pub by: Option<String>,
    pub steps: Option<String>,
    pub last: Option<Value>,
    pub x: Axis,
    pub y: Axis,
    pub fill: Option<Fill>,
    pub marks: Vec<Mark>,
    #[serde(default)]
    pub rules: Vec<Rule>,
    #[serde(default)]
    pub regions: Vec<Region>,
    #[serde(default)]
    pub notes: Vec<Note>,
}

fn rows() -> String {
    "rows".to_owned()
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Axis {
    pub of: Option<String>,
    pub label: String,
    pub scale: Scale,
    pub range: Option<[Value; 2]>,
    pub include: Vec<Value>,
    pub ticks: Option<Vec<Value>>,
    pub percent: bool,
    /// The view whose first column names the rows, from the top.
    pub rows: Option<String>,
    pub cells: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fill {
    pub label: String,
    /// The beginning of each class, ascending.
    pub classes: Vec<f64>,
    pub missing: Option<String>,
}

/// One mark: exactly one of the first eight keys.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Mark {
    pub line: Option<String>,
    pub points: Option<String>,
    pub joined: Option<String>,
    pub steps: Option<String>,
    pub dots: Option<String>,
    pub text: Option<String>,
    pub cell: Option<String>,
    pub rule: Option<String>,
    /// In place of the x of the panel.
    pub x: Option<String>,
    pub interval: Option<[String; 2]>,
    #[serde(rename = "where")]
    pub condition: Option<String>,
    #[serde(rename = "as")]
    pub look: Option<String>,
    pub name: Option<String>,
    pub dash: Option<Dash>,
    pub gaps: bool,
    pub offset: Option<[f64; 2]>,
}

/// A straight grey line.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rule {
    pub x: Option<Value>,
    pub y: Option<Value>,
    pub name: String,
    pub below: bool,
    pub at: Option<f64>,
}

/// A shaded side of a value.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Region {
    pub above: Option<Value>,
    pub below: Option<Value>,
    pub left_of: Option<Value>,
    pub right_of: Option<Value>,
    pub name: String,
    pub corner: Corner,
}

/// A text at a row of the panel, or at a given place.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    #[serde(rename = "where")]
    pub condition: Option<String>,
    pub xy: Option<[Value; 2]>,
    pub x: Option<String>,
    pub y: Option<String>,
    pub text: String,
    pub text_at: Option<[f64; 2]>,
    pub arrow: Option<[f64; 2]>,
    pub ring: Option<[f64; 2]>,
    #[serde(rename = "as")]
    pub look: Option<String>,
}

/// A statement, and the queries that decide it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    pub id: String,
    pub place: String,
    pub says: String,
    pub value: Option<String>,
    /// The condition on `value`, or a separate query.
    pub holds: Option<String>,
    /// Words, and the rows among which the claim holds.
    pub only: Option<[String; 2]>,
    /// Words, and a query that is true of the corrected claim.
    pub corrected: Option<[String; 2]>,
    pub remark: Option<String>,
    pub proved: Option<String>,
    pub untestable: Option<String>,
}

impl Page {
    /// True if anything is drawn.
    pub fn has_picture(&self) -> bool {
        self.draw.is_some() || !self.panels.is_empty()
    }

    /// The panels, each with the keys that all share and those of the panel that it is like.
    pub fn panels(&self) -> Result<Vec<Panel>> {
        let mut whole: Vec<Table> = Vec::new();
        for (i, panel) in self.panels.iter().enumerate() {
            let refuse = |why: &str| Error::new(format!("panel {}", i + 1), why);
            let mut panel = panel.clone();
            let other = match panel.remove("like") {
                Some(like) => {
                    let at = like.as_integer().and_then(|at| usize::try_from(at - 1).ok());
                    at.and_then(|at| whole.get(at)).cloned().ok_or_else(|| refuse("like: no such panel before it"))?
                }
                None => self.share.clone(),
            };
            merge(&mut panel, other);
            whole.push(panel);
        }
        let read = |(i, panel): (usize, Table)| -> Result<Panel> {
            panel.try_into().map_err(|error: toml::de::Error| Error::new(format!("panel {}", i + 1), error.message()))
        };
        whole.into_iter().enumerate().map(read).collect()
    }
}

/// Adds the keys that a panel leaves out; those of an axis one by one.
fn merge(panel: &mut Table, other: Table) {
    for (key, value) in other {
        match (panel.get_mut(&key), value) {
            (Some(Value::Table(own)), Value::Table(others)) if key == "x" || key == "y" => merge(own, others),
            (Some(_), _) => {}
            (None, value) => drop(panel.insert(key, value)),
        }
    }
}
