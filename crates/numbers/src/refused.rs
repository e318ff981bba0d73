//! The one refusal: a parameter, its value, what it needs.

use std::fmt;
use std::ops::RangeInclusive;

use crate::MAX_SIZE;

/// The value of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
#[serde(untagged)]
pub enum Value {
    /// A count.
    Integer(u64),
    /// A rate or a probability.
    Real(f64),
}

impl From<u64> for Value {
    fn from(value: u64) -> Self {
        Value::Integer(value)
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Self {
        Value::Real(value)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Integer(value) => value.fmt(f),
            Value::Real(value) => value.fmt(f),
        }
    }
}

/// A parameter outside its domain.
///
/// Programs distinguish refusals by the name; what it needs may depend on the values of other parameters and is to be read.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{name} = {value} is out of domain: needs {needs}")]
pub struct Refused {
    /// The name of the parameter in the field: lower-case words joined by hyphens.
    pub name: &'static str,
    /// Its value.
    pub value: Value,
    /// The domain, as an inequality over names of parameters, such as `1 ≤ hashes ≤ bits = 8`, or as another phrase that reads well
    /// after *needs*.
    pub needs: String,
}

impl Refused {
    /// The refusal of `value` for the parameter `name`.
    pub fn new(name: &'static str, value: impl Into<Value>, needs: impl Into<String>) -> Self {
        Self { name, value: value.into(), needs: needs.into() }
    }
}

/// Refuses a value of the parameter `name` outside `domain`.
pub fn within(name: &'static str, value: u64, domain: RangeInclusive<u64>) -> Result<(), Refused> {
    if domain.contains(&value) {
        return Ok(());
    }
    let (least, most) = domain.into_inner();
    let most = if most == MAX_SIZE { "2^63 − 1".to_owned() } else { most.to_string() };
    Err(Refused::new(name, value, format!("{least} ≤ {name} ≤ {most}")))
}
