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

fn paper() -> report::Paper {
    report::Paper::new(BUILD)
        .figure::<fig1_algorithm::Algorithm>("fig1-algorithm")
        .figure::<fig2_relative_error::RelativeError>("fig2-relative-error")
        .figure::<bloom_1970::Bloom1970>("bloom-1970")
        .figure::<sizing_penalty::SizingPenalty>("sizing-penalty")
}

fn main() -> ExitCode {
    paper().run()
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_verdict_depends_on_its_table() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let fixed = super::paper().verdicts_that_nothing_moves(&root).unwrap();
        assert!(fixed.is_empty(), "whatever the tables say, these stay as they are: {fixed:?}");
    }
}
