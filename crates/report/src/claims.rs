//! The decision of a table on the claims of its page.

use crate::page::Claim;
use crate::query::{Scope, Tables, Value};
use crate::sql::{literal, outside};
use crate::words::filled;
use crate::{Error, Result};

/// The decision on a claim.
#[derive(Clone, Debug, PartialEq)]
pub struct Decided {
    pub verdict: Verdict,
    pub value: Option<f64>,
    pub remark: Option<String>,
}

/// A verdict, with the words that qualify it.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    Holds,
    /// True of every table, with the place of the proof.
    Proved(String),
    HoldsOnlyIf(String),
    HoldsAsCorrected(String),
    DoesNotHold,
    NotTestable(String),
}

impl Verdict {
    /// The verdict without its words.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Proved(_) => "proved",
            Self::HoldsOnlyIf(_) => "holds only if",
            Self::HoldsAsCorrected(_) => "holds as corrected",
            Self::DoesNotHold => "does not hold",
            Self::NotTestable(_) => "not testable",
        }
    }

    /// The words that qualify it.
    pub fn condition(&self) -> &str {
        match self {
            Self::Proved(words) | Self::HoldsOnlyIf(words) | Self::HoldsAsCorrected(words) | Self::NotTestable(words) => words,
            Self::Holds | Self::DoesNotHold => "",
        }
    }
}

/// Decides a claim.
pub fn decide(claim: &Claim, tables: &Tables) -> Result<Decided> {
    decided(claim, tables).map_err(|error| error.within(&format!("claim {}", claim.id)))
}

fn decided(claim: &Claim, tables: &Tables) -> Result<Decided> {
    let all = Scope::of("rows");
    let words = |text: &str| filled(text, tables, &all);
    let verdict = match (&claim.untestable, &claim.only, &claim.corrected) {
        (Some(why), ..) => Verdict::NotTestable(words(why)?),
        _ if claim.proved.is_some() => {
            if claim.holds.is_some() && !holds_among(claim, tables, None)? {
                return Err(Error::new("holds", "is false of the table, although it is proved"));
            }
            Verdict::Proved(words(claim.proved.as_deref().unwrap_or_default())?)
        }
        _ if holds_among(claim, tables, None)? => Verdict::Holds,
        (_, Some([condition, rows]), _) if holds_among(claim, tables, Some(rows))? => {
            Verdict::HoldsOnlyIf(words(condition)?)
        }
        (.., Some([correction, query])) if tables.one(query, &all)?.is_true() => {
            Verdict::HoldsAsCorrected(words(correction)?)
        }
        _ => Verdict::DoesNotHold,
    };
    let value = claim.value.as_deref().map(|value| tables.number(value, &all)).transpose()?;
    let remark = claim.remark.as_deref().map(words).transpose()?;
    Ok(Decided { verdict, value, remark })
}

/// Returns true if the condition is true of some rows, or of all.
fn holds_among(claim: &Claim, tables: &Tables, rows: Option<&str>) -> Result<bool> {
    let condition = claim.holds.as_deref().ok_or_else(|| Error::new("holds", "is missing"))?;
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
    use super::*;

    #[test]
    fn the_word_value_is_replaced() {
        assert_eq!(with_value("value < 1 and max(values) > value", "2.0"), "2.0 < 1 and max(values) > 2.0");
        assert!(asks_rows("2.0 < max(a)") && !asks_rows("2.0 < 1"));
    }
}
