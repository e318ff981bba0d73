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
            Self::Proved(words)
            | Self::HoldsOnlyIf(words)
            | Self::HoldsAsCorrected(words)
            | Self::NotTestable(words) => words,
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
    let words = |text: Option<&String>| filled(text.map_or("", String::as_str), tables, &all);
    let verdict = match kind(claim, tables)? {
        Kind::Holds => Verdict::Holds,
        Kind::Proved => Verdict::Proved(words(claim.proved.as_ref())?),
        Kind::HoldsOnlyIf => Verdict::HoldsOnlyIf(words(claim.only.as_ref().map(|[words, _]| words))?),
        Kind::HoldsAsCorrected => Verdict::HoldsAsCorrected(words(claim.corrected.as_ref().map(|[words, _]| words))?),
        Kind::DoesNotHold => Verdict::DoesNotHold,
        Kind::NotTestable => Verdict::NotTestable(words(claim.untestable.as_ref())?),
    };
    let value = claim.value.as_deref().map(|value| tables.number(value, &all)).transpose()?;
    let remark = claim.remark.as_ref().map(|remark| words(Some(remark))).transpose()?;
    Ok(Decided { verdict, value, remark })
}

/// A verdict without words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Holds,
    Proved,
    HoldsOnlyIf,
    HoldsAsCorrected,
    DoesNotHold,
    NotTestable,
}

/// The verdict of some tables on a claim.
pub fn kind(claim: &Claim, tables: &Tables) -> Result<Kind> {
    Ok(match (&claim.untestable, &claim.only, &claim.corrected) {
        (Some(_), ..) => Kind::NotTestable,
        _ if claim.proved.is_some() => {
            if claim.holds.is_some() && !holds_among(claim, tables, None)? {
                return Err(Error::new("holds", "is false of the table, although it is proved"));
            }
            Kind::Proved
        }
        _ if holds_among(claim, tables, None)? => Kind::Holds,
        (_, Some([_, rows]), _) if holds_among(claim, tables, Some(rows))? => Kind::HoldsOnlyIf,
        (.., Some([_, query])) if tables.one(query, &Scope::of("rows"))?.is_true() => Kind::HoldsAsCorrected,
        _ => Kind::DoesNotHold,
    })
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
