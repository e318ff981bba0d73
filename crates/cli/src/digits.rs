//! The flags `--digits` and `--arithmetic`.

use bloomlab::ArithmeticKind;

use crate::answer::as_text;

/// How many digits decimals have.
#[derive(Clone, Copy, Debug, clap::Args, serde::Serialize)]
pub struct Digits {
    /// Significant digits, from 1 to 10000
    #[arg(short = 'd', long, value_name = "D", default_value = "17", value_parser = digits)]
    digits: usize,
}

impl Digits {
    /// The number of digits.
    pub fn get(self) -> usize {
        self.digits
    }
}

/// The arithmetic of one answer, and its digits.
#[derive(Clone, Copy, Debug, clap::Args, serde::Serialize)]
pub struct Precision {
    /// Arithmetic: f64, f64-naive, mpfr:BITS, rational, enclosure:BITS or certified; BITS from 2 to 1048576
    #[arg(short = 'a', long, default_value = "f64")]
    #[serde(serialize_with = "as_text")]
    pub arithmetic: ArithmeticKind,

    #[command(flatten)]
    #[serde(flatten)]
    digits: Digits,
}

impl Precision {
    /// The number of digits.
    pub fn digits(self) -> usize {
        self.digits.get()
    }
}

fn digits(text: &str) -> Result<usize, &'static str> {
    text.parse().ok().filter(|digits| (1..=10_000).contains(digits)).ok_or("needs 1 ≤ digits ≤ 10000")
}
