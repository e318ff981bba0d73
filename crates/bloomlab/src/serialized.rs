//! How values of other crates are written by serde.

use std::fmt::Display;

#[cfg(feature = "exact")]
use bloomlab_exact::Certified;
use bloomlab_schemes::HashingScheme;
use bloomlab_schemes::sizing::Allowed;
use serde::{Serialize, Serializer};

/// By its name.
pub fn displayed<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// By its name, where there is one.
pub fn scheme<S: Serializer>(value: &Option<HashingScheme>, serializer: S) -> Result<S::Ok, S::Error> {
    value.map(|scheme| scheme.to_string()).serialize(serializer)
}

/// Whether only powers of two are allowed.
pub fn is_power_of_two<S: Serializer>(value: &Allowed, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bool(*value == Allowed::PowersOfTwo)
}

/// The digits that bracket a certified value.
#[cfg(feature = "exact")]
pub fn bracketed<S: Serializer>(value: &Certified, serializer: S) -> Result<S::Ok, S::Error> {
    const DIGITS: usize = 40;
    let digits = value.enclosure.fixed_digits(DIGITS) + 2;
    [value.enclosure.lower_decimal(digits), value.enclosure.upper_decimal(digits)].serialize(serializer)
}
