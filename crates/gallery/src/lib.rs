#![doc = include_str!("../README.md")]
//!
//! The page `figures/index.html`, its claims for programs, `figures/claims.json`, and the content hashes in `data/SHA256SUMS` are made
//! from the committed files alone: provenance, pictures, claims, the findings and chapters in `experiments`, and the errata and answered
//! questions in the `NOTES.md` of every experiment. The bytes are the same on every machine.

mod chapters;
mod error;
mod finding;
mod machine;
mod notes;
mod numbers;
mod overview;
mod page;
mod path;
mod ro_crate;
mod sums;
mod svg;
mod typeset;

use std::collections::{BTreeMap, BTreeSet};

use askama::Template;
use bloomlab_workbench::{Claim, PaperClaims, Workspace};

use chapters::{Chapter, Chapters, FINDINGS};
pub use error::GalleryError;
use finding::FindingItem;
pub use machine::CLAIMS;
use machine::claims_json;
use notes::PaperNotes;
use overview::Overview;
pub use overview::{OVERVIEW, OVERVIEW_TABLE};
use page::{ChapterSection, FigureSection, Page, PaperSection};
pub use page::{STYLE, THEME};
pub use ro_crate::{METADATA, RoCrate};
pub use sums::SUMS;
use sums::sums;

/// Where the notes on all papers lie in the workspace.
const NOTES: &str = "paper-notes.md";

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

/// A file by its place in the workspace, and its text.
type File = (&'static str, String);

impl Gallery {
    /// Writes the page, the claims for programs, the claims overview with its table, and the content hashes of all figures, each
    /// file whole or not at all.
    ///
    /// # Errors
    /// Files that are damaged or cannot be read or written.
    pub fn write(workspace: &Workspace) -> Result<Self, GalleryError> {
        let (gallery, files) = gallery(workspace)?;
        for (file, text) in files {
            workspace.write(file, text.as_bytes())?;
        }
        Ok(gallery)
    }

    /// Compares what [`Gallery::write`] would write with the files on disk.
    ///
    /// # Errors
    /// As [`Gallery::write`], and when one of them differs.
    pub fn verify(workspace: &Workspace) -> Result<Self, GalleryError> {
        let (gallery, files) = gallery(workspace)?;
        for (file, present) in files {
            if let Some(line) = first_difference(&workspace.read(file)?, &present) {
                return Err(GalleryError::Differs { file, line });
            }
        }
        Ok(gallery)
    }
}

/// The number of the first line that differs.
#[must_use]
pub fn first_difference(committed: &str, present: &str) -> Option<usize> {
    let same = committed.lines().zip(present.lines()).take_while(|(old, new)| old == new);
    (committed != present).then(|| same.count() + 1)
}

/// The page of a workspace and the files beside it, the page last; the claims overview only where there are claims.
fn gallery(workspace: &Workspace) -> Result<(Gallery, Vec<File>), GalleryError> {
    let claims = workspace.claims(None)?;
    check_ids(&claims)?;
    let mut files = vec![(CLAIMS, claims_json(&claims)?), (SUMS, sums(workspace)?)];
    let (mut papers, mut sections, mut missing, mut names) = (Vec::new(), BTreeMap::new(), Vec::new(), Vec::new());
    for paper in workspace.papers()? {
        let of_paper = claims.iter().find(|found| found.paper == paper);
        let mut left = of_paper.map(|found| found.claims.clone()).unwrap_or_default();
        let (mut made, mut short) = (Vec::new(), BTreeSet::new());
        for figure in workspace.figures(&paper)? {
            match figure_section(workspace, &paper, &figure, &mut left)? {
                Some(section) => {
                    made.push(section);
                    short.insert(figure);
                }
                None => missing.push(format!("{paper}/{figure}")),
            }
        }
        made.sort_by_key(FigureSection::order);
        names.extend(made.iter().map(|section| section.anchor.clone()));
        sections.extend(made.into_iter().map(|section| (section.anchor.clone(), section)));
        let notes = match PaperNotes::read(workspace, &paper, &short)? {
            Some(notes) => notes,
            None => PaperNotes::titled(description(workspace, &paper).unwrap_or_else(|| paper.clone())),
        };
        let all = of_paper.map_or(&[][..], |found| &found.claims);
        papers.push(PaperSection::new(paper, notes, all, left));
    }
    if let Some(overview) = Overview::of(&papers, &claims)? {
        files.extend([(OVERVIEW, overview.svg), (OVERVIEW_TABLE, overview.csv)]);
    }
    let mut findings = Vec::new();
    for finding in chapters::findings(workspace)? {
        match sections.get(&finding.figure) {
            Some(figure) => findings.push(FindingItem::new(&finding, figure)?),
            None if missing.contains(&finding.figure) => {}
            None => return Err(GalleryError::NoSuchFigure { file: FINDINGS, figure: finding.figure }),
        }
    }
    names.extend(missing.iter().cloned());
    let chapters = chapters(workspace, names)?.into_iter();
    let chapters = chapters.map(|chapter| ChapterSection::new(chapter, &mut sections)).collect();
    let page = Page::new(workspace, findings, chapters, papers);
    let html = page.render()?;
    let (figures, claims) = (page.figures(), page.claims());
    let gallery = Gallery { page: PAGE, papers: page.papers.len(), figures, claims, bytes: html.len(), missing };
    files.push((PAGE, html));
    Ok((gallery, files))
}

/// The chapters with all figures; a single one where the workspace has none.
fn chapters(workspace: &Workspace, figures: Vec<String>) -> Result<Vec<Chapter>, GalleryError> {
    match Chapters::read(workspace)? {
        Some(mut chapters) => {
            chapters.place(&figures)?;
            Ok(chapters.chapter)
        }
        None => {
            Ok(vec![Chapter { id: "figures".to_owned(), title: "Figures".to_owned(), figures, ..Chapter::default() }])
        }
    }
}

/// Whether every id is of one claim; titles have those of their figures.
fn check_ids(papers: &[PaperClaims]) -> Result<(), GalleryError> {
    let mut ids = BTreeMap::new();
    for one in papers {
        for claim in one.claims.iter().filter(|claim| !claim.is_title()) {
            if let Some(first) = ids.insert(&claim.id, &one.paper) {
                return Err(GalleryError::TakenId { id: claim.id.clone(), papers: [first.clone(), one.paper.clone()] });
            }
        }
    }
    Ok(())
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
    let Some(provenance) = workspace.provenance(paper, figure)? else { return Ok(None) };
    let picture = format!("figures/{paper}/{figure}.svg");
    let svg = match provenance.shown {
        Some(_) => None,
        None if workspace.path(&picture).is_file() => Some(workspace.read(&picture)?),
        None => return Ok(None),
    };
    let mine = claims.extract_if(.., |claim| claim.figure == figure).collect();
    FigureSection::new(provenance, svg.as_deref(), mine).map(Some)
}
