//! A refusal to draw.

use std::fmt;

/// The reason why a picture cannot be drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Undrawable(pub String);

impl fmt::Display for Undrawable {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Undrawable {}
