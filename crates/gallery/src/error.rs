//! Why there is no gallery.

use bloomlab_workbench::WorkbenchError;

use crate::PAGE;
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
    /// The page cannot be filled in.
    #[error("gallery: {0}")]
    Template(#[from] askama::Error),
    /// The page on disk is not what the other files give.
    #[error("gallery: {PAGE} is not what the figures, claims and notes give now, from line {line} on: make figures")]
    Differs {
        /// The first line that differs.
        line: usize,
    },
    /// The tables of claims in the notes are not what the claims give.
    #[error("gallery: the tables of {FILE} are not what the claims give now, from line {line} on: make figures")]
    NotesDiffer {
        /// The first line that differs.
        line: usize,
    },
    /// A table of claims in the notes has no end.
    #[error("gallery: {FILE}: the table of claims of {0} has no end")]
    Unfinished(String),
    /// The notes have a table for a paper without claims.
    #[error("gallery: {FILE}: a table of the claims of {0}, which has none")]
    NoClaims(String),
}
