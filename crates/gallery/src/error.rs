//! Errors of the gallery.

use bloomlab_pictures::Undrawable;
use bloomlab_workbench::WorkbenchError;

use crate::notes::FILE;

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
    /// The claims overview or its table differs from what the claims give.
    #[error("gallery: {file} differs from what the claims give now; run `make figures`")]
    OverviewDiffers {
        /// The file.
        file: &'static str,
    },
    /// A finding or a measured cost is of a figure that does not exist.
    #[error("gallery: {file} names {figure}, which is no figure of this workspace")]
    NoSuchFigure {
        /// The file that names it.
        file: &'static str,
        /// Paper and figure.
        figure: String,
    },
    /// A plan of the calculator's tables cannot be made.
    #[error("gallery: the calculator: {0}")]
    Plan(String),
    /// The page cannot be filled in.
    #[error("gallery: {0}")]
    Template(#[from] askama::Error),
    /// A page on disk differs from what the other files give.
    #[error("gallery: line {line} of {page} differs from what figures, claims and notes give now; run `make figures`")]
    Differs {
        /// The page.
        page: &'static str,
        /// The first line that differs.
        line: usize,
    },
    /// A generated part of a document differs from what the other files give.
    #[error(
        "gallery: the generated part of {file} differs from what the other files give now, from line {line} on; run `make figures`"
    )]
    DocumentDiffers {
        /// The document.
        file: &'static str,
        /// The first line that differs.
        line: usize,
    },
    /// A generated part of a document has no end.
    #[error("gallery: {file}: the part that {comment} begins has no end")]
    Unfinished {
        /// The document.
        file: &'static str,
        /// The comment that begins it.
        comment: String,
    },
    /// The notes have a table for a paper without claims.
    #[error("gallery: {FILE}: a table of the claims of {0}, which has none")]
    NoClaims(String),
}
