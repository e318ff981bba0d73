//! How values of other crates are written by serde.

use std::fmt::Display;

use bloomlab_formulas::walks::HashingScheme;
use bloomlab_numbers::Value;
use serde::{Serialize, Serializer};

/// By its name.
pub fn displayed<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// By its name, where there is one.
pub fn scheme<S: Serializer>(value: &Option<HashingScheme>, serializer: S) -> Result<S::Ok, S::Error> {
    value.map(|scheme| scheme.to_string()).serialize(serializer)
}

/// A kind, by its name.
pub fn name<S: Serializer>(kind: &(impl Copy + Into<&'static str>), to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str((*kind).into())
}

/// Parameters by their names.
pub fn map<S: Serializer>(parameters: &[(&'static str, Value)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(parameters.iter().copied())
}

impl Serialize for crate::Error {
    /// By its text.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
