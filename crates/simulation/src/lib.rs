#![doc = include_str!("../README.md")]
//!
//! Monte Carlo simulation of Bloom filters: seeded and parallel.
//!
//! An experiment is a list of points, some epochs of each. [`run`] computes them in parallel; each epoch has its own
//! random stream ([`StreamKey`]), so that the results are the same bytes whatever the number of threads. [`Estimate`] makes
//! means with Student intervals of the epochs.
//!
//! | filter | simulations |
//! |---|---|
//! | recycling | [`simulate_recycling`]; [`simulate_recycling_by_state`], without a filter; [`simulate_forgetting`], [`simulate_reuse`]: false negatives; [`trace_recycling`] |
//! | deletable | [`simulate_deletable`]; [`simulate_window`]: a stream |
//! | others | [`simulate_blocked`], [`simulate_scalable`] |
//! | systems of small filters | [`simulate_path`]: a packet that carries one; [`simulate_index`]: a text with one per document |

mod arrivals;
mod blocked;
mod by_state;
mod deletable;
mod design;
mod error;
mod estimate;
mod forgetting;
mod growing;
mod positions;
mod recycling;
mod reuse;
mod runner;
mod small;
mod stream;
mod tally;
mod trace;
mod window;

pub use arrivals::{ArrivalModel, Arrivals, Message, Popularity};
pub use blocked::{BlockedPoint, BlockedTrial, simulate_blocked};
pub use by_state::simulate_recycling_by_state;
pub use deletable::{DeletablePoint, DeletableTrial, simulate_deletable};
pub use design::{RecyclingDesign, Scheme};
pub use error::SimulationError;
pub use estimate::{CONFIDENCE, Estimate};
pub use forgetting::{ForgettingPoint, ForgettingTally, simulate_forgetting};
pub use growing::{ScalablePoint, simulate_scalable};
pub use recycling::{Persistence, RecyclingPoint, simulate_recycling};
pub use reuse::{ReuseDistance, ReusePoint, ReuseTally, simulate_reuse};
pub use runner::run;
pub use small::{IndexPoint, PathPoint, simulate_index, simulate_path};
pub use stream::StreamKey;
pub use tally::{ArrivalTally, Counting};
pub use trace::{Found, trace_recycling};
pub use window::{WindowPoint, WindowTally, simulate_window};
