//! Claims: sentences of a paper that its figures' tables can decide, with what was measured and the verdict.

use serde::{Deserialize, Serialize};

use crate::rows::Table;
use crate::{WorkbenchError, Workspace};

/// What a table says of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Verdict {
    /// It is so.
    #[serde(rename = "holds")]
    Holds,
    /// It is so under a condition that the paper does not make.
    #[serde(rename = "holds only if")]
    HoldsOnlyIf,
    /// It is not so.
    #[serde(rename = "does not hold")]
    DoesNotHold,
    /// Nothing that could be measured would decide it.
    #[serde(rename = "not testable")]
    NotTestable,
}

impl Verdict {
    /// Every verdict, the best first.
    pub const ALL: [Verdict; 4] = [Verdict::Holds, Verdict::HoldsOnlyIf, Verdict::DoesNotHold, Verdict::NotTestable];

    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::HoldsOnlyIf => "holds only if",
            Verdict::DoesNotHold => "does not hold",
            Verdict::NotTestable => "not testable",
        }
    }
}

/// One sentence of a paper, measured. In `data/<paper>/claims.csv` it is a row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Claim {
    /// A letter for the paper and a number.
    pub id: String,
    /// Where it stands.
    pub place: String,
    /// What is claimed, in our words.
    pub statement: String,
    /// The figure whose table decides it.
    pub figure: String,
    /// What the value is.
    pub measured: String,
    /// The number that was measured.
    pub value: Option<f64>,
    /// What follows.
    pub verdict: Verdict,
    /// The condition under which it holds, or why it does not or cannot be tested.
    pub condition: Option<String>,
}

/// The claims of one paper, ordered by id.
#[derive(Clone, Debug)]
pub struct PaperClaims {
    /// The paper's package.
    pub paper: String,
    /// Its claims.
    pub claims: Vec<Claim>,
}

impl Workspace {
    /// The claims of every paper that has some, from `data/<paper>/claims.csv`; only those of `paper` where given.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn claims(&self, paper: Option<&str>) -> Result<Vec<PaperClaims>, WorkbenchError> {
        let mut found = Vec::new();
        for name in self.papers()?.into_iter().filter(|name| paper.is_none_or(|paper| paper == name)) {
            let path = self.path(&path(&name));
            if path.is_file() {
                found.push(PaperClaims { claims: Table::read(&path)?.rows()?, paper: name });
            }
        }
        Ok(found)
    }
}

/// Where the claims of a paper lie in the workspace.
pub(crate) fn path(paper: &str) -> String {
    format!("data/{paper}/claims.csv")
}
