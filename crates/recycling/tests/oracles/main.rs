//! Every result against an independent route.

mod bit_arrays;
mod cycles;
mod dense_chain;
mod every_outcome;
mod fading;
mod properties;
mod rivals;
mod scaling;
mod stable;
mod structures;
mod support;
mod sweeps;
mod variant_facts;
mod variants;
