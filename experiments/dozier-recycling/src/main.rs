//! The figures of Dozier, Salamatian, Rubenstein, *Modeling average false positive rates of recycling Bloom filters*,
//! and some that carry its argument on.

mod catalogue;
mod claim_1;
mod counting;
mod cycle;
mod enumerated;
mod fading_popularity;
mod fig1_2_transitions;
mod fig3_residuals;
mod fig4_bounds;
mod fig5_6_capacity;
mod fig7_one_two_phase;
mod filling;
mod kinds;
mod lemmas;
mod looks;
mod measures;
mod metered;
mod operations;
mod oracle;
mod prelude;
mod scale;
mod simulated;
mod small_chains;
mod theorem_1;
mod variants;
mod window_guarantee;
mod worst_case;

bloomlab_workbench::paper!();
