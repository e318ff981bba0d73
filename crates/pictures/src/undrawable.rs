//! Reasons why a picture cannot be drawn.

use crate::Scale;

/// A picture that cannot be drawn from what it was given.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Undrawable {
    /// A value that is not finite, or not positive on a logarithmic axis.
    #[error("{axis}: {value} has no place on a {scale} axis")]
    OffScale {
        /// The axis's label.
        axis: String,
        /// The value.
        value: f64,
        /// The axis's scale.
        scale: Scale,
    },
    /// Nothing to draw.
    #[error("no {0} to draw")]
    Empty(String),
    /// An arrow from or to a state that does not exist.
    #[error("an arrow from {0} to {1} among {2} states")]
    StrayArrow(usize, usize, usize),
    /// A value below every class of the colour bar.
    #[error("{0}: no class holds {1}")]
    NoClass(String, f64),
    /// Cells that have no mark: a picture has four.
    #[error("there is no mark for missing values of kind {0}")]
    NoMark(usize),
    /// Something that has no room.
    #[error("{0:?} needs {1:.0} pixels of {2:.0}")]
    TooWide(String, f64, f64),
    /// A text whose marks mark nothing, or do not end.
    #[error("{0:?}: {1}")]
    Markup(String, &'static str),
    /// A letter whose width is not known.
    #[error("no width is known of the letter {0:?}")]
    UnknownLetter(char),
    /// One name in two colours.
    #[error("{0:?} has two looks in one figure")]
    TwoLooks(String),
    /// More entries in a legend than a reader keeps in mind.
    #[error("a legend of {}: {}; at most {}, or names at the ends of lines", .0.len(), .0.join(", "), crate::figure::MOST)]
    LongLegend(Vec<String>),
    /// plotters could not draw.
    #[error("plotters: {0}")]
    Plotters(String),
}
