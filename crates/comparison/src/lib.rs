#![doc = include_str!("../README.md")]
//!
//! * [`for_items`]: the smallest filter of each kind that keeps a target rate with n items, by its exact rate, beside
//!   the bounds that hold for any filter. [`SizedFilter`] says what it can do besides.
//! * [`for_window`]: the filters that remember the last W messages at a mean rate; what they guarantee, and what they forget.
//!
//! A table that an engineer chooses by: sizes are whole numbers of what each filter is made of, and roundings that a
//! filter cannot avoid (powers of two, whole fingerprints) are in them.

mod deletable;
mod filter;
mod items;
mod plain;
mod search;
#[cfg(feature = "serde")]
mod serialized;
mod window;
mod window_filter;
mod without_guarantee;

pub use filter::{CACHE_LINE, FilterKind, SizedFilter};
pub use items::for_items;
pub use window::for_window;
pub use window_filter::{SizedWindow, WindowFilter};
