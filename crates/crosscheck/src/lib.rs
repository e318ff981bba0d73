//! Which formula can be trusted, in which arithmetic: every route to a rate in every arithmetic, beside the certified
//! value.
//!
//! A [`Quantity`] can be evaluated in any [`ArithmeticKind`] ([`evaluate`]) and says what that would take ([`Demand`]), so that
//! what would take too long is refused at once ([`Limits`]). [`crosscheck()`] evaluates some routes to the same quantity in
//! some arithmetics and separates two errors: that of the formula, which no arithmetic mends, and that of the arithmetic.
//!
//! ```
//! use bloomlab_crosscheck::{ArithmeticKind, Limits, single_filter};
//! use bloomlab_formulas::{Formula, Load};
//!
//! let load = Load::new(64, 8, 5)?; // 64 bits, 8 items, 5 hash functions
//! let (formulas, arithmetics) = ([Formula::ChristensenClosed], [ArithmeticKind::F64, ArithmeticKind::Mpfr(256)]);
//! let outcomes = single_filter(load, &formulas, &arithmetics, 17, Limits::default());
//! // eq. 18 cancels in double precision, and has digits to spare in 256 bits
//! assert!(outcomes[0].result.as_ref().unwrap_err().to_string().starts_with("cancellation"));
//! assert!(outcomes[1].result.as_ref().unwrap().correct_digits.unwrap() > 40.0);
//! # Ok::<(), bloomlab_occupancy::OutOfDomain>(())
//! ```

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
mod simulated;
mod single_filter;
mod time_budget;

pub use arithmetic::{ArithmeticError, ArithmeticKind};
pub use deletable_routes::{DeletableRoute, deletable_routes};
pub use deletable_value::{DeletableMeasure, DeletableValue};
pub use demand::{Demand, Limits, Unaffordable};
pub use evaluate::{Computed, evaluate, evaluate_within, reference, reference_within};
pub use failure::Failure;
pub use filter_rate::{FilterRate, ObservedRate};
pub use outcome::{Candidate, Checked, Outcome, crosscheck, crosscheck_within};
pub use quantity::Quantity;
pub use recycling_average::{NBoundedRate, NBoundedValue, RecyclingAverage, RecyclingValue, SigmaBoundedModel};
pub use recycling_routes::{RecyclingRate, recycling_routes, recycling_routes_in_double};
pub use simulated::{INTERVAL_CONFIDENCE, simulated_deletable, simulated_recycling};
pub use single_filter::single_filter;
pub use time_budget::TimeBudget;
