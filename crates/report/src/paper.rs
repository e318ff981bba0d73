//! A paper: its authors, its title, and the claims that no figure decides.

use serde::Deserialize;
use toml::Table;

use crate::claims::{Decided, decide};
use crate::page::Claim;
use crate::query::Tables;
use crate::workspace::Workspace;
use crate::{Error, Result};

/// The contents of `experiments/<paper>/paper.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paper {
    #[serde(default)]
    pub authors: String,
    pub title: String,
    pub year: Option<u16>,
    #[serde(default, rename = "claim")]
    pub claims: Vec<Claim>,
}

impl Paper {
    pub fn read(workspace: &Workspace, paper: &str) -> Result<Self> {
        workspace.toml(&format!("experiments/{paper}/paper.toml"))
    }

    /// Its claims, none of which has a query.
    pub fn claims(&self, paper: &str) -> Result<Vec<Decided>> {
        let nothing = Tables::new(Vec::new(), &Table::new(), &Table::new(), &Table::new())?;
        let within = |error: Error| error.within(&format!("experiments/{paper}/paper.toml"));
        self.claims.iter().map(|claim| decide(claim, &nothing).map_err(within)).collect()
    }
}
