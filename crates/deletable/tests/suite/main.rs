//! All integration tests of the deletable filters, in one binary.

mod accuracy;
mod best_region;
mod counters;
mod decay;
mod enumeration;
mod fingerprints;
mod parameters;
mod poisson_error;
mod stream;
