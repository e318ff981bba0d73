//! Why a picture cannot be drawn.

use crate::legend::MOST;
use crate::{MapCell, Scale};

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
    /// An axis without a value to span.
    #[error("{axis}: no values")]
    NoValues {
        /// The axis's label.
        axis: String,
    },
    /// A picture of nothing.
    #[error("no {0} to draw")]
    Empty(&'static str),
    /// An arrow that leaves or enters a state that does not exist.
    #[error("an arrow from {from} to {to} among {states} states")]
    StrayArrow {
        /// The state it leaves, counted from 0.
        from: usize,
        /// The state it enters, counted from 0.
        to: usize,
        /// The number of states.
        states: usize,
    },
    /// A row of a map of cells that does not have one panel under each title.
    #[error("{panels} panels under {titles} titles")]
    WrongPanels {
        /// The panels of the row.
        panels: usize,
        /// The titles of the columns.
        titles: usize,
    },
    /// A panel of a map of cells that does not have one cell at each place.
    #[error("{cells} cells in a panel of {places}")]
    WrongCells {
        /// The cells of the panel.
        cells: usize,
        /// The places that the axes have.
        places: usize,
    },
    /// A value below every class of the colour bar, or not a number.
    #[error("{bar}: no class holds {value}")]
    NoClass {
        /// The bar's label.
        bar: String,
        /// The value.
        value: f64,
    },
    /// Strips of cells and their legend, which together are wider than a picture.
    #[error("strips and legend need {needed} pixels: a picture has {most}")]
    TooWide {
        /// The pixels that they need.
        needed: f64,
        /// Those of a picture.
        most: f64,
    },
    /// A cell of a kind that its map does not have.
    #[error("{0:?} is of no kind")]
    NoKind(MapCell),
    /// A kind of cells that no mark is left for.
    #[error("there is no mark for {0}")]
    NoMark(String),
    /// A text whose marks mark nothing, or do not end.
    #[error("{text:?}: {why}")]
    Markup {
        /// The text.
        text: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A letter whose width the table of the pictures' fonts lacks.
    #[error("no width is known of the letter {0:?}")]
    UnknownLetter(char),
    /// One name in the legend for two looks.
    #[error("{name:?} has two looks in one figure")]
    TwoLooks {
        /// The name.
        name: String,
    },
    /// More entries in a legend than a reader keeps in mind.
    #[error("a legend of {}: {}; at most {MOST}, or names at the lines", entries.len(), entries.join(", "))]
    LongLegend {
        /// The names.
        entries: Vec<String>,
    },
    /// plotters could not draw.
    #[error("plotters: {0}")]
    Plotters(String),
}
