//! The one refusal of what would take too long or too much memory.

use std::fmt;

use crate::Advice;

/// What a computation can take too much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Resource {
    /// Seconds of one core, by estimate.
    Seconds,
    /// Bytes of memory.
    Bytes,
}

impl Resource {
    /// Refuses a computation that needs more than `most` of this.
    pub fn within(self, needed: f64, most: f64, advice: Advice) -> Result<(), TooLarge> {
        if needed <= most {
            return Ok(());
        }
        Err(TooLarge { resource: self, needed, most, advice })
    }

    fn unit(self) -> &'static str {
        match self {
            Resource::Seconds => "s",
            Resource::Bytes => "bytes",
        }
    }
}

/// A computation that would take too long, or too much memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TooLarge {
    /// What it takes too much of.
    pub resource: Resource,
    /// How much it takes, by estimate.
    pub needed: f64,
    /// How much the whole question may take.
    pub most: f64,
    /// What to try instead.
    pub advice: Advice,
}

impl TooLarge {
    /// The same refusal with other advice.
    #[must_use]
    pub fn advising(self, advice: Advice) -> Self {
        Self { advice, ..self }
    }

    /// What it takes and how much is allowed, without advice.
    pub fn reason(&self) -> String {
        let (needed, most) = (two_digits(rounded_up(self.needed)), two_digits(self.most));
        let unit = self.resource.unit();
        format!("too large: takes about {needed} {unit}, more than the limit of {most} {unit}")
    }
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.advice {
            Advice::Nothing => f.write_str(&self.reason()),
            advice => write!(f, "{}; {advice}", self.reason()),
        }
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
