//! Balls in bins and the shared vocabulary, each against its definition.

mod any_size;
mod bound;
mod combinatorics;
mod deletable_kind;
mod distinct;
mod distribution;
mod domains;
mod doubles;
mod filling;
mod hypergeometric;
mod search;
