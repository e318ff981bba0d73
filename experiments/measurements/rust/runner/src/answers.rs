//! The answers of a subject: its cases, and trials of them.

use serde::Deserialize;

use crate::program::Running;
use crate::tally::Tally;

/// Inserted items from which filters of a kind differ little from each other.
const ALIKE: u64 = 100_000;

/// One kind of filter.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Case {
    /// Its name, unique in the subject with items and target.
    pub case: String,
    /// Items that the filter is made for.
    pub items: u64,
    pub target: Option<f64>,
    pub setting: String,
    /// True if it takes less than 2 s.
    #[serde(default)]
    pub quick: bool,
    /// Questions of a filter, where the runner says how many.
    #[serde(skip)]
    pub asked: Option<u64>,
}

impl Case {
    /// A filter of a library, named by the items put in, which may be more than it is made for. It is asked for some hundred positives,
    /// in the time that filling it takes or more; ten times as many where filters are so large that they are alike.
    pub fn round(inserted: u64, items: u64, target: f64) -> Self {
        let (positives, most) = if inserted < ALIKE { (100.0, 1e6) } else { (1000.0, 1e7) };
        let asked = inserted.max((positives / target).clamp(1000.0, most) as u64);
        Self {
            case: inserted.to_string(),
            items,
            target: Some(target),
            setting: String::new(),
            quick: asked <= 25_000,
            asked: Some(asked),
        }
    }

    /// The target as a word.
    pub fn target(&self) -> String {
        self.target.map_or_else(|| "-".to_owned(), |target| target.to_string())
    }
}

/// A text that a table can hold.
fn fits(word: &str) -> bool {
    !word.contains([',', '\n', '"'])
}

/// The cases of a subject.
pub fn cases(running: &mut Running) -> Result<Vec<Case>, String> {
    let answer = running.ask("cases")?;
    let cases: Vec<Case> = serde_json::from_str(&answer).map_err(|why| format!("cases: {why}: {answer}"))?;
    match cases.iter().find(|case| case.case.contains(' ') || !fits(&case.case) || !fits(&case.setting)) {
        Some(case) => Err(format!("cases: a comma, a quotation mark or no word: {case:?}")),
        None => Ok(cases),
    }
}

/// One trial of a case.
pub fn trial(running: &mut Running, case: &Case, seed: u64) -> Result<Tally, String> {
    let asked = case.asked.map(|asked| format!(" {asked}")).unwrap_or_default();
    let answer = running.ask(&format!("trial {} {} {} {seed}{asked}", case.case, case.items, case.target()))?;
    if let Some(why) = answer.strip_prefix("error:") {
        return Err(why.trim().to_owned());
    }
    let trial: Tally = serde_json::from_str(&answer).map_err(|why| format!("trial: {why}: {answer}"))?;
    match trial {
        Tally { units: 0, .. } | Tally { asked: 0, .. } => Err(format!("trial: nothing was asked: {answer}")),
        _ if !trial.is_possible() => Err(format!("trial: the counts of {} units do not fit: {answer}", trial.units)),
        _ if !fits(&trial.detail) || !fits(&trial.unit) => Err(format!("trial: a comma in its words: {answer}")),
        _ => Ok(trial),
    }
}

#[cfg(test)]
mod tests {
    use super::{Case, trial};
    use crate::program::tests::shell;

    #[test]
    fn answers_that_do_not_fit_are_refused() {
        let said = |answer: &str| {
            let mut subject = shell(&format!("read line; echo '{answer}'"));
            trial(&mut subject, &Case::round(1, 1, 0.1), 0).map(|_| ()).unwrap_err()
        };
        assert_eq!(said("error: the index was not used"), "the index was not used");
        assert!(said("{}").starts_with("trial: missing field"));
        let counts = |units: u64, squares: u64| {
            let counts = format!(r#""units": {units}, "asked": 10, "positives": 4, "positives_squared": {squares}"#);
            said(&format!(r#"{{"items": 1, "unit": "query", {counts}, "missed": 0}}"#))
        };
        assert!(counts(0, 0).contains("nothing was asked"));
        // 4 of two units: squares from 8 to 40
        assert!(counts(2, 7).contains("do not fit") && counts(2, 41).contains("do not fit"));
    }
}
