//! A figure: its page and its tables.

use polars::prelude::DataFrame;
use serde::{Deserialize, Serialize};
use toml::Table;

use crate::Result;
use crate::claims::{Decided, decide};
use crate::page::Page;
use crate::query::{Scope, Tables};
use crate::words::filled;
use crate::workspace::Workspace;

/// A page with its place in the workspace.
pub struct Figure {
    pub paper: String,
    pub name: String,
    pub page: Page,
}

/// The words of a page, filled.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Words {
    pub title: String,
    pub subtitle: Option<String>,
    pub source: String,
    pub caption: String,
    pub assumptions: Vec<String>,
}

impl Figure {
    pub fn read(workspace: &Workspace, paper: &str, name: &str) -> Result<Self> {
        let page = workspace.toml(&format!("experiments/{paper}/{name}.toml"))?;
        Ok(Self { paper: paper.to_owned(), name: name.to_owned(), page })
    }

    /// `paper/figure`.
    pub fn id(&self) -> String {
        format!("{}/{}", self.paper, self.name)
    }

    /// The figure of a paper that it is, or *ours*.
    pub fn kind(&self) -> String {
        match (&self.page.figure, &self.page.adds) {
            (Some(number), None) => format!("Figure {number} of the paper"),
            (Some(number), Some(adds)) => format!("Figure {number} of the paper, and {adds}"),
            (None, _) => "ours".to_owned(),
        }
    }

    pub fn file(&self) -> String {
        format!("experiments/{}.toml", self.id())
    }

    /// The figure's table, which may be that of another figure of the paper.
    pub fn table(&self) -> String {
        format!("data/{}/{}.csv", self.paper, self.page.rows.as_deref().unwrap_or(&self.name))
    }

    /// The files of the tables that the page reads, with their names in queries.
    pub fn tables(&self) -> Vec<(String, String)> {
        let further = self.page.tables.iter().map(|(name, table)| (name.clone(), format!("data/{table}.csv")));
        [("rows".to_owned(), self.table())].into_iter().chain(further).collect()
    }

    /// The tables, the views and the numbers of the page.
    pub fn open(&self, workspace: &Workspace) -> Result<Tables> {
        self.over(self.frames(workspace)?, &self.computing(workspace)?)
    }

    pub fn frames(&self, workspace: &Workspace) -> Result<Vec<(String, DataFrame)>> {
        self.tables().into_iter().map(|(name, file)| Ok((name, workspace.table(&file)?))).collect()
    }

    /// The views and the numbers of the page over other tables, with other parameters.
    pub fn over(&self, frames: Vec<(String, DataFrame)>, parameters: &Table) -> Result<Tables> {
        Tables::new(frames, parameters, &self.page.lets, &self.page.views).map_err(|error| error.within(&self.file()))
    }

    /// The parameters of the computation, and those that only the page has.
    pub fn computing(&self, workspace: &Workspace) -> Result<Table> {
        let mut parameters = self.page.parameters.clone();
        if let Some(computed) = &self.page.rows {
            for (key, value) in Self::read(workspace, &self.paper, computed)?.page.parameters {
                parameters.entry(key).or_insert(value);
            }
        }
        Ok(parameters)
    }

    /// The words, with the answers to their queries.
    pub fn words(&self, tables: &Tables) -> Result<Words> {
        let all = Scope::of("rows");
        let fill =
            |key: &str, text: &str| filled(text, tables, &all).map_err(|error| error.within(key).within(&self.file()));
        Ok(Words {
            title: fill("title", &self.page.title)?,
            subtitle: self.page.subtitle.as_deref().map(|text| fill("subtitle", text)).transpose()?,
            source: fill("source", &self.page.source)?,
            caption: fill("caption", self.page.caption.trim())?,
            assumptions: self.page.assumptions.iter().map(|text| fill("assumptions", text)).collect::<Result<_>>()?,
        })
    }

    pub fn claims(&self, tables: &Tables) -> Result<Vec<Decided>> {
        let decided = |claim| decide(claim, tables).map_err(|error| error.within(&self.file()));
        self.page.claims.iter().map(decided).collect()
    }
}
