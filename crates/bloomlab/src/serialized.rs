//! How values of other crates are written by serde.

use std::fmt::Display;

use bloomlab_formulas::walks::HashingScheme;
use serde::{Serialize, Serializer};

/// By its name.
pub fn displayed<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// By its name, where there is one.
pub fn scheme<S: Serializer>(value: &Option<HashingScheme>, serializer: S) -> Result<S::Ok, S::Error> {
    value.map(|scheme| scheme.to_string()).serialize(serializer)
}

impl Serialize for crate::Error {
    /// By its text.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
