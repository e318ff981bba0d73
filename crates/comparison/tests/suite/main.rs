//! Sizes against the tables of the specification, against the models one size smaller, and against a scan.

mod items;
mod window;
