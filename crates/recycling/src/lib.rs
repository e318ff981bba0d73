#![doc = include_str!("../README.md")]
//!
//! Recycling Bloom filters: filters that are cleared when they are full enough, and fill again.
//!
//! The analysis of Dozier, Salamatian, Rubenstein, *Modeling average false positive rates of recycling Bloom filters*, corrected where it
//! needs to be, with the papers' own formulas under names that begin with `published`.
//!
//! A filter has m bits (the papers' M) and k hash functions, with or without replacement ([`Shape`](bloomlab_numbers::Shape)). It recycles
//! when a message would set more than σ bits ([`SigmaBounded`], [`Retaining`]) or after N bit-setting messages
//! ([`NBounded`]). Rates are averages over new messages.
//!
//! * Any arithmetic, any filter of the twelve kinds: [`variant_average`], [`variant_forgetting`], [`Variant::averages`].
//!   [`Variant::averages_in_double`] has the route that suits the filter.
//! * Any arithmetic, one filter at a time: [`transitions`], [`Visits`], [`stationary`], [`one_phase`], [`retaining`],
//!   [`n_bounded`], [`continuation`], [`count_each_uniform`].
//! * Double precision, messages that return after random distances: [`Reuse`], [`Ages`], [`ForgettingCurve`], [`LargeFilter`],
//!   [`processed_repeats`].
//! * Double precision, every threshold in one pass: [`Sweep`], [`TwoPhaseSweep`], [`NBoundedSweep`].
//! * Double precision, filters of any size: [`sigma_bounded_rate`], [`capacity`], [`plan_sigma_bounded`]. Filters of up
//!   to 65,536 bits: [`n_bounded_rate`], and the plans [`plan_n_bounded`] and [`plan_worst_case`].
//! * Rivals, in any arithmetic: [`ring`], [`rolling`], [`age_partitioned`], [`time_aware`], [`stable`].

pub mod accuracy;
pub mod age_partitioned;
mod cycle_length;
mod elimination;
mod fading;
mod n_bounded;
mod one_phase;
mod parameters;
mod plan;
mod popularity;
mod published;
mod retaining;
pub mod ring;
pub mod rolling;
mod scaling;
mod settled;
pub mod stable;
mod sweep;
pub mod time_aware;
mod transitions;
mod variants;
mod visits;

pub use cycle_length::{continuation, continuation_limit, theorem_1_factor};
pub use elimination::stationary_by_elimination;
pub use fading::{Ages, ForgettingCurve, LargeFilter, ProcessedRepeats, Reuse, ReuseError, processed_repeats};
pub use n_bounded::{NBoundedRates, n_bounded, n_bounded_rate, worst_case_rate};
pub use one_phase::{Average, one_hash_rate, one_phase, stationary};
pub use parameters::{MAX_HASHES, NBounded, Retaining, SigmaBounded, shape_of_each};
pub use plan::{
    Plan, plan_n_bounded, plan_sigma_bounded, plan_worst_case, published_bound_capacities, worst_case_capacity,
};
pub use popularity::{Counts, count_each_uniform};
pub use published::{published_messages_per_cycle, published_one_phase, published_transition_matrix};
pub use retaining::{published_retaining, published_retaining_by_linear_solve, retaining, retaining_stationary};
pub use scaling::{
    CapacityLimit, InfiniteAverage, Route, capacity, capacity_limit, infinite_average, sigma_bounded_rate,
};
pub use settled::settled_rate;
pub use sweep::{AtSigma, NBoundedSweep, Sweep, TwoPhaseSweep, swept_rate};
pub use transitions::{false_positive_probability, published_recursion, transitions};
pub use variants::{
    Averages, Cycle, Forgetting, Published, TwoPhaseAverage, Variant, variant_average, variant_forgetting,
};
pub use visits::{State, Visits};
