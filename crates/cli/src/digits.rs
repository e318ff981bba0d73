//! The flags `--digits` and `--arithmetic`.

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
    /// Arithmetic
    #[arg(short = 'a', long, value_enum, default_value = "f64")]
    arithmetic: Arithmetic,

    #[command(flatten)]
    #[serde(flatten)]
    digits: Digits,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
enum Arithmetic {
    /// Double precision
    F64,
    /// Certified digits
    Certified,
}

impl Precision {
    /// Returns true if digits are to be certified.
    pub fn is_certified(self) -> bool {
        self.arithmetic == Arithmetic::Certified
    }

    /// The number of digits.
    pub fn digits(self) -> usize {
        self.digits.get()
    }
}

fn digits(text: &str) -> Result<usize, &'static str> {
    text.parse().ok().filter(|digits| (1..=10_000).contains(digits)).ok_or("needs 1 ≤ digits ≤ 10000")
}
