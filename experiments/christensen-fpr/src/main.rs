//! The figures of Christensen, Roginsky, Jimeno, *A new analysis of the false-positive rate of a Bloom filter*
//! (2010), and some that carry its argument on.

mod best_k;
mod certified;
mod fig1_algorithm;
mod fig2_relative_error;
mod holder_chain;
mod icarus;
mod sizing_penalty;
mod small_filters;
mod small_systems;
mod stability;
mod two_experiments;

bloomlab_tables::program!(
    best_k,
    fig1_algorithm,
    fig2_relative_error,
    holder_chain,
    icarus,
    sizing_penalty,
    small_filters,
    small_systems,
    stability,
    two_experiments,
);
