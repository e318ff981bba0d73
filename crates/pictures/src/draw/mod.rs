//! Strokes: everything as SVG.

pub(crate) mod axes;
pub(crate) mod canvas;
pub(crate) mod cells;
pub(crate) mod curve;
pub(crate) mod diagram;
pub(crate) mod figure;
pub(crate) mod legend;
pub(crate) mod listing;
pub(crate) mod marker;
pub(crate) mod missing;
pub(crate) mod notes;
pub(crate) mod strips;
pub(crate) mod svg;
