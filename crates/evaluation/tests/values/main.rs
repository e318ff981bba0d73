//! Values, decisions and names of arithmetics.

mod names;
mod rates;
mod recycling;
