//! `claims.toml`: the claims of a paper, each with its place and statement; and the claims that their figures decided.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use bloomlab_pictures::grouped;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use toml::{Table, Value};

use crate::settings::{change, table};
use crate::{Claim, Decision, Place, Range, Verdict, WorkbenchError};

/// A claim as `claims.toml` states it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Statement {
    /// Where the claim stands in the paper.
    place: Place,
    /// What is claimed, in our words.
    statement: String,
    /// What the measured number is, unless the code says it.
    measured: Option<String>,
    /// What limits the test and stands in no column, such as an assumption on the positions.
    scope: Option<String>,
}

/// The claims of a paper by id, and the columns that state their scope.
#[derive(Clone, Debug, Default)]
pub(crate) struct Statements {
    /// The columns whose values make up the scope of a claim, each with its symbol.
    scope: Vec<(String, String)>,
    claims: BTreeMap<String, Statement>,
}

impl Statements {
    /// Reads the file; a paper without one claims nothing.
    pub(crate) fn read(path: &Path) -> Result<Self, WorkbenchError> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(WorkbenchError::file("read", path)(error)),
        };
        let damaged = |message| WorkbenchError::Settings { path: path.to_owned(), message };
        table(&text).and_then(Self::of).map_err(damaged)
    }

    /// The statements of a table, except what a text of the same form says.
    pub(crate) fn changed(mut stated: Table, changes: &str) -> Result<Self, String> {
        change(&mut stated, table(changes)?);
        Self::of(stated)
    }

    /// `scope`, and a claim for every other key; an error names the key.
    fn of(mut stated: Table) -> Result<Self, String> {
        fn read<T: DeserializeOwned>(key: &str, value: Value) -> Result<T, String> {
            value.try_into().map_err(|error| format!("{key}: {}", error.to_string().trim_end().replace('\n', " ")))
        }
        let scope = stated.remove("scope").map(|value| read("scope", value)).transpose()?.unwrap_or_default();
        let claims = stated.into_iter().map(|(id, value)| read(&id, value).map(|statement| (id, statement)));
        Ok(Self { scope, claims: claims.collect::<Result<_, _>>()? })
    }

    /// The claims, ordered by id, from the decisions of all figures, each with the figure's name. Every statement must be
    /// decided once, and every decision must have a statement. The titles of figures are claims of their own.
    pub(crate) fn decided(&self, decisions: &[(&str, Decision)], titles: &[Title]) -> Result<Vec<Claim>, Undecided> {
        let mut claims: BTreeMap<&str, Claim> = BTreeMap::new();
        for title in titles {
            claims.insert(title.figure, self.title(title)?);
        }
        for (figure, decision) in decisions {
            let (id, figure) = (decision.id, (*figure).to_owned());
            let stated = self.claims.get(id).ok_or_else(|| Undecided::NotStated { id, figure: figure.clone() })?;
            if let Some(first) = claims.get(id) {
                return Err(Undecided::Twice { id, figures: [first.figure.clone(), figure] });
            }
            claims.insert(id, self.claim(stated, figure, decision)?);
        }
        match self.claims.keys().find(|id| !claims.contains_key(id.as_str())) {
            Some(id) => Err(Undecided::Forgotten { id: id.clone() }),
            None => Ok(claims.into_values().collect()),
        }
    }

    /// The claim that a title is, which has the figure's name as its id.
    fn title(&self, title: &Title) -> Result<Claim, Undecided> {
        let statement = title.text.clone();
        let stated = Statement { place: Place::Ours(String::new()), statement, measured: None, scope: None };
        let claim = self.claim(&stated, title.figure.to_owned(), &title.decision)?;
        match claim.verdict {
            Verdict::Holds => Ok(Claim { id: title.figure.to_owned(), ..claim }),
            _ => Err(Undecided::WrongTitle { figure: title.figure.to_owned(), why: claim.remark.unwrap_or_default() }),
        }
    }

    fn claim(&self, stated: &Statement, figure: String, decision: &Decision) -> Result<Claim, Undecided> {
        let id = decision.id;
        let verdict = decision.verdict.ok_or_else(|| Undecided::NoVerdict { id, figure: figure.clone() })?;
        let measured = match (&stated.measured, &decision.measured) {
            (Some(_), Some(_)) => return Err(Undecided::MeasuredTwice { id, figure }),
            (None, None) if decision.value.is_some() => return Err(Undecided::NotNamed { id, figure }),
            (stated, computed) => stated.as_ref().or(computed.as_ref()),
        };
        if verdict.is_tested() && decision.value.is_none() {
            return Err(Undecided::NotMeasured { id, figure });
        }
        let scope = self.scope_of(stated, decision);
        if verdict.is_tested() && scope.is_empty() {
            return Err(Undecided::NoScope { id, figure });
        }
        if decision.condition.as_deref().is_some_and(|condition| adds_nothing(condition, &stated.statement)) {
            return Err(Undecided::Repeats { id, figure });
        }
        let range = decision.range.as_ref();
        let holds = range.and_then(|range| range.holds);
        Ok(Claim {
            id: id.to_owned(),
            place: stated.place.clone(),
            statement: grouped(&stated.statement),
            // a claim that nothing measures belongs to no figure
            figure: decision.value.map(|_| figure).unwrap_or_default(),
            measured: measured.map(|measured| grouped(measured)).unwrap_or_default(),
            value: decision.value,
            verdict,
            condition: decision.condition.as_deref().map(grouped),
            remark: decision.remark.as_deref().map(grouped),
            scope: Some(grouped(&scope)).filter(|scope| !scope.is_empty()),
            threshold: decision.threshold.as_deref().map(grouped),
            quantity: range.map(|range| range.quantity.clone()),
            tested_from: range.map(|range| range.tested.0),
            tested_to: range.map(|range| range.tested.1),
            holds_from: holds.map(|(from, _)| from),
            holds_to: holds.map(|(_, to)| to),
            edge: range.and_then(Range::edge).map(str::to_owned),
        })
    }

    /// What the columns say of the rows on which a claim was tested, and what `claims.toml` adds; nothing where nothing was
    /// measured.
    fn scope_of(&self, stated: &Statement, decision: &Decision) -> String {
        let computed = decision.scope.as_ref().filter(|_| decision.value.is_some());
        let computed = computed.map(|scope| scope.describe(&self.scope)).filter(|scope| !scope.is_empty());
        computed.into_iter().chain(stated.scope.clone()).collect::<Vec<_>>().join("; ")
    }
}

