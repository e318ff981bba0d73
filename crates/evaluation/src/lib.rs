#![doc = include_str!("../README.md")]
//!
//! A [`Quantity`] can be evaluated in any [`ArithmeticKind`] ([`evaluate`]) and states what that takes ([`Demand`]), so that
//! an evaluation that takes too long is refused at once ([`Budget`](bloomlab_numbers::Budget)). [`reference()`] gives the certified value that
//! others are compared with.

mod arithmetic;
mod deletable_value;
mod evaluate;
mod failure;
mod filter_rate;
mod quantity;
mod recycling_value;
mod scheme_rate;
#[cfg(feature = "serde")]
mod serialized;

pub use arithmetic::{ArithmeticError, ArithmeticKind};
pub use deletable_value::{DeletableMeasure, DeletableValue, demand_of};
pub use evaluate::{Computed, evaluate, reference, relative_difference};
pub use failure::Failure;
pub use filter_rate::{FilterRate, ObservedRate};
pub use quantity::{Demand, Quantity};
pub use recycling_value::{RecyclingValue, recycling_averages, recycling_forgetting};
pub use scheme_rate::SchemeRate;
