//! The rules for a page, and for the files next to it.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use crate::answers::Answers;
use crate::falsify;
use crate::figure::{Figure, Words};
use crate::numerals;
use crate::query::{Scope, Tables};
use crate::sql::words;
use crate::words::filled;
use crate::workspace::{Workspace, names};
use crate::{Error, Result, claims};

/// The longest title and subtitle, in letters, and the longest caption, in words.
const TITLE: usize = 60;
const SUBTITLE: usize = 90;
const CAPTION: usize = 70;

/// Refuses a page whose words are too long, whose numerals are typed by hand, or whose title does not hold.
pub fn page(figure: &Figure, tables: &Tables, answers: &Answers) -> Result<()> {
    let refuse = |key: &str, why: String| Err(Error::new(key, why).within(&figure.file()));
    let page = &figure.page;
    let letters = |text: &str| text.replace("10^{", "").replace(['{', '}', '*', '_', '^'], "").chars().count();
    let Words { title, subtitle, caption, .. } = &answers.words;
    for (key, length, unit, most) in [
        ("title", letters(title), "letters", TITLE),
        ("subtitle", letters(subtitle.as_deref().unwrap_or_default()), "letters", SUBTITLE),
        ("caption", caption.split_whitespace().count(), "words", CAPTION),
    ] {
        if length > most {
            return refuse(key, format!("has {length} {unit}: at most {most}"));
        }
    }
    for (key, text) in texts(figure)? {
        numerals::check(&text).map_err(|error| error.within(&key).within(&figure.file()))?;
    }
    tables.all_views().map_err(|error| error.within(&figure.file()))?;
    let holds = page.holds.as_ref().map(|condition| claims::holds(condition, tables, None)).transpose();
    match holds.map_err(|error| error.within("holds").within(&figure.file()))? {
        Some(false) => refuse("title", "does not hold".to_owned()),
        None if page.has_picture() => refuse("holds", "is missing: the condition that makes the title true".to_owned()),
        _ => Ok(()),
    }
}

/// Refuses a page one of whose verdicts no change of the table moves; a page that passed once is not tried again.
pub fn verdicts(workspace: &Workspace, figure: &Figure, answers: &Answers) -> Result<()> {
    let passed = format!(".cache/report/{}.moved", figure.id());
    if workspace.text(&passed).is_ok_and(|key| key == answers.key) {
        return Ok(());
    }
    match falsify::fixed(workspace, figure, answers)?.as_slice() {
        [] => workspace.write(&passed, answers.key.as_bytes()),
        fixed => {
            let why = format!("no change of the table moves the verdict on {}", fixed.join(", "));
            Err(Error::new("claim", why).within(&figure.file()))
        }
    }
}

/// The texts of a page in which no numeral is typed by hand, with their keys.
fn texts(figure: &Figure) -> Result<Vec<(String, String)>> {
    let page = &figure.page;
    let mut texts = vec![("title".to_owned(), page.title.clone()), ("caption".to_owned(), page.caption.clone())];
    texts.extend(page.subtitle.iter().map(|text| ("subtitle".to_owned(), text.clone())));
    texts.extend(page.assumptions.iter().map(|text| ("assumptions".to_owned(), text.clone())));
    for claim in &page.claims {
        let qualified = [&claim.only, &claim.corrected].into_iter().flatten().map(|[words, _]| words);
        texts.extend(qualified.chain(&claim.remark).map(|text| (format!("claim {}", claim.id), text.clone())));
    }
    for (i, panel) in (1..).zip(page.panels()?) {
        let names =
            panel.rules.into_iter().map(|rule| rule.name).chain(panel.regions.into_iter().map(|side| side.name));
        let notes =
            panel.notes.into_iter().map(|note| note.text).chain(panel.marks.into_iter().filter_map(|mark| mark.name));
        let all = panel.title.into_iter().chain([panel.x.label, panel.y.label]).chain(names).chain(notes);
        texts.extend(all.map(|text| (format!("panel {i}"), text)));
    }
    Ok(texts)
}

/// Refuses claims with one id, columns that nothing reads, and files in `data` and `figures` that no page names.
pub fn together(workspace: &Workspace, figures: &[Figure]) -> Result<Vec<Error>> {
    let mut faults = Vec::new();
    let mut ids = BTreeMap::new();
    for figure in figures {
        for claim in &figure.page.claims {
            if let Some(other) = ids.insert(&claim.id, figure.file()) {
                faults.push(Error::new(figure.file(), format!("claim {}: its id is taken in {other}", claim.id)));
            }
        }
    }
    for figure in figures.iter().filter(|figure| figure.page.rows.is_none()) {
        faults.extend(unread(workspace, figure, figures).err());
    }
    let papers = workspace.papers()?;
    let notes = |paper| ["paper.toml", "NOTES.md"].map(|file| format!("experiments/{paper}/{file}"));
    let files = papers
        .iter()
        .flat_map(notes)
        .filter(|file| workspace.path(file).is_file())
        .chain(figures.iter().map(Figure::file));
    for file in files {
        faults.extend(placeholders(workspace, &file)?);
    }
    faults.extend(orphans(workspace, figures)?.into_iter().map(|file| Error::new(file, "belongs to no page")));
    Ok(faults)
}

