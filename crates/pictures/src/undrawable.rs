//! A refusal to draw.

use std::fmt;

/// The reason why a picture cannot be drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Undrawable(pub String);

impl Undrawable {
    pub(crate) fn new(why: impl Into<String>) -> Self {
        Self(why.into())
    }
}

impl fmt::Display for Undrawable {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Undrawable {}
