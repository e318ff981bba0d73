//! All integration tests of the deletable filters, in one binary.

mod accuracy;
mod best_region;
mod counters;
mod enumeration;
mod fingerprints;
mod parameters;
mod poisson_error;
mod stream;

use bloomlab_exact::{Enclosure, Enclosures, certify};

fn certified(formula: impl Fn(&Enclosures) -> Enclosure) -> f64 {
    certify(20, formula).unwrap().to_f64()
}
