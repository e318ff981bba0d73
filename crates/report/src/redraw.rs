//! A figure whose table was computed with other parameters: drawn, worded and decided next to that table.

use std::fs;
use std::path::Path;

use bloomlab_tables::write_whole;
use serde::Deserialize;
use toml::Table;

use crate::answers::{Answers, asked};
use crate::claims::{Decided, holds};
use crate::figure::Figure;
use crate::looks::LOOKS;
use crate::publish;
use crate::query::read_csv;
use crate::workspace::Workspace;
use crate::{Error, Result, say};

/// The record of the computation of the table next to it.
#[derive(Deserialize)]
struct Provenance {
    parameters: Table,
}

/// Draws the pages that show the figure's table, and prints the words and verdicts that differ from the committed ones.
pub fn run(workspace: &Workspace, id: &str, folder: &Path) -> Result<()> {
    let (figures, _) = workspace.all_figures()?;
    let table = format!("data/{id}.csv");
    let looks = workspace.toml(LOOKS)?;
    let provenance = folder.join(format!("data/{id}.json"));
    let text = fs::read_to_string(&provenance).map_err(|error| Error::new(provenance.display(), error))?;
    let made: Provenance = serde_json::from_str(&text).map_err(|error| Error::new(provenance.display(), error))?;
    let mut differences = 0;
    for figure in figures.iter().filter(|figure| figure.table() == table) {
        let mut settings = figure.computing(workspace)?;
        settings.extend(made.parameters.clone());
        let mut frames = figure.frames(workspace)?;
        for ((_, frame), (_, file)) in frames.iter_mut().zip(figure.tables()) {
            if file == table {
                *frame = read_csv(&folder.join(&file))?;
            }
        }
        let tables = figure.over(frames, &settings)?;
        let (before, now) = (asked(figure, &figure.open(workspace)?, &looks)?, asked(figure, &tables, &looks)?);
        if let Some(condition) = &figure.page.holds
            && !holds(condition, &tables, None)?
        {
            say(format_args!("{}: its title does not hold: {}", figure.id(), now.words.title))?;
        }
        differences += differing(figure, &before, &now)?;
        write(figure, &now, folder)?;
    }
    say(format_args!("{differences} words, verdicts and values differ"))
}

fn differing(figure: &Figure, before: &Answers, now: &Answers) -> Result<usize> {
    let mut found = 0;
    let mut compare = |what: &str, before: &str, now: &str| {
        if before == now {
            return Ok(());
        }
        found += 1;
        say(format_args!("{} {what}:\n  {before}\n  {now}", figure.id()))
    };
    compare("title", &before.words.title, &now.words.title)?;
    compare("caption", &before.words.caption, &now.words.caption)?;
    for (before, now) in before.claims.iter().zip(&now.claims) {
        let value = |value: Option<f64>| value.map(|value| format!(" ({value})")).unwrap_or_default();
        let verdict = |claim: &Decided| format!("{}{} {}", claim.verdict, value(claim.value), claim.qualified);
        compare(&now.id, verdict(before).trim_end(), verdict(now).trim_end())?;
    }
    Ok(found)
}

fn write(figure: &Figure, answers: &Answers, folder: &Path) -> Result<()> {
    let put =
        |file: String, bytes: &[u8]| write_whole(&folder.join(&file), bytes).map_err(|error| Error::new(file, error));
    if let Some(svg) = &answers.svg {
        put(format!("figures/{}.svg", figure.id()), svg.as_bytes())?;
    }
    if answers.claims.is_empty() {
        return Ok(());
    }
    let claims = answers.claims.iter().map(|claim| (figure.name.as_str(), claim)).collect();
    put(format!("data/{}.claims.csv", figure.id()), &publish::table_of(claims)?)
}
