//! The figures of Kwon, Shankar, Pontarelli, Reviriego, *A fingerprint-based Bloom filter with deletion capabilities*,
//! and some that carry its argument on.

mod best_region;
mod cell_strips;
mod comparison;
mod counter_bits;
mod deletions;
mod fig3_dlbf_model;
mod fig4_deletability;
mod filters;
mod looks;
mod measured;
mod panels;
mod poisson_error;
mod prelude;
mod rates;
mod score;
mod sweep;
mod trade_off;
mod trials;
mod validation;

bloomlab_workbench::paper!();
