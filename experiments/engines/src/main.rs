//! The filters inside engines: what databases, file formats and tools promise, what their own schemes must give, and what they do.

mod distributions;
mod measured;

bloomlab_workbench::paper!();
