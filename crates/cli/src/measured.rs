//! The measured rates of libraries and engines.

mod engine;
mod library;

pub use engine::MeasuredEngine;
pub use library::Measured;
