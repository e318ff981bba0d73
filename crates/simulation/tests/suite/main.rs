//! All integration tests of the simulations, in one binary.

mod blocked;
mod by_state;
mod chain;
mod deletable;
mod forgetting;
mod runner;
mod small;
mod trace;
mod window;
