//! How kinds and parameters are serialized: by name.

use bloomlab_numbers::Value;
use serde::Serializer;

pub(crate) fn name<S: Serializer>(kind: &(impl Copy + Into<&'static str>), to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str((*kind).into())
}

pub(crate) fn map<S: Serializer>(parameters: &[(&'static str, Value)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(parameters.iter().copied())
}
