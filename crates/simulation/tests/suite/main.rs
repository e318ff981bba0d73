//! All integration tests of the simulations, in one binary.

mod blocked;
mod chain;
mod deletable;
mod forgetting;
mod runner;
mod trace;
mod window;
