//! A paper: its authors, its title, and the claims that no figure decides.

use serde::Deserialize;

use crate::answers::Answered;
use crate::claims::{Decided, Verdict};
use crate::page::Claim;
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
    /// Reads the file of a paper.
    pub fn read(workspace: &Workspace, paper: &str) -> Result<Self> {
        let file = format!("experiments/{paper}/paper.toml");
        toml::from_str(&workspace.text(&file)?).map_err(|error| Error::new(file, error.to_string().trim_end()))
    }

    /// Its claims, none of which has a query.
    pub fn claims(&self) -> Result<Vec<Answered>> {
        let decided = |claim: &Claim| {
            let verdict = match (&claim.untestable, &claim.proved) {
                (Some(why), None) => Verdict::NotTestable(why.clone()),
                (None, Some(place)) => Verdict::Proved(place.clone()),
                _ => return Err(Error::new(format!("claim {}", claim.id), "needs `untestable` or `proved`")),
            };
            let remark = claim.remark.clone();
            Ok(Answered::new(claim, Decided { verdict, value: None, remark }))
        };
        self.claims.iter().map(decided).collect()
    }
}
