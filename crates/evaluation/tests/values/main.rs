//! Values, decisions and names of arithmetics.

mod decisions;
mod names;
mod rates;
mod recycling;
