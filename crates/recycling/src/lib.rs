//! Recycling Bloom filters: filters that are cleared when they are full enough, and fill again.
mod cycle_length;
mod error;
mod forgetting;
mod n_bounded;
mod one_phase;
mod parameters;
mod popularity;
mod published;
mod retaining;
mod sweep;
mod transitions;
mod two_phase;
mod visits;

pub use cycle_length::{CycleLengths, Step, continuation, continuation_limit, lengths_until, theorem_1_factor};
pub use error::Error;
pub use forgetting::{Forgetting, forgetting_one_phase, forgetting_two_phase};
pub use n_bounded::{NBoundedRates, n_bounded, worst_case_rate};
pub use one_phase::{last_state_before_overflow, one_hash_rate, one_phase, stationary};
pub use parameters::{MAX_HASHES, NBounded, Positions, Retaining, Shape, SigmaBounded, Target, TwoPhase};
pub use popularity::{Counts, count_each, count_each_uniform};
pub use published::{published_messages_per_cycle, published_one_phase, published_transition_matrix};
pub use retaining::{published_retaining, published_retaining_by_linear_solve, retaining, retaining_stationary};
pub use sweep::{NBoundedSweep, Point, Sweep, TwoPhaseSweep};
pub use transitions::{distinct_positions, false_positive_probability, published_recursion, transitions};
pub use two_phase::{TwoPhaseAverage, two_phase};
pub use visits::{Average, State, Visits};
