//! The exact rates against loops over all outcomes, against each other, and against reference values.

mod enumeration;
mod finite;
mod first_order;
mod given_bits;
mod limits;
mod lines;
mod lower_bound;
mod names;
mod real_filters;
mod reference;
mod routes;
mod sizing;
