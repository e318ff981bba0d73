//! How each kind of filter looks, in all figures.

use crate::prelude::*;

/// Sizes of blocks, from light to dark; the cache line in the middle.
const BLOCKS: usize = 5;
/// Blocks of a cache line.
pub(crate) const CACHE_LINE: Look = Look::new(Colour::Ramp(2)).heavy();

/// How a filter looks.
pub(crate) fn of(filter: Filter) -> Look {
    match filter {
        Filter::Unblocked => Look::new(Colour::Ink).dashed(Dash::DashDot).marked(Marker::Diamond),
        Filter::Split(_) => Look::new(things::SPLIT).marked(Marker::Wedge),
        Filter::Plain(512) => CACHE_LINE,
        Filter::Plain(block_bits @ 0..512) => Look::step(usize::from(block_bits > 128), BLOCKS),
        Filter::Plain(block_bits) => Look::step(3 + usize::from(block_bits > 1024), BLOCKS),
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
