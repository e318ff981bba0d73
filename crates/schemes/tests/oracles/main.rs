//! The exact rates against loops over all outcomes, against each other, and against reference values.

mod enumeration;
mod finite;
mod limits;
mod lower_bound;
mod real_filters;
mod reference;
mod routes;
mod sizing;
