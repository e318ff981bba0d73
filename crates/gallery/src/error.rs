//! Why there is no gallery.

use bloomlab_workbench::WorkbenchError;

use crate::PAGE;

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
    #[error("gallery: line {line} of {PAGE} is not what figures, claims and notes make now; run `make figures`")]
    Differs {
        /// The first line that differs.
        line: usize,
    },
}