/// Whether a condition, or a correction, has no word and no number that the sentence has not.
fn adds_nothing(condition: &str, statement: &str) -> bool {
    let words = |text: &str| -> BTreeSet<String> {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.map(str::to_lowercase).collect()
    };
    words(condition).is_subset(&words(statement))
}

/// A figure's title, and what its table decides of it.
pub(crate) struct Title {
    pub figure: &'static str,
    pub text: String,
    pub decision: Decision,
}

/// Statements and decisions that do not fit each other.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Undecided {
    #[error("the title of {figure} does not hold: {why}")]
    WrongTitle { figure: String, why: String },
    #[error("claim {id}, decided by {figure}, has no entry in claims.toml")]
    NotStated { id: &'static str, figure: String },
    #[error("claim {id} of claims.toml is decided by no figure")]
    Forgotten { id: String },
    #[error("claim {id} is decided twice, by {} and by {}", figures[0], figures[1])]
    Twice { id: &'static str, figures: [String; 2] },
    #[error("claim {id} ({figure}): both claims.toml and the figure say what is measured")]
    MeasuredTwice { id: &'static str, figure: String },
    #[error("claim {id} ({figure}): neither claims.toml nor the figure says what is measured")]
    NotNamed { id: &'static str, figure: String },
    #[error("claim {id} ({figure}) has a verdict and no measured number")]
    NotMeasured { id: &'static str, figure: String },
    #[error("claim {id} ({figure}) has no verdict")]
    NoVerdict { id: &'static str, figure: String },
    #[error("claim {id} ({figure}): its condition says nothing that its statement does not")]
    Repeats { id: &'static str, figure: String },
    #[error("claim {id} ({figure}) has no scope: claims.toml names no column of its table, and none for it alone")]
    NoScope { id: &'static str, figure: String },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn statements(text: &str) -> Result<Statements, String> {
        Statements::changed(Table::new(), text)
    }

    const TWO: &str = "scope = [[\"k\", \"k\"]]\n[C1]\nplace = \"p\"\nstatement = \"s\"\nmeasured = \"share\"\n\
        [C2]\nplace = \"q\"\nstatement = \"t\"\nscope = \"in theory\"\n";

    fn measured() -> Decision {
        Decision::new("C1").measured(0.5).tested_on([BTreeMap::from([("k", 3)])]).unwrap()
    }

    fn share() -> Decision {
        measured().decide(true, "")
    }

    fn computed() -> Decision {
        Decision::new("C2").measured_as("bits", 2.0).decide(false, "3 > 2")
    }

    #[test]
    fn decisions_become_claims_in_the_order_of_ids() {
        let claims = statements(TWO).unwrap().decided(&[("b", computed()), ("a", share())], &[]).unwrap();
        let found: Vec<_> =
            claims.iter().map(|c| (&*c.id, c.place.to_string(), &*c.statement, &*c.figure, &*c.measured)).collect();
        assert_eq!(found, [("C1", "p".to_owned(), "s", "a", "share"), ("C2", "q".to_owned(), "t", "b", "bits")]);
        let scopes: Vec<_> = claims.iter().map(|claim| claim.scope.as_deref()).collect();
        assert_eq!(scopes, [Some("k = 3"), Some("in theory")]);
        let untestable = Decision::new("C2").not_testable("nothing is said");
        let claims = statements(TWO).unwrap().decided(&[("a", share()), ("b", untestable)], &[]).unwrap();
        assert_eq!((&*claims[1].figure, &*claims[1].measured, claims[1].value), ("", "", None));
    }

    #[test]
    fn a_title_is_a_claim_that_holds() {
        let one = statements("scope = [[\"k\", \"k\"]]").unwrap();
        let measured = || Decision::title().measured_as("share", 0.5).tested_on([BTreeMap::from([("k", 3)])]).unwrap();
        let title = |decision| Title { figure: "rate", text: "it is low".to_owned(), decision };
        let decided = |decision| one.decided(&[], &[title(decision)]);
        let claims = decided(measured().decide(true, "")).unwrap();
        assert_eq!((&*claims[0].id, &*claims[0].statement, claims[0].place.is_ours()), ("rate", "it is low", true));
        let why = decided(measured().decide(false, "it is high")).unwrap_err().to_string();
        assert_eq!(why, "the title of rate does not hold: it is high");
    }

    #[test]
    fn a_range_has_columns() {
        let within = measured().decide_within(Range::of("k", [(1.0, true), (2.0, true), (3.0, false)]), "");
        let claims = statements(TWO).unwrap().decided(&[("b", computed()), ("a", within)], &[]).unwrap();
        let claim = &claims[0];
        assert_eq!((claim.quantity.as_deref(), claim.edge.as_deref()), (Some("k"), Some("from")));
        let bounds = [claim.tested_from, claim.tested_to, claim.holds_from, claim.holds_to];
        assert_eq!(bounds, [1.0, 3.0, 1.0, 2.0].map(Some));
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let why =
            |decisions: &[(&str, Decision)]| statements(TWO).unwrap().decided(decisions, &[]).unwrap_err().to_string();
        assert_eq!(why(&[("a", share())]), "claim C2 of claims.toml is decided by no figure");
        let unknown = Decision::new("C3").measured(1.0).decide(true, "");
        assert_eq!(why(&[("a", unknown)]), "claim C3, decided by a, has no entry in claims.toml");
        assert_eq!(why(&[("a", share()), ("b", share())]), "claim C1 is decided twice, by a and by b");
        assert!(why(&[("a", share().measured_as("x", 1.0))]).contains("both claims.toml and the figure"));
        assert!(why(&[("a", Decision::new("C2").measured(1.0).decide(true, ""))]).contains("neither claims.toml nor"));
        assert!(why(&[("a", Decision::new("C1").decide(true, ""))]).contains("no measured number"));
        assert!(why(&[("a", Decision::new("C1").measured(1.0).decide(true, ""))]).contains("has no scope"));
        assert!(why(&[("a", measured())]).contains("has no verdict"));
        for condition in ["S.", "", "s, s"] {
            let repeats = measured().decide_if(false, true, condition, "");
            assert!(why(&[("a", repeats)]).contains("says nothing that its statement does not"), "{condition}");
        }
        assert!(statements("[C1]\nplace = \"p\"\nstatment = \"s\"").unwrap_err().contains("statment"));
    }
}
