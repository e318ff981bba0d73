//! Everything that a page says of its tables, kept until the page, a table, a look or the program changes.

use std::env;
use std::fs;
use std::time::UNIX_EPOCH;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::check;
use crate::claims::Decided;
use crate::figure::{Figure, Words};
use crate::looks::{LOOKS, Looks};
use crate::panels;
use crate::query::{Scope, Tables};
use crate::words::filled_rows;
use crate::workspace::Workspace;
use crate::{Error, Result};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Answers {
    /// The hash of everything that the answers depend on.
    pub key: String,
    pub words: Words,
    pub claims: Vec<Decided>,
    pub typeset: Option<Typeset>,
    pub svg: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Typeset {
    pub columns: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

/// Each figure with its answers, or with its fault.
pub fn all(workspace: &Workspace, figures: Vec<Figure>) -> Result<Vec<(Figure, Result<Answers>)>> {
    let looks = workspace.toml(LOOKS)?;
    let program = program();
    let answered = figures.into_par_iter().map(|figure| {
        let answers = answers(workspace, &figure, &looks, &program);
        (figure, answers)
    });
    Ok(answered.collect())
}

fn answers(workspace: &Workspace, figure: &Figure, looks: &Looks, program: &str) -> Result<Answers> {
    let key = key(workspace, figure, program)?;
    let kept = format!(".cache/report/{}.json", figure.id());
    let known: Option<Answers> =
        fs::read(workspace.path(&kept)).ok().and_then(|text| serde_json::from_slice(&text).ok());
    if let Some(known) = known.filter(|known| known.key == key) {
        return Ok(known);
    }
    let tables = figure.open(workspace)?;
    let answers = Answers { key, ..asked(figure, &tables, looks)? };
    check::page(figure, &tables, &answers)?;
    workspace.write(&kept, &serde_json::to_vec(&answers).map_err(|error| Error::new(&kept, error))?)?;
    Ok(answers)
}

/// The answers of some tables, without a key.
pub fn asked(figure: &Figure, tables: &Tables, looks: &Looks) -> Result<Answers> {
    let svg = figure.page.has_picture().then(|| panels::draw(&figure.page, tables, looks)).transpose();
    Ok(Answers {
        key: String::new(),
        words: figure.words(tables)?,
        claims: figure.claims(tables)?,
        typeset: typeset(figure, tables).map_err(|error| error.within("table").within(&figure.file()))?,
        svg: svg.map_err(|error| error.within(&figure.file()))?,
    })
}

fn typeset(figure: &Figure, tables: &Tables) -> Result<Option<Typeset>> {
    let Some(table) = &figure.page.table else { return Ok(None) };
    let scope = Scope::of(&table.from);
    let texts = table.columns.values().map(|text| {
        let text = text.as_str().ok_or_else(|| Error::new("columns", "a column is no text"))?;
        filled_rows(text, tables, &scope)
    });
    let columns = texts.collect::<Result<Vec<_>>>()?;
    let rows = columns.first().map_or(0, Vec::len);
    let rows = (0..rows).map(|row| columns.iter().map(|column| column[row].clone()).collect()).collect();
    Ok(Some(Typeset { columns: table.columns.keys().cloned().collect(), rows }))
}

fn key(workspace: &Workspace, figure: &Figure, program: &str) -> Result<String> {
    let computing = figure.page.rows.as_ref().map(|name| format!("experiments/{}/{name}.toml", figure.paper));
    let files = [figure.file(), LOOKS.to_owned()].into_iter().chain(computing);
    let mut hash = Sha256::new_with_prefix(program);
    for file in files.chain(figure.tables().into_iter().map(|(_, file)| file)) {
        let path = workspace.path(&file);
        let bytes = fs::read(&path).map_err(|error| Error::new(path.display(), error))?;
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The size and the time of this program: another one may answer otherwise.
fn program() -> String {
    let data = env::current_exe().and_then(fs::metadata);
    let time = data.as_ref().ok().and_then(|data| data.modified().ok()?.duration_since(UNIX_EPOCH).ok());
    format!("{:?} {time:?}", data.map(|data| data.len()).ok())
}
