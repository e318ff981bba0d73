//! Which formula for the false-positive rate of one filter can be trusted, in which arithmetic, at which size.

mod atlas;
mod digits;
mod evaluated;
mod grid;
mod safe_size;
mod sampled;

bloomlab_tables::program!(atlas, digits, safe_size);
