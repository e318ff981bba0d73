#![doc = include_str!("../README.md")]
//!
//! The page `figures/index.html` and the content hashes in `data/SHA256SUMS` are made from the committed files alone: provenance,
//! pictures, claims, and the errata and answered questions in the `NOTES.md` of every
//! experiment. The bytes are the same on every machine.

mod error;
mod findings;
mod notes;
mod numbers;
mod overview;
mod page;
mod ro_crate;
mod sums;
mod svg;
mod typeset;

use std::collections::{BTreeMap, BTreeSet};

use askama::Template;
use bloomlab_workbench::{Claim, WorkbenchError, Workspace};

pub use error::GalleryError;
use findings::FINDINGS;
use notes::PaperNotes;
use overview::Overview;
pub use overview::{OVERVIEW, OVERVIEW_TABLE};
use page::{FigureSection, FindingItem, OverviewSection, Page, PaperSection};
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

impl Gallery {
    /// Writes the page, the claims overview with its table, and the content hashes of all figures, each file whole
    /// or not at all.
    ///
    /// # Errors
    /// Files that are damaged or cannot be read or written.
    pub fn write(workspace: &Workspace) -> Result<Self, GalleryError> {
        let (gallery, html, overview) = gallery(workspace)?;
        if let Some(overview) = overview {
            workspace.write(OVERVIEW, overview.svg.as_bytes())?;
            workspace.write(OVERVIEW_TABLE, &overview.csv)?;
        }
        workspace.write(SUMS, sums(workspace)?.as_bytes())?;
        workspace.write(PAGE, html.as_bytes())?;
        Ok(gallery)
    }

    /// Compares the page, the claims overview and the content hashes on disk with what the other files give now.
    ///
    /// # Errors
    /// As [`Gallery::write`], and when one of them differs.
    pub fn verify(workspace: &Workspace) -> Result<Self, GalleryError> {
        let (gallery, html, overview) = gallery(workspace)?;
        if let Some(overview) = overview {
            let differs = |file, present: &[u8]| Ok::<_, WorkbenchError>(workspace.read(file)?.as_bytes() != present);
            for (file, present) in [(OVERVIEW, overview.svg.as_bytes()), (OVERVIEW_TABLE, &overview.csv)] {
                if differs(file, present)? {
                    return Err(GalleryError::OverviewDiffers { file });
                }
            }
        }
        for (page, present) in [(SUMS, sums(workspace)?), (PAGE, html)] {
            if let Some(line) = first_difference(&workspace.read(page)?, &present) {
                return Err(GalleryError::Differs { page, line });
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

/// The page of a workspace, and the claims overview where there are claims.
fn gallery(workspace: &Workspace) -> Result<(Gallery, String, Option<Overview>), GalleryError> {
    let (mut sections, mut missing, mut ids) = (Vec::new(), Vec::new(), BTreeMap::new());
    for paper in workspace.papers()? {
        let mut claims: Vec<_> = workspace.claims(Some(&paper))?.into_iter().flat_map(|found| found.claims).collect();
        for claim in claims.iter().filter(|claim| !claim.is_title()) {
            if let Some(first) = ids.insert(claim.id.clone(), paper.clone()) {
                return Err(GalleryError::TakenId { id: claim.id.clone(), papers: [first, paper] });
            }
        }
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
        let notes = match PaperNotes::read(workspace, &paper, &names)? {
            Some(notes) => notes,
            None => PaperNotes::titled(description(workspace, &paper).unwrap_or_else(|| paper.clone())),
        };
        sections.push(PaperSection::new(paper, notes, made, claims));
    }
    let overview = Overview::of(&sections.iter().map(PaperSection::overview).collect::<Vec<_>>())?;
    let drawn = overview.as_ref().map(OverviewSection::new).transpose()?;
    let mut findings = Vec::new();
    for finding in findings::read(workspace)? {
        match sections.iter().find_map(|section| section.figure(&finding.figure)) {
            Some(figure) => findings.push(FindingItem::new(&finding.sentence, figure)?),
            None if missing.contains(&finding.figure) => {}
            None => return Err(GalleryError::NoSuchFigure { file: FINDINGS, figure: finding.figure }),
        }
    }
    let page = Page::new(drawn, findings, sections, workspace.path(NOTES).is_file());
    let html = page.render()?;
    let (papers, figures, claims) = (page.papers.len(), page.figures(), page.claims());
    Ok((Gallery { page: PAGE, papers, figures, claims, bytes: html.len(), missing }, html, overview))
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
