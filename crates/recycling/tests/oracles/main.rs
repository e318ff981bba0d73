//! Every result against an independent route.

mod bit_arrays;
mod cycles;
mod dense_chain;
mod properties;
mod rivals;
mod scaling;
mod stable;
mod structures;
mod support;
mod sweeps;
mod variants;
