//! A refusal: the place and the reason.

use std::fmt;
use std::io::{ErrorKind, Write, stdout};

/// The place of a fault (file, key, query) and its reason.
#[derive(Debug)]
pub struct Error {
    places: Vec<String>,
    why: String,
}

/// The result of anything that a page may get wrong.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    pub fn new(place: impl fmt::Display, why: impl fmt::Display) -> Self {
        Self { places: vec![place.to_string()], why: why.to_string() }
    }

    /// The same fault, with the larger place that contains its place.
    #[must_use]
    pub fn within(mut self, place: &str) -> Self {
        self.places.insert(0, place.to_owned());
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.places.join(": "), self.why)
    }
}

impl std::error::Error for Error {}

/// Writes a line to stdout. A reader that leaves early is no fault.
pub fn say(line: impl fmt::Display) -> Result<()> {
    match writeln!(stdout(), "{line}") {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Error::new("stdout", error)),
        _ => Ok(()),
    }
}
