//! Every result against an independent route.

mod ages;
mod cycles;
mod dense_chain;
mod every_outcome;
mod fading;
mod models;
mod reuse;
mod rivals;
mod scaling;
mod stable;
mod support;
mod sweeps;
mod variants;
