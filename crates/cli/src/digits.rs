//! The flag `--digits`.

/// How many digits decimals have.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Digits {
    /// Significant digits of the decimals, 1 to 10000
    #[arg(short = 'd', long, value_name = "D", default_value_t = 17, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    digits: u32,
}

impl Digits {
    /// The number of digits.
    pub fn get(self) -> usize {
        self.digits as usize
    }
}
