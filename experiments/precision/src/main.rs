//! Which formula for the false-positive rate of one filter can be trusted, in which arithmetic, at which size.

mod approximations;
mod atlas;
mod digits;
mod evaluated;
mod extremes;
mod grid;
mod model_error;
mod safe_size;

bloomlab_workbench::paper! {
    atlas::Atlas,
    model_error::ModelError,
    safe_size::SafeSize,
    digits::Digits,
}
