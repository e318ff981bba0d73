//! All integration tests of the deletable filters, in one binary.

mod accuracy;
mod brute_force;
mod counters;
mod enumeration;
mod poisson_error;
mod real_filters;
mod simulation;
mod simulator;
mod two_routes;
