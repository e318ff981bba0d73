//! What libraries build, against loops, positions and reported sizes.

mod bytes_and_bits;
mod engines;
#[cfg(feature = "measured")]
mod measured;
mod small_filters;
mod structures;
mod walks_in_slices;
