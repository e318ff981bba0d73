//! Every result against an independent route.

mod ages;
mod averages;
mod cycles;
mod dense_chain;
mod every_outcome;
mod fading;
mod limit;
mod models;
mod parameters;
mod properties;
mod reuse;
mod reuse_text;
mod rivals;
mod scaling;
mod stable;
mod support;
mod sweeps;
mod variant_facts;
mod variants;
