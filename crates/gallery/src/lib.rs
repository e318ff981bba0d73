#![doc = include_str!("../README.md")]
//!
//! The gallery: `figures/index.html`, one page with every figure, its claims, and what was found in its paper; and the
//! tables of claims in `paper-notes.md`.
//!
//! It is made from the committed files alone: provenance, pictures, claims and `paper-notes.md`. The page needs no network
//! and no other file, and its bytes are the same on every machine.

mod error;
mod notes;
mod page;
mod svg;
mod tables;

use std::collections::BTreeSet;

use askama::Template;
use bloomlab_workbench::{Claim, Workspace};

pub use error::GalleryError;
use notes::{FILE, Notes, PaperNotes};
use page::{FigureSection, Page, PaperSection};

/// Where the page lies in the workspace.
pub const PAGE: &str = "figures/index.html";

/// The page as it was written or verified.
#[derive(Clone, Debug)]
pub struct Gallery {
    /// Where it lies in the workspace.
    pub page: &'static str,
    /// How many papers are on it.
    pub papers: usize,
    /// How many figures.
    pub figures: usize,
    /// How many claims.
    pub claims: usize,
    /// Its size in bytes.
    pub bytes: usize,
    /// The figures that have not been made yet and so are not on it.
    pub missing: Vec<String>,
}

impl Gallery {
    /// Writes the page and the notes with their tables of claims, each whole or not at all.
    ///
    /// # Errors
    /// Files that are damaged or cannot be read or written.
    pub fn write(workspace: &Workspace) -> Result<Self, GalleryError> {
        if let Some(notes) = tables::filled(workspace)? {
            workspace.write(FILE, notes.as_bytes())?;
        }
        let (gallery, html) = gallery(workspace)?;
        workspace.write(PAGE, html.as_bytes())?;
        Ok(gallery)
    }

    /// Compares the page and the tables of the notes on disk with what the other files give now.
    ///
    /// # Errors
    /// As [`Gallery::write`], and when the page or a table differs.
    pub fn verify(workspace: &Workspace) -> Result<Self, GalleryError> {
        if let Some(notes) = tables::filled(workspace)?
            && let Some(line) = first_difference(&workspace.read(FILE)?, &notes)
        {
            return Err(GalleryError::NotesDiffer { line });
        }
        let (gallery, html) = gallery(workspace)?;
        match first_difference(&workspace.read(PAGE)?, &html) {
            Some(line) => Err(GalleryError::Differs { line }),
            None => Ok(gallery),
        }
    }
}

/// The number of the first line that differs.
fn first_difference(committed: &str, present: &str) -> Option<usize> {
    let same = committed.lines().zip(present.lines()).take_while(|(old, new)| old == new);
    (committed != present).then(|| same.count() + 1)
}

/// The page of a workspace.
fn gallery(workspace: &Workspace) -> Result<(Gallery, String), GalleryError> {
    let notes = Notes::read(workspace)?;
    let (mut sections, mut missing) = (Vec::new(), Vec::new());
    for paper in workspace.papers()? {
        let mut claims: Vec<_> = workspace.claims(Some(&paper))?.into_iter().flat_map(|found| found.claims).collect();
        let (mut made, mut names) = (Vec::new(), BTreeSet::new());
        for figure in workspace.figures(&paper)? {
            match figure_section(workspace, &paper, &figure, &mut claims)? {
                Some(section) => {
                    made.push(section);
                    names.insert(figure);
                }
                None => missing.push(format!("{paper}/{figure}")),
            }
        }
        made.sort_by_key(FigureSection::order);
        let own_notes = notes.of(&paper, &names);
        let title = description(workspace, &paper).unwrap_or_else(|| paper.clone());
        sections.push(PaperSection::new(paper, own_notes.unwrap_or_else(|| PaperNotes::titled(title)), made, claims));
    }
    let page = Page::new(sections, !notes.is_empty());
    let html = page.render()?;
    let (papers, figures, claims) = (page.papers.len(), page.figures(), page.claims());
    Ok((Gallery { page: PAGE, papers, figures, claims, bytes: html.len(), missing }, html))
}

/// What a package says of itself, which is the paper's title until there are notes on it.
fn description(workspace: &Workspace, paper: &str) -> Option<String> {
    let manifest: toml::Table =
        toml::from_str(&workspace.read(&format!("experiments/{paper}/Cargo.toml")).ok()?).ok()?;
    let description = manifest.get("package")?.get("description")?.as_str()?;
    Some(description.strip_prefix("The figures of ").unwrap_or(description).to_owned())
}

/// A figure with those of the claims that it decides; `None` when it has not been made yet.
fn figure_section(
    workspace: &Workspace,
    paper: &str,
    figure: &str,
    claims: &mut Vec<Claim>,
) -> Result<Option<FigureSection>, GalleryError> {
    let picture = format!("figures/{paper}/{figure}.svg");
    let is_drawn = workspace.path(&picture).is_file();
    let Some(provenance) = workspace.provenance(paper, figure)?.filter(|_| is_drawn) else { return Ok(None) };
    let svg = workspace.read(&picture)?;
    let mine = claims.extract_if(.., |claim| claim.figure == figure).collect();
    FigureSection::new(provenance, &svg, mine).map(Some)
}
