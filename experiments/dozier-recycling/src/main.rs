//! The figures of Dozier, Salamatian, Rubenstein, *Modeling average false positive rates of recycling Bloom filters*,
//! and some that carry its argument on.

mod capacities;
mod catalogue;
mod claim_1;
mod counting;
mod cycle;
mod enumerated;
mod fading_popularity;
mod fig1_forward;
mod fig2_backward;
mod fig3_one_phase;
mod fig3_two_phase;
mod fig4_bounds;
mod fig5_capacity_memory;
mod fig6_capacity_rate;
mod fig7_one_two_phase;
mod filling;
mod forgetting;
mod grid;
mod lemmas;
mod looks;
mod metered;
mod n_bounded;
mod operations;
mod oracle;
mod phases_limit;
mod scale;
mod sigma_bounded;
mod simulated;
mod small_chains;
mod small_filter;
mod spread;
mod theorem_1;
mod two_phase_variants;
mod variants;
mod verdicts;
mod window_guarantee;
mod worst_case;

bloomlab_workbench::paper!();
