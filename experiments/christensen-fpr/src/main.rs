//! The figures of Christensen, Roginsky, Jimeno, *A new analysis of the false-positive rate of a Bloom filter*
//! (2010), and some that carry its argument on.

mod best_k;
mod certified;
mod counted;
mod enumeration;
mod fig1_algorithm;
mod fig2_relative_error;
mod fills;
mod grid;
mod holder_chain;
mod icarus;
mod literal;
mod looks;
mod prelude;
mod sizing_penalty;
mod small_filters;
mod small_systems;
mod stability;
mod two_experiments;

bloomlab_workbench::paper!();
