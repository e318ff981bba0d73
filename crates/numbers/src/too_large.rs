//! The one refusal of what would take too long or too much memory.

use std::borrow::Cow;
use std::fmt;

/// What a computation can take too much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resource {
    /// Seconds of one core, by estimate.
    Seconds,
    /// Bytes of memory.
    Bytes,
}

impl Resource {
    /// Refuses a computation that needs more than `most` of this.
    ///
    /// # Errors
    /// [`TooLarge`], with what to try `instead`.
    pub fn within(self, needed: f64, most: f64, instead: impl Into<Cow<'static, str>>) -> Result<(), TooLarge> {
        if needed <= most {
            return Ok(());
        }
        Err(TooLarge { resource: self, needed, most, instead: instead.into() })
    }

    /// The unit behind the number.
    fn unit(self) -> &'static str {
        match self {
            Resource::Seconds => "s",
            Resource::Bytes => "bytes",
        }
    }
}

/// A computation that would take too long, or too much memory.
#[derive(Clone, Debug, PartialEq)]
pub struct TooLarge {
    /// What it takes too much of.
    pub resource: Resource,
    /// How much it takes, by estimate.
    pub needed: f64,
    /// How much the whole question may take.
    pub most: f64,
    /// What to try instead: `try …`.
    pub instead: Cow<'static, str>,
}

impl TooLarge {
    /// The same refusal with better advice.
    #[must_use]
    pub fn instead(self, instead: impl Into<Cow<'static, str>>) -> Self {
        Self { instead: instead.into(), ..self }
    }
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (needed, most) = (two_digits(rounded_up(self.needed)), two_digits(self.most));
        let Self { resource, instead, .. } = self;
        let unit = resource.unit();
        write!(f, "too large: takes about {needed} {unit}, more than the limit of {most} {unit}; {instead}")
    }
}

impl std::error::Error for TooLarge {}

/// The next number of two significant digits, so that what is needed never looks like what is allowed.
fn rounded_up(value: f64) -> f64 {
    let unit = libm::exp10(libm::floor(libm::log10(value)) - 1.0);
    libm::ceil(value / unit) * unit
}

/// Two significant digits, with an exponent where a plain number would be long.
fn two_digits(value: f64) -> String {
    let rounded = format!("{value:.1e}");
    match rounded.parse::<f64>() {
        Ok(plain) if (0.01..1000.0).contains(&plain) => plain.to_string(),
        _ => rounded.replace(".0e", "e"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_says_what_it_takes_how_much_is_allowed_and_what_to_try() {
        assert!(Resource::Bytes.within(1e9, 1e9, "").is_ok());
        let refused = Resource::Bytes.within(3e12, 1e9, "try fewer bits").unwrap_err();
        assert_eq!(
            refused.to_string(),
            "too large: takes about 3e12 bytes, more than the limit of 1e9 bytes; try fewer bits"
        );
        let refused = Resource::Seconds.within(31.4, 8.0, "").unwrap_err().instead("try --hashes 3");
        assert_eq!(refused.to_string(), "too large: takes about 32 s, more than the limit of 8 s; try --hashes 3");
        let barely = Resource::Seconds.within(8.001, 8.0, "").unwrap_err().to_string();
        assert!(barely.starts_with("too large: takes about 8.1 s, more than the limit of 8 s;"), "{barely}");
        assert!(Resource::Bytes.within(f64::NAN, 1.0, "").is_err());
    }
}
