//! The figures of Christensen, Roginsky, Jimeno, *A new analysis of the false-positive rate of a Bloom filter*
//! (2010), and two that carry its argument on.

mod bloom_1970;
mod certified;
mod counted;
mod fig1_algorithm;
mod fig2_relative_error;
mod sizing_penalty;

report::paper! {
    fig1_algorithm::Algorithm,
    fig2_relative_error::RelativeError,
    bloom_1970::Bloom1970,
    sizing_penalty::SizingPenalty,
}
