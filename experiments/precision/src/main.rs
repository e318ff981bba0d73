//! Which formula for the false-positive rate of one filter can be trusted, in which arithmetic, at which size.

mod approximations;
mod atlas;
mod digits;
mod evaluated;
mod extremes;
mod grid;
mod looks;
mod prelude;
mod safe_size;
mod sampled;
mod seconds;

bloomlab_workbench::paper!();
