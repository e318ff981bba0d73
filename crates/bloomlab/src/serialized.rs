//! Values of other crates as serde writes them.

use std::fmt::Display;

use bloomlab_numbers::Value;
use serde::{Serialize, Serializer};

#[cfg(feature = "exact")]
use crate::crosscheck;

/// By its name.
pub fn displayed<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// A kind, by its name.
pub fn name<S: Serializer>(kind: &(impl Copy + Into<&'static str>), to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str((*kind).into())
}

/// Parameters by their names.
pub fn map<S: Serializer>(parameters: &[(&'static str, Value)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(parameters.iter().copied())
}

macro_rules! by_text {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    )*};
}

by_text!(crate::error::Error);
#[cfg(feature = "exact")]
by_text!(crosscheck::ArithmeticKind, crosscheck::DeletableMeasure, crosscheck::Failure);

/// The bits of the bounds of a computed value: 40 digits, and some more.
#[cfg(feature = "exact")]
const BITS: u32 = 160;

#[cfg(feature = "exact")]
impl Serialize for crosscheck::Computed {
    /// As a double, or as two decimals that bracket it.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            crosscheck::Computed::Double(value) => serializer.serialize_f64(*value),
            crosscheck::Computed::Enclosure(value) => value.serialize(serializer),
            value => value.enclosure(BITS).serialize(serializer),
        }
    }
}
