//! The figures of Kwon, Shankar, Pontarelli, Reviriego, *A fingerprint-based Bloom filter with deletion capabilities*,
//! and some that carry its argument on.

mod best_region;
mod cell_strips;
mod comparison;
mod counter_bits;
mod deletions;
mod fig1_cells;
mod fig2_example;
mod fig3_dlbf_model;
mod fig4_deletability;
mod fig5_fpr;
mod fig6_fpr_r02;
mod fig7_fpr_r03;
mod filters;
mod lead;
mod looks;
mod measured;
mod panels;
mod poisson_error;
mod rates;
mod removals;
mod score;
mod shards;
mod size_bias;
mod sweep;
mod trade_off;
mod trials;
mod validation;

bloomlab_workbench::paper! {
    fig1_cells::Cells,
    fig2_example::Example,
    fig3_dlbf_model::DlbfModel,
    fig4_deletability::Deletability,
    fig5_fpr::Rate,
    fig6_fpr_r02::RateAfterDeletions,
    fig7_fpr_r03::RateAfterDeletions,
    validation::Validation,
    deletions::Deletions,
    trade_off::TradeOff,
    poisson_error::PoissonError,
    size_bias::SizeBias,
    removals::Removals,
    counter_bits::CounterBits,
    best_region::BestRegion,
    shards::Shards,
}
