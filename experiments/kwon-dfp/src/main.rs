//! The figures of Kwon, Shankar, Pontarelli, Reviriego, *A fingerprint-based Bloom filter with deletion capabilities*,
//! and two that carry its argument on.

mod cell_strips;
mod deletions;
mod fig1_cells;
mod fig2_example;
mod fig3_dlbf_model;
mod fig4_deletability;
mod fig5_fpr;
mod fig6_fpr_r02;
mod fig7_fpr_r03;
mod measured;
mod score;
mod sweep;
mod trade_off;
mod validation;

use std::process::ExitCode;

const BUILD: report::Build = include!(concat!(env!("OUT_DIR"), "/build.rs"));

fn paper() -> report::Paper {
    report::Paper::new(BUILD)
        .figure::<fig1_cells::Cells>("fig1-cells")
        .figure::<fig2_example::Example>("fig2-example")
        .figure::<fig3_dlbf_model::DlbfModel>("fig3-dlbf-model")
        .figure::<fig4_deletability::Deletability>("fig4-deletability")
        .figure::<fig5_fpr::Rate>("fig5-fpr")
        .figure::<fig6_fpr_r02::RateAfterDeletions>("fig6-fpr-r02")
        .figure::<fig7_fpr_r03::RateAfterDeletions>("fig7-fpr-r03")
        .figure::<validation::Validation>("validation")
        .figure::<deletions::Deletions>("deletions")
        .figure::<trade_off::TradeOff>("trade-off")
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
