//! Claims: sentences of a paper that its figures' tables can decide, with what was measured and the verdict.

use serde::{Deserialize, Serialize};

use crate::table::Table;
use crate::{AnyError, WorkbenchError, Workspace};

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

impl Claim {
    /// A claim of which nothing is measured yet: not testable, until [`Claim::decide`] or [`Claim::decide_if`].
    pub fn new(id: &str, place: &str, statement: &str) -> Self {
        Self {
            id: id.to_owned(),
            place: place.to_owned(),
            statement: statement.to_owned(),
            figure: String::new(),
            measured: String::new(),
            value: None,
            verdict: Verdict::NotTestable,
            condition: None,
        }
    }

    /// The number that was measured, and what it is.
    #[must_use]
    pub fn measured(self, what: impl Into<String>, value: f64) -> Self {
        Self { measured: what.into(), value: Some(value), ..self }
    }

    /// The verdict on a claim that is so or not.
    #[must_use]
    pub fn decide(self, holds: bool) -> Self {
        Self { verdict: if holds { Verdict::Holds } else { Verdict::DoesNotHold }, ..self }
    }

    /// The verdict on a claim that may be so under a condition only.
    #[must_use]
    pub fn decide_if(self, holds: bool, holds_under_condition: bool, condition: impl Into<String>) -> Self {
        match (holds, holds_under_condition) {
            (false, true) => Self { verdict: Verdict::HoldsOnlyIf, condition: Some(condition.into()), ..self },
            _ => self.decide(holds),
        }
    }

    /// What else a reader should know: why it does not hold, or why it cannot be tested.
    #[must_use]
    pub fn because(self, why: impl Into<String>) -> Self {
        Self { condition: self.condition.or(Some(why.into())), ..self }
    }
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

/// The table of a paper's claims, `None` when it has none.
pub(crate) fn table(mut claims: Vec<Claim>) -> Result<Option<Table>, AnyError> {
    claims.sort_by(|a, b| a.id.cmp(&b.id));
    if let Some(pair) = claims.windows(2).find(|pair| pair[0].id == pair[1].id) {
        let [a, b] = [&pair[0], &pair[1]];
        return Err(format!("claim {} is decided twice, by {} and by {}", a.id, a.figure, b.figure).into());
    }
    if let Some(claim) = claims.iter().find(|claim| claim.verdict != Verdict::NotTestable && claim.value.is_none()) {
        return Err(format!("claim {} ({}) has a verdict and no measured number", claim.id, claim.figure).into());
    }
    if let Some(claim) = claims.iter().find(|claim| claim.verdict == Verdict::NotTestable && claim.condition.is_none())
    {
        return Err(format!("claim {} ({}) is not testable and does not say why", claim.id, claim.figure).into());
    }
    Ok(if claims.is_empty() { None } else { Some(Table::from_rows(&claims)?) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(id: &str) -> Claim {
        Claim::new(id, "section 1", "it is so").measured("share of cases", 0.5)
    }

    #[test]
    fn verdicts_follow_from_what_is_measured() {
        assert_eq!(claim("A").decide(true).verdict, Verdict::Holds);
        assert_eq!(claim("A").decide(false).verdict, Verdict::DoesNotHold);
        let conditional = |holds, under| claim("A").decide_if(holds, under, "n > 1");
        assert_eq!((conditional(true, true).verdict, conditional(true, true).condition), (Verdict::Holds, None));
        assert_eq!(conditional(false, true).verdict, Verdict::HoldsOnlyIf);
        assert_eq!(conditional(false, true).condition.as_deref(), Some("n > 1"));
        assert_eq!(conditional(false, false).verdict, Verdict::DoesNotHold);
    }

    #[test]
    fn tables_are_sorted_and_name_what_is_wrong() {
        let sorted = table(vec![claim("C2").decide(true), claim("C1").decide(false)]).unwrap().unwrap();
        let rows: Vec<Claim> = Table::from_csv(sorted.to_csv().unwrap()).unwrap().rows().unwrap();
        assert_eq!(rows.iter().map(|claim| claim.id.as_str()).collect::<Vec<_>>(), ["C1", "C2"]);
        assert!(table(Vec::new()).unwrap().is_none());

        let why = |claims| table(claims).unwrap_err().to_string();
        assert!(why(vec![claim("C1").decide(true), claim("C1").decide(true)]).contains("C1 is decided twice"));
        assert!(why(vec![Claim::new("C1", "", "").decide(true)]).contains("no measured number"));
        assert!(why(vec![Claim::new("C1", "", "")]).contains("does not say why"));
    }
}
