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

fn main() -> ExitCode {
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
        .run()
}
