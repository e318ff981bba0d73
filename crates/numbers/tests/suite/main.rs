//! Balls in bins and the shared vocabulary, each against its definition.

mod any_size;
mod balls_in_bins;
mod bound;
mod combinatorics;
mod deletable_kind;
mod distinct;
mod distribution;
mod doubles;
mod filling;
mod hypergeometric;
mod out_of_domain;
mod search;
mod shape;
mod target;
