#![doc = include_str!("../README.md")]

mod colour;
mod draw;
mod figure;
mod layout;
mod look;
mod measure;
mod picture;
mod undrawable;

pub use colour::Colour;
pub use draw::diagram::{Arrow, Diagrams};
pub use draw::listing::{Listing, listings};
pub use draw::strips::{StripCell, Strips};
pub use figure::{
    Along, Axis, Bar, COLUMN, Cell, Corner, Figure, Fill, Key, Mark, Note, PAGE, Panel, Point, Pointer, Region, Rule,
    Series,
};
pub use look::{Dash, Look, Marker};
pub use measure::metrics::text_width;
pub use measure::scale::Scale;
pub use measure::ticks::{grouped, power, tick_label};
pub use picture::Picture;
pub use undrawable::Undrawable;