/// Refuses a table with columns that no page reads.
pub fn unread(workspace: &Workspace, figure: &Figure, figures: &[Figure]) -> Result<()> {
    let table = figure.table();
    let readers = figures.iter().filter(|other| other.tables().iter().any(|(_, file)| *file == table));
    let texts: Vec<String> = readers.map(|reader| workspace.text(&reader.file())).collect::<Result<_>>()?;
    let words: BTreeSet<&str> = texts.iter().flat_map(|text| words(text)).collect();
    let header = workspace.text(&table)?.lines().next().unwrap_or_default().to_owned();
    let unread: Vec<&str> = header.split(',').filter(|name| !words.contains(name)).collect();
    if unread.is_empty() { Ok(()) } else { Err(Error::new(table, format!("no page reads {}", unread.join(", ")))) }
}

/// The files in `data` and `figures` that no page names.
pub fn orphans(workspace: &Workspace, figures: &[Figure]) -> Result<Vec<String>> {
    let mut known: BTreeSet<String> = ["figures/index.html", "figures/calculator.html"].map(str::to_owned).into();
    for figure in figures {
        let id = figure.id();
        known.extend(["csv", "json", "parquet"].map(|kind| format!("data/{id}.{kind}")));
        known.extend(figure.page.has_picture().then(|| format!("figures/{id}.svg")));
        known.insert(format!("data/{}/claims.csv", figure.paper));
        known.extend(figure.tables().into_iter().map(|(_, file)| file));
        known.extend(figure.page.inputs.iter().cloned());
    }
    let mut found = Vec::new();
    for folder in ["data", "figures"] {
        for name in names(&workspace.path(folder))? {
            let path = format!("{folder}/{name}");
            let inside = match workspace.path(&path).is_dir() {
                true => names(&workspace.path(&path))?.into_iter().map(|name| format!("{path}/{name}")).collect(),
                false => vec![path],
            };
            found.extend(
                inside.into_iter().filter(|file| !known.contains(file) && !file.starts_with("data/reference/")),
            );
        }
    }
    let is_temporary = |file: &String| [".pdf", ".png", ".parquet"].iter().any(|end| file.ends_with(end));
    Ok(found.into_iter().filter(|file| !is_temporary(file)).collect())
}

/// Refuses numbers of documents that are not the answer to the query next to them: `1.84 <!-- library-audit/promises {max(worst):3} -->`.
pub fn documents(workspace: &Workspace, figures: &[Figure]) -> Result<Vec<Error>> {
    let (mut faults, mut opened) = (Vec::new(), BTreeMap::new());
    for file in workspace.documents()? {
        let text = workspace.text(&file)?;
        for (start, _) in text.match_indices("<!-- ") {
            let Some(comment) = text[start + 5..].split_once(" -->").map(|(comment, _)| comment) else { continue };
            let Some((id, query)) = comment.split_once(' ').filter(|(id, _)| id.contains('/')) else { continue };
            let answer = answer(workspace, figures, &mut opened, (id, query)).and_then(|answer| {
                let is_same = plain(&text[..start]).ends_with(&plain(&answer));
                is_same.then_some(()).ok_or_else(|| Error::new(query, format!("the table answers {answer}")))
            });
            faults.extend(answer.err().map(|error| error.within(&format!("{file}:{}", text[..start].lines().count()))));
        }
    }
    Ok(faults)
}

/// The words of a document, filled from a figure's tables, which are opened once.
fn answer(
    workspace: &Workspace,
    figures: &[Figure],
    opened: &mut BTreeMap<String, Tables>,
    (id, words): (&str, &str),
) -> Result<String> {
    let figure = figures.iter().find(|figure| figure.id() == id).ok_or_else(|| Error::new(id, "no such figure"))?;
    let tables = match opened.entry(id.to_owned()) {
        Entry::Occupied(known) => known.into_mut(),
        Entry::Vacant(free) => free.insert(figure.open(workspace)?),
    };
    filled(words, tables, &Scope::of("rows"))
}

/// Refuses words of the template that the author of a page was to replace.
fn placeholders(workspace: &Workspace, file: &str) -> Result<Vec<Error>> {
    let text = workspace.text(file)?;
    let words = (1..).zip(text.lines()).flat_map(|(line, text)| words(text).map(move |word| (line, word)));
    let left = words.filter(|(_, word)| ["AUTHOR", "TITLE", "YEAR", "TODO"].contains(word));
    let fault = |(line, word)| Error::new(format!("{file}:{line}"), format!("{word} stands for words of your own"));
    Ok(left.map(fault).collect())
}

/// A text without white space at its end, thin spaces, and marks of Markdown.
fn plain(text: &str) -> String {
    let text = text.replace(['\u{2009}', '\u{a0}'], " ").replace(['*', '{', '}'], "");
    text.trim_end().to_owned()
}
