//! A look at pages that are being written.

use std::path::{Path, PathBuf};

use bloomlab_tables::write_whole;

use crate::answers::asked;
use crate::check;
use crate::figure::Figure;
use crate::looks::LOOKS;
use crate::workspace::Workspace;
use crate::{Error, Result, say};

/// Prints the words and verdicts of pages, and draws them into a folder.
pub fn run(workspace: &Workspace, pages: &[PathBuf], folder: &Path) -> Result<()> {
    let failed = pages.iter().filter(|page| {
        let tried = one(workspace, page, folder);
        tried.inspect_err(|error| eprintln!("error: {error}")).is_err()
    });
    match failed.count() {
        0 => Ok(()),
        failed => Err(Error::new("try", format!("{failed} pages have faults"))),
    }
}

fn one(workspace: &Workspace, page: &Path, folder: &Path) -> Result<()> {
    let part = |path: Option<&Path>| path.and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned();
    let (paper, name) = (part(page.parent()), part(Some(&page.with_extension(""))));
    let figure = Figure::read(workspace, &paper, &name)?;
    let looks = workspace.toml(LOOKS)?;
    let tables = figure.open(workspace)?;
    let answers = asked(&figure, &tables, &looks)?;
    say(format_args!("{}\n{}", figure.id(), answers.words.title))?;
    answers.words.subtitle.iter().try_for_each(say)?;
    say(&answers.words.caption)?;
    answers.words.assumptions.iter().try_for_each(|text| say(format_args!("- {text}")))?;
    for claim in &answers.claims {
        say(format_args!("{} {} {}\n    {}", claim.id, claim.verdict, claim.qualified, claim.says))?;
        let value = claim.value.map(|value| format!("measured {value}. ")).unwrap_or_default();
        say(format_args!("    {value}{}", claim.remark))?;
    }
    if let Some(svg) = &answers.svg {
        let file = folder.join(format!("{name}.svg"));
        write_whole(&file, svg.as_bytes()).map_err(|error| Error::new(file.display(), error))?;
        say(file.display())?;
    }
    check::page(&figure, &tables, &answers)?;
    match figure.page.rows {
        None => check::unread(workspace, &figure, &workspace.all_figures()?.0),
        Some(_) => Ok(()),
    }
}
