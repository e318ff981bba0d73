#![doc = include_str!("../README.md")]
//!
//! Monte Carlo simulation of Bloom filters: seeded and parallel.
//!
//! An experiment is a list of points, some epochs of each ([`Task`]). [`run`] computes them in parallel; each epoch has its own
//! random stream ([`StreamKey`]), so that the results are the same bytes whatever the number of threads. [`Estimate`] makes
//! means with Student intervals of the epochs.
//!
//! Twelve simulations are here: [`simulate_recycling`] (arrivals at a recycling filter, with the three countings of
//! [`Counting`]), [`simulate_recycling_by_state`] (the same distribution without a filter, where set bits determine it),
//! [`simulate_forgetting`] (its false negatives against reuse distance), [`simulate_reuse`] (the same where
//! messages return after random distances and are processed again), [`trace_recycling`] (its state as each message finds
//! it), [`simulate_deletable`] (deletability and false-positive rate of the filters that delete), [`simulate_window`] (a
//! stream through them), [`simulate_blocked`] (the rate of blocked filters), [`simulate_scalable`] (filters that grow),
//! [`simulate_refusing`] (filters that refuse positives), and two systems of small filters: [`simulate_path`] (a packet that
//! carries one) and [`simulate_index`] (a text with one per document).

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
pub use design::RecyclingDesign;
pub use error::SimulationError;
pub use estimate::{CONFIDENCE, Estimate, student_quantile};
pub use forgetting::{ForgettingPoint, ForgettingTally, simulate_forgetting};
pub use growing::{RefusingPoint, ScalablePoint, simulate_refusing, simulate_scalable};
pub use recycling::{Persistence, RecyclingPoint, simulate_recycling};
pub use reuse::{ReuseDistance, ReusePoint, ReuseTally, simulate_reuse};
pub use runner::{Task, run};
pub use small::{IndexPoint, PathPoint, simulate_index, simulate_path};
pub use stream::StreamKey;
pub use tally::{ArrivalTally, Counting};
pub use trace::{Found, trace_recycling};
pub use window::{WindowPoint, WindowTally, simulate_window};
