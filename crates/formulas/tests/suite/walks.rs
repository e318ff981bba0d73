//! The exact rates of walks against all their outcomes, against each other, and against reference values.

mod enumeration;
mod finite;
mod given_bits;
mod limits;
mod lower_bound;
mod real_filters;
mod reference;
mod routes;
mod sizing;
