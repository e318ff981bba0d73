//! The figures of Kwon, Shankar, Pontarelli, Reviriego, *A fingerprint-based Bloom filter with deletion capabilities*,
//! and some that carry its argument on.

mod best_region;
mod cell_strips;
mod columns;
mod counter_bits;
mod deletions;
mod fig3_dlbf_model;
mod fig4_deletability;
mod fig5_fpr;
mod poisson_error;
mod rates;
mod sweep;
mod trade_off;
mod validation;

bloomlab_tables::program!(
    best_region,
    counter_bits,
    deletions,
    fig1_cells = cell_strips,
    fig2_example = cell_strips,
    fig3_dlbf_model,
    fig4_deletability,
    fig5_fpr,
    fig6_fpr_r02 = rates,
    fig7_fpr_r03 = rates,
    poisson_error,
    trade_off,
    validation,
);
