//! A row for each statement: in how many of its cases it fails, and the first one.

use super::*;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let bits = rows.iter().filter_map(bits_of_counterexample);
    let (fewest, most) = bits.clone().min().zip(bits.max()).ok_or("no filter is a counterexample")?;
    Ok(Facts::new().count("fewest", fewest).count("most", most))
}

/// M of a counterexample that is a filter.
fn bits_of_counterexample(row: &Row) -> Option<u64> {
    row.counterexample.as_deref()?.strip_prefix("M = ")?.split(',').next()?.parse().ok()
}

pub(crate) fn draw(rows: &[Row]) -> Result<TypesetTable> {
    let columns = ["Part", "Statement", "What it says", "Fails in", "First case in which it fails"];
    let rows = rows.iter().map(|row| {
        let Row { part, statement, says, failing, .. } = row;
        let failing = if *failing == 0 { "none".to_owned() } else { failing.to_string() };
        let fails = format!("{failing} of {}", grouped(&row.cases.to_string()));
        [part.clone(), statement.clone(), says.clone(), fails, row.counterexample.clone().unwrap_or_default()]
    });
    Ok(TypesetTable::new(columns, rows))
}

/// Those that every case confirms.
const TRUE: [&str; 6] = ["Lemma 1, *h*", "Lemma 1, *f*", "Claim 1", "Lemma 8", "Lemma 9", "(46) to (49)"];
/// Further ones that every case confirms.
const FURTHER: [&str; 5] = ["(28) to (31), (34), (35), Lemma 5", "(37)", "(38)", "(41)", "(42) to (44)"];
/// Those on which the proof of Theorem 1 rests, and that have counterexamples.
const FALSE: [&str; 5] = ["Lemma 2", "Lemma 4", "Lemma 6", "Corollary 2", "Lemma 7"];

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let by_definition =
        "Lemma 3 and Corollary 1 follow from the definition of γ: E γ_i is the ratio of E h_i to E h_(i−1)";
    Ok(vec![
        hold(rows, "R60", &FALSE)?,
        hold(rows, "R63", &TRUE)?.remark(by_definition),
        hold(rows, "R64", &FURTHER)?,
        title(rows)?,
    ])
}

/// Whether each of the lemmas that the title names fails.
fn title(rows: &[Row]) -> Result<Decision> {
    let named = ["Lemma 2", "Lemma 4", "Lemma 6", "Lemma 7"];
    let lemmas = rows.iter().filter(|row| named.contains(&&*row.statement));
    let fails = share(lemmas.clone(), |row| row.failing > 0)?;
    Ok(Decision::title()
        .measured_as("share of the four lemmas that fail in a case", fails.having as f64 / named.len() as f64)
        .tested_on(lemmas)?
        .decide(fails.having == named.len(), "one of them holds in every case"))
}

/// The share of some statements that hold in every case.
fn hold(rows: &[Row], id: &'static str, statements: &[&str]) -> Result<Decision> {
    let these = rows.iter().filter(|row| statements.contains(&&*row.statement));
    let right = these.clone().filter(|row| row.failing == 0).count();
    let wrong = these.clone().filter(|row| row.failing > 0).map(|row| {
        let case = row.counterexample.as_deref().unwrap_or_default();
        format!("{} ({}, {case})", row.statement, row.status)
    });
    let wrong = format!("it fails at {}", wrong.collect_vec().join("; "));
    Ok(Decision::new(id)
        .measured(right as f64 / statements.len() as f64)
        .tested_on(these)?
        .decide(right == statements.len(), wrong))
}
