//! Claims: sentences of a paper that its figures' tables can decide, with what was measured and the verdict.

use serde::{Deserialize, Serialize};

use crate::rows::Table;
use crate::{Place, WorkbenchError, Workspace};

/// What a table says of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Verdict {
    /// It is so, wherever it was tested.
    #[serde(rename = "holds")]
    Holds,
    /// An error of writing: it is so once the sentence or formula is corrected.
    #[serde(rename = "holds as corrected")]
    HoldsAsCorrected,
    /// It is so in a part of its scope; the condition names the part.
    #[serde(rename = "holds only if")]
    HoldsOnlyIf,
    /// It is not so; the remark gives the counterexample.
    #[serde(rename = "does not hold")]
    DoesNotHold,
    /// It defines something, or follows from a definition: nothing could have failed.
    #[serde(rename = "by definition")]
    ByDefinition,
    /// Nothing that could be measured would decide it.
    #[serde(rename = "not testable")]
    NotTestable,
}

impl Verdict {
    /// Every verdict, the best first.
    pub const ALL: [Verdict; 6] = [
        Verdict::Holds,
        Verdict::HoldsAsCorrected,
        Verdict::HoldsOnlyIf,
        Verdict::DoesNotHold,
        Verdict::ByDefinition,
        Verdict::NotTestable,
    ];

    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::HoldsAsCorrected => "holds as corrected",
            Verdict::HoldsOnlyIf => "holds only if",
            Verdict::DoesNotHold => "does not hold",
            Verdict::ByDefinition => "by definition",
            Verdict::NotTestable => "not testable",
        }
    }

    /// Whether it follows from a table, and could have been another one.
    pub fn is_tested(self) -> bool {
        !matches!(self, Verdict::ByDefinition | Verdict::NotTestable)
    }
}

/// One sentence of a paper, measured. In `data/<paper>/claims.csv` it is a row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Claim {
    /// A letter for the paper and a number.
    pub id: String,
    /// Where it stands in the paper, or that it is no paper's.
    pub place: Place,
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
    /// The part of its scope in which it holds, or the correction with which it does.
    pub condition: Option<String>,
    /// What else was found: numbers, and the counterexample where it does not hold, or why it cannot be tested.
    pub remark: Option<String>,
    /// The parameters on which it was tested.
    pub scope: Option<String>,
    /// Every word of degree in the statement, with its number.
    pub threshold: Option<String>,
    /// The one quantity whose value decides whether it holds, where there is one.
    pub quantity: Option<String>,
    /// The least value of the quantity that was tested.
    pub tested_from: Option<f64>,
    /// The largest value of the quantity that was tested.
    pub tested_to: Option<f64>,
    /// The least value at which it holds.
    pub holds_from: Option<f64>,
    /// The largest value at which it holds.
    pub holds_to: Option<f64>,
    /// Which of the two is the edge of what was tested, and so no bound: `from`, `to` or `both`.
    pub edge: Option<String>,
}

/// The claims of one paper, ordered by id.
#[derive(Clone, Debug)]
pub struct PaperClaims {
    /// The paper's package.
    pub paper: String,
    /// Its claims.
    pub claims: Vec<Claim>,
}

impl Claim {
    /// Whether it is the title of its figure, which must hold.
    pub fn is_title(&self) -> bool {
        self.id == self.figure
    }
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
