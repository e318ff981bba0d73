//! Arithmetics, routes, limits of time, and simulations.

mod arithmetics;
mod limits;
mod routes;
mod simulated_variants;
