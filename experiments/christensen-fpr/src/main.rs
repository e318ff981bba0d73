//! The figures of Christensen, Roginsky, Jimeno, *A new analysis of the false-positive rate of a Bloom filter*
//! (2010), and two that carry its argument on.

mod bloom_1970;
mod certified;
mod counted;
mod fig1_algorithm;
mod fig2_relative_error;
mod sizing_penalty;

use std::process::ExitCode;

const BUILD: report::Build = include!(concat!(env!("OUT_DIR"), "/build.rs"));

fn main() -> ExitCode {
    report::Paper::new(BUILD)
        .figure::<fig1_algorithm::Algorithm>("fig1-algorithm")
        .figure::<fig2_relative_error::RelativeError>("fig2-relative-error")
        .figure::<bloom_1970::Bloom1970>("bloom-1970")
        .figure::<sizing_penalty::SizingPenalty>("sizing-penalty")
        .run()
}
