//! The flag `--digits`.

/// How many digits decimals have.
#[derive(Clone, Copy, Debug, clap::Args)]
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

fn digits(text: &str) -> Result<usize, &'static str> {
    text.parse().ok().filter(|digits| (1..=10_000).contains(digits)).ok_or("needs 1 ≤ digits ≤ 10000")
}
