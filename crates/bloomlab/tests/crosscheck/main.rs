//! Arithmetics, routes, limits of time, and simulations.

mod arithmetics;
mod limits;
mod published_values;
mod routes;
mod simulated_variants;
