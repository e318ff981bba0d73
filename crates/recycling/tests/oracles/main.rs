//! Every result against an independent route.

mod bit_arrays;
mod cycles;
mod dense_chain;
mod every_outcome;
mod properties;
mod scaling;
mod support;
mod sweeps;
mod variants;
