//! How each kind of filter looks, in all figures.

use bloomlab_pictures::{Colour, Dash, Look, Marker};

use crate::blocks::Filter;

/// Blocks of a cache line.
pub(crate) const CACHE_LINE: Look = Look::new(Colour::Blue).heavy();

/// How a filter looks.
pub(crate) fn of(filter: Filter) -> Look {
    match filter {
        Filter::Unblocked => Look::new(Colour::Ink).dashed(Dash::DashDot).marked(Marker::Diamond),
        Filter::Split(_) => Look::new(Colour::Wine).marked(Marker::Wedge),
        Filter::Plain(64) => Look::new(Colour::Vermilion).marked(Marker::Square),
        Filter::Plain(128) => Look::new(Colour::Brown).marked(Marker::OpenSquare),
        Filter::Plain(256) => Look::new(Colour::Green).marked(Marker::Triangle),
        Filter::Plain(512) => CACHE_LINE,
        Filter::Plain(1024) => Look::new(Colour::Indigo).marked(Marker::OpenTriangle),
        Filter::Plain(_) => Look::new(Colour::Purple).marked(Marker::Ring),
    }
}

/// How a picture names a filter.
pub(crate) fn name(filter: Filter) -> String {
    match filter {
        Filter::Unblocked => "no blocks".to_owned(),
        Filter::Split(word_bits) => format!("split, *W* = {word_bits}"),
        Filter::Plain(block_bits) => format!("*B* = {block_bits}"),
    }
}
