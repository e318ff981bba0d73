//! Lengths: of texts, of values on axes.

pub(crate) mod markup;
pub(crate) mod metrics;
pub(crate) mod range;
pub(crate) mod scale;
pub(crate) mod ticks;
