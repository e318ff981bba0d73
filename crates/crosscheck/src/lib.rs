#![doc = include_str!("../README.md")]
//!
//! Which formula can be trusted, in which arithmetic: every route to a rate in every arithmetic, beside the certified
//! value.
//!
//! A [`Quantity`] can be evaluated in any [`ArithmeticKind`] ([`evaluate`]) and says what that would take ([`Demand`]), so that
//! what would take too long is refused at once ([`Limits`]). [`crosscheck()`] evaluates some routes to the same quantity in
//! some arithmetics and separates two errors: that of the formula, which no arithmetic mends, and that of the arithmetic.

mod arithmetic;
mod deletable_routes;
mod deletable_value;
mod demand;
mod evaluate;
mod failure;
mod filter_rate;
mod outcome;
mod quantity;
mod recycling_average;
mod recycling_routes;
mod scheme_rate;
mod simulated;
mod single_filter;
mod time_budget;
mod variant_value;

pub use arithmetic::{ArithmeticError, ArithmeticKind};
pub use deletable_routes::{DeletableRoute, deletable_routes};
pub use deletable_value::{DeletableMeasure, DeletableValue};
pub use demand::{Demand, Limits};
pub use evaluate::{Computed, evaluate, evaluate_within, reference, reference_within};
pub use failure::Failure;
pub use filter_rate::{FilterRate, ObservedRate};
pub use outcome::{Candidate, Checked, Outcome, crosscheck, crosscheck_within};
pub use quantity::Quantity;
pub use recycling_average::{NBoundedRate, NBoundedValue, RecyclingAverage, RecyclingValue, SigmaBoundedModel};
pub use recycling_routes::{RecyclingRate, recycling_routes, recycling_routes_in_double};
pub use scheme_rate::SchemeRate;
pub use simulated::{INTERVAL_CONFIDENCE, simulated_deletable, simulated_recycling};
pub use single_filter::single_filter;
pub use time_budget::TimeBudget;
pub use variant_value::VariantValue;
