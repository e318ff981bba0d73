//! The gallery: `figures/index.html`, one page with every figure, its claims, and what was found in its paper.
//!
//! It is made from the committed files alone: provenance, pictures, claims and `paper-notes.md`. The page needs no network
//! and no other file, and its bytes are the same on every machine.

mod notes;
mod page;
mod svg;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use askama::Template;

use crate::code_hash::figures;
use crate::files::{self, workspace, write_whole};
use crate::listing::papers;
use crate::provenance::Provenance;
use crate::{Claim, Error, read_claims};
use notes::{Notes, PaperNotes};
use page::{FigureSection, Page, PaperSection};

/// Where the page lies in the workspace.
pub(crate) const PAGE: &str = "figures/index.html";

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

/// Writes the page, whole or not at all.
///
/// # Errors
/// No workspace at or above `root` (default: the current folder), or files that are damaged or cannot be read or written.
pub fn write_gallery(root: Option<&Path>) -> Result<Gallery, Error> {
    let root = workspace(root)?;
    let (gallery, html) = gallery(&root)?;
    files::sweep(&root.join("figures"));
    write_whole(&root.join(PAGE), html.as_bytes())?;
    Ok(gallery)
}

/// Compares the page on disk with what the other files give now.
///
/// # Errors
/// As [`write_gallery`], and when the page differs.
pub fn verify_gallery(root: Option<&Path>) -> Result<Gallery, Error> {
    let root = workspace(root)?;
    let (gallery, html) = gallery(&root)?;
    let path = root.join(PAGE);
    let committed = fs::read(&path).map_err(Error::file("read", &path))?;
    if committed == html.as_bytes() {
        return Ok(gallery);
    }
    let same = committed.split(|byte| *byte == b'\n').zip(html.lines()).take_while(|(old, new)| *old == new.as_bytes());
    let line = same.count() + 1;
    Err(Error::Gallery(format!(
        "{PAGE} is not what the figures, claims and notes give now, from line {line} on: make figures"
    )))
}

/// The page of a workspace.
fn gallery(root: &Path) -> Result<(Gallery, String), Error> {
    let notes = Notes::read(&root.join("paper-notes.md"))?;
    let (mut sections, mut missing) = (Vec::new(), Vec::new());
    for paper in papers(root)? {
        let mut claims: Vec<_> =
            read_claims(Some(root), Some(&paper))?.into_iter().flat_map(|found| found.claims).collect();
        let package = root.join("experiments").join(&paper);
        let (mut made, mut names) = (Vec::new(), BTreeSet::new());
        for figure in figures(&package).map_err(Error::file("read", &package))? {
            match figure_section(root, &paper, &figure, &mut claims)? {
                Some(section) => {
                    made.push(section);
                    names.insert(figure);
                }
                None => missing.push(format!("{paper}/{figure}")),
            }
        }
        made.sort_by_key(FigureSection::order);
        let own_notes = notes.of(&paper, &names);
        let title = description(&package).unwrap_or_else(|| paper.clone());
        sections.push(PaperSection::new(paper, own_notes.unwrap_or_else(|| PaperNotes::titled(title)), made, claims));
    }
    let page = Page::new(sections, !notes.is_empty());
    let html = page.render().map_err(|error| Error::Gallery(error.to_string()))?;
    let (papers, figures, claims) = (page.papers.len(), page.figures(), page.claims());
    Ok((Gallery { page: PAGE, papers, figures, claims, bytes: html.len(), missing }, html))
}

/// What a package says of itself, which is the paper's title until there are notes on it.
fn description(package: &Path) -> Option<String> {
    let manifest: toml::Table = toml::from_str(&fs::read_to_string(package.join("Cargo.toml")).ok()?).ok()?;
    let description = manifest.get("package")?.get("description")?.as_str()?;
    Some(description.strip_prefix("The figures of ").unwrap_or(description).to_owned())
}

/// A figure with those of the claims that it decides; `None` when it has not been made yet.
fn figure_section(
    root: &Path,
    paper: &str,
    figure: &str,
    claims: &mut Vec<Claim>,
) -> Result<Option<FigureSection>, Error> {
    let picture = root.join(format!("figures/{paper}/{figure}.svg"));
    let Some(provenance) = Provenance::read(root, paper, figure)?.filter(|_| picture.is_file()) else {
        return Ok(None);
    };
    let svg = fs::read_to_string(&picture).map_err(Error::file("read", &picture))?;
    let mine = claims.extract_if(.., |claim| claim.figure == figure).collect();
    FigureSection::new(provenance, &svg, mine).map(Some)
}
