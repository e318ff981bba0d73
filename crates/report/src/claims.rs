//! The decision of a table on the claims of its page.

use serde::{Deserialize, Serialize};

use crate::page::Claim;
use crate::query::{Scope, Tables, Value};
use crate::sql::{literal, outside};
use crate::words::filled;
use crate::{Error, Result};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Decided {
    pub id: String,
    pub place: String,
    pub says: String,
    pub query: String,
    pub condition: String,
    pub verdict: String,
    /// The words that qualify the verdict.
    pub qualified: String,
    pub value: Option<f64>,
    pub remark: String,
}

impl Decided {
    /// True if no paper states the claim.
    pub fn is_ours(&self) -> bool {
        self.place.starts_with("ours")
    }
}

pub fn decide(claim: &Claim, tables: &Tables) -> Result<Decided> {
    decided(claim, tables).map_err(|error| error.within(&format!("claim {}", claim.id)))
}

fn decided(claim: &Claim, tables: &Tables) -> Result<Decided> {
    let all = Scope::of("rows");
    let words = |key: &str, text: &str| filled(text, tables, &all).map_err(|error| error.within(key));
    let verdict = verdict(claim, tables)?;
    let qualified = match (verdict, &claim.only, &claim.corrected) {
        (HOLDS_ONLY_IF, Some([text, _]), _) => words("only", text)?,
        (HOLDS_AS_CORRECTED, _, Some([text, _])) => words("corrected", text)?,
        (PROVED, ..) => words("proved", claim.proved.as_deref().unwrap_or_default())?,
        (NOT_TESTABLE, ..) => words("untestable", claim.untestable.as_deref().unwrap_or_default())?,
        _ => String::new(),
    };
    let value = claim.value.as_deref().map(|value| tables.number(value, &all)).transpose()?;
    Ok(Decided {
        id: claim.id.clone(),
        place: claim.place.clone(),
        says: words("says", &claim.says)?,
        query: claim.value.clone().unwrap_or_default(),
        condition: claim.holds.clone().unwrap_or_default(),
        verdict: verdict.to_owned(),
        qualified,
        value: value.map(with_twelve_digits),
        remark: words("remark", claim.remark.as_deref().unwrap_or_default())?,
    })
}

/// A parallel sum may move the digits behind these.
fn with_twelve_digits(value: f64) -> f64 {
    format!("{value:.11e}").parse().unwrap_or(value)
}

pub const HOLDS: &str = "holds";
pub const PROVED: &str = "proved";
pub const HOLDS_ONLY_IF: &str = "holds only if";
pub const HOLDS_AS_CORRECTED: &str = "holds as corrected";
pub const DOES_NOT_HOLD: &str = "does not hold";
pub const NOT_TESTABLE: &str = "not testable";

/// The verdict of some tables on a claim, without its words.
pub fn verdict(claim: &Claim, tables: &Tables) -> Result<&'static str> {
    Ok(match (&claim.untestable, &claim.only, &claim.corrected) {
        (Some(_), ..) => NOT_TESTABLE,
        _ if claim.proved.is_some() => {
            if claim.holds.is_some() && !holds_among(claim, tables, None)? {
                return Err(Error::new("holds", "is false of the table, although it is proved"));
            }
            PROVED
        }
        _ if holds_among(claim, tables, None)? => HOLDS,
        (_, Some([_, rows]), _) if holds_among(claim, tables, Some(rows))? => HOLDS_ONLY_IF,
        (.., Some([_, query])) if tables.one(query, &Scope::of("rows"))?.is_true() => HOLDS_AS_CORRECTED,
        _ => DOES_NOT_HOLD,
    })
}

/// Returns true if the condition is true of some rows, or of all.
fn holds_among(claim: &Claim, tables: &Tables, rows: Option<&str>) -> Result<bool> {
    let missing = || Error::new("holds", "is missing, and so are `proved` and `untestable`");
    let condition = claim.holds.as_deref().ok_or_else(missing)?;
    let Some(value) = &claim.value else { return holds(condition, tables, rows) };
    let measured = tables.one(value, &scope_of(value, rows))?;
    if measured == Value::Missing {
        return Ok(false);
    }
    holds(&with_value(condition, &literal(&measured)?), tables, rows)
}

/// Returns true if a condition, without `value`, is true among some rows.
pub fn holds(condition: &str, tables: &Tables, rows: Option<&str>) -> Result<bool> {
    let scope = scope_of(condition, rows);
    // a condition on the value alone has no rows
    let is_alone = outside(condition, "from").is_none() && !asks_rows(condition);
    let query = if is_alone { format!("select ({condition}) as answer") } else { condition.to_owned() };
    Ok(tables.one(&query, &scope)?.is_true())
}

/// The rows of a condition are those of the view that the query names.
fn scope_of(query: &str, rows: Option<&str>) -> Scope {
    let after = outside(query, "from").map(|at| query[at + "from".len()..].trim_start());
    let view = after.map(|text| text.split(|letter: char| letter.is_whitespace()).next().unwrap_or("rows"));
    Scope::of(view.unwrap_or("rows")).among(rows)
}

/// True if a condition aggregates rows.
fn asks_rows(condition: &str) -> bool {
    let text = condition.to_lowercase();
    let names = ["share(", "every(", "agrees(", "max(", "min(", "sum(", "count(", "avg(", "median("];
    let first = text.split_whitespace().next().unwrap_or_default();
    ["select", "with"].contains(&first) || names.iter().any(|name| text.contains(name))
}

/// A condition with the literal of the word `value`.
fn with_value(condition: &str, literal: &str) -> String {
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '.';
    let (mut all, mut rest) = (String::new(), condition);
    while let Some(at) = rest.find("value") {
        let after = &rest[at + "value".len()..];
        all += &rest[..at];
        let is_word = !all.ends_with(is_letter) && !after.starts_with(is_letter);
        all += if is_word { literal } else { "value" };
        rest = after;
    }
    all + rest
}

#[cfg(test)]
mod tests {
    use polars::prelude::df;
    use toml::Table;

    use super::*;

    #[test]
    fn the_word_value_is_replaced() {
        assert_eq!(with_value("value < 1 and max(values) > value", "2.0"), "2.0 < 1 and max(values) > 2.0");
        assert!(asks_rows("2.0 < max(a)") && !asks_rows("2.0 < 1"));
    }

    #[test]
    fn a_claim_says_what_the_table_answers() {
        let frame = df!["a" => [1.0, 2.0]].unwrap();
        let none = Table::new();
        let tables = Tables::new(vec![("rows".to_owned(), frame)], &none, &none, &none).unwrap();
        let decided = |says: &str| {
            let claim = format!("id = 'A'\nplace = 'p'\nsays = '{says}'\nvalue = 'max(a)'\nholds = 'value < 3'");
            decide(&toml::from_str(&claim).unwrap(), &tables)
        };
        let most = decided("at most {max(a)} of 2^{k}").unwrap();
        assert_eq!((&*most.says, &*most.verdict, most.value), ("at most 2 of 2^{k}", HOLDS, Some(2.0)));
        assert!(decided("at most {max(b)}").unwrap_err().to_string().starts_with("claim A: says: "));
    }
}
