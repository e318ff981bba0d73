//! The figures of Dozier, Salamatian, Rubenstein, *Modeling average false positive rates of recycling Bloom filters*,
//! and some that carry its argument on.

mod capacities;
mod catalogue;
mod claim_1;
mod counting;
mod fig1_forward;
mod fig2_backward;
mod fig3_one_phase;
mod fig3_two_phase;
mod fig4_bounds;
mod fig5_capacity_memory;
mod fig6_capacity_rate;
mod fig7_one_two_phase;
mod forgetting;
mod n_bounded;
mod scale;
mod sigma_bounded;
mod simulated;
mod small_filter;
mod theorem_1;
mod variants;

use std::process::ExitCode;

const BUILD: report::Build = include!(concat!(env!("OUT_DIR"), "/build.rs"));

fn paper() -> report::Paper {
    report::Paper::new(BUILD)
        .figure::<fig1_forward::Forward>("fig1-forward")
        .figure::<fig2_backward::Backward>("fig2-backward")
        .figure::<fig3_one_phase::OnePhase>("fig3-one-phase")
        .figure::<fig3_two_phase::TwoPhases>("fig3-two-phase")
        .figure::<fig4_bounds::Bounds>("fig4-bounds")
        .figure::<fig5_capacity_memory::CapacityMemory>("fig5-capacity-memory")
        .figure::<fig6_capacity_rate::CapacityRate>("fig6-capacity-rate")
        .figure::<fig7_one_two_phase::OneTwoPhase>("fig7-one-two-phase")
        .figure::<variants::Variants>("variants")
        .figure::<n_bounded::ShortOfExact>("n-bounded")
        .figure::<forgetting::Forget>("forgetting")
        .figure::<counting::Countings>("counting")
        .figure::<theorem_1::Theorem1>("theorem-1")
        .figure::<claim_1::Claim1>("claim-1")
        .figure::<scale::Scaling>("scale")
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
