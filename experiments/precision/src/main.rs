//! Which formula for the false-positive rate of one filter can be trusted, in which arithmetic, at which size.

mod approximations;
mod atlas;
mod digits;
mod evaluated;
mod grid;
mod model_error;
mod safe_size;

use std::process::ExitCode;

const BUILD: report::Build = include!(concat!(env!("OUT_DIR"), "/build.rs"));

fn paper() -> report::Paper {
    report::Paper::new(BUILD)
        .figure::<atlas::Atlas>("atlas")
        .figure::<model_error::ModelError>("model-error")
        .figure::<safe_size::SafeSize>("safe-size")
        .figure::<digits::Digits>("digits")
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
