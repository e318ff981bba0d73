//! All integration tests of the deletable filters, in one binary.

mod accuracy;
mod brute_force;
mod counters;
mod enumeration;
mod fingerprints;
mod poisson_error;
mod real_filters;
mod simulation;
mod simulator;
mod stream;
mod two_routes;
