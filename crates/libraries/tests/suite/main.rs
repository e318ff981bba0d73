//! What libraries build, against loops, positions and reported sizes.

mod bytes_and_bits;
mod engines;
mod measured;
mod multiples;
mod other_languages;
mod slices;
mod small_filters;
mod structures;
mod walks_in_slices;
