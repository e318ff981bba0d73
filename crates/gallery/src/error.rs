//! Errors of the gallery.

use bloomlab_pictures::Undrawable;
use bloomlab_workbench::WorkbenchError;

/// The page of all figures cannot be made, or is not the one committed.
#[derive(Debug, thiserror::Error)]
pub enum GalleryError {
    /// A file that the page is made from is damaged, or a file cannot be read or written.
    #[error(transparent)]
    Workspace(#[from] WorkbenchError),
    /// A picture that cannot become a part of the page.
    #[error("gallery: {figure}: its picture {fault}")]
    Picture {
        /// Paper and figure.
        figure: String,
        /// What is wrong with it.
        fault: String,
    },
    /// The claims overview cannot be drawn.
    #[error("gallery: the claims overview: {0}")]
    Overview(#[from] Undrawable),
    /// A figure has no chapter, or two.
    #[error("gallery: experiments/chapters.toml: {figure} {fault}")]
    Chapter {
        /// Paper and figure.
        figure: String,
        /// What is wrong.
        fault: &'static str,
    },
    /// The claims cannot be written for programs.
    #[error("gallery: {0}")]
    Json(#[from] serde_json::Error),
    /// A finding or a chapter is of a figure that does not exist.
    #[error("gallery: {file} names {figure}, which is no figure of this workspace")]
    NoSuchFigure {
        /// The file that names it.
        file: &'static str,
        /// Paper and figure.
        figure: String,
    },
    /// A finding cites what is no fact of its figure.
    #[error("gallery: {file}, {figure}: {why}")]
    NoSuchFact {
        /// The file of the findings.
        file: &'static str,
        /// Paper and figure.
        figure: String,
        /// What it cites.
        why: String,
    },
    /// Two papers have a claim of this id.
    #[error("gallery: claim {id}: both {} and {} have it; use a letter that no other paper has", papers[0], papers[1])]
    TakenId {
        /// The id.
        id: String,
        /// Both papers.
        papers: [String; 2],
    },
    /// The page cannot be filled in.
    #[error("gallery: {0}")]
    Template(#[from] askama::Error),
    /// A file on disk differs from what the other files give.
    #[error("gallery: line {line} of {file} differs from what figures, claims and notes give now; run `make figures`")]
    Differs {
        /// The file.
        file: &'static str,
        /// The first line that differs.
        line: usize,
    },
}
