//! Arithmetics and failures by their texts, computed values as doubles or as two decimals that bracket them.

use serde::{Serialize, Serializer};

use crate::{ArithmeticKind, Computed, DeletableMeasure, Failure};

/// Bits of a bracket of 40 digits, and some more.
const BITS: u32 = 160;

impl Serialize for Computed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Computed::Double(value) => serializer.serialize_f64(*value),
            Computed::Enclosure(value) => value.serialize(serializer),
            value => value.enclosure(BITS).serialize(serializer),
        }
    }
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

by_text!(ArithmeticKind, DeletableMeasure, Failure);
