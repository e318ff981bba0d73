//! The figures of Dozier, Salamatian, Rubenstein, *Modeling average false positive rates of recycling Bloom filters*,
//! and some that carry its argument on.

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
mod lemmas;
mod metered;
mod operations;
mod oracle;
mod simulated;
mod small_chains;
mod theorem_1;
mod variants;
mod window_guarantee;
mod worst_case;

bloomlab_tables::program!(
    claim_1,
    counting,
    cycle,
    fading_popularity,
    fig1_2_transitions,
    fig3_residuals,
    fig4_bounds,
    fig5_6_capacity,
    fig7_one_two_phase,
    lemmas,
    operations,
    oracle,
    small_chains,
    theorem_1,
    variants,
    window_guarantee,
    worst_case,
);
