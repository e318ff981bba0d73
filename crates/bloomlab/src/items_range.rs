//! A number of items between two bounds.

use bloomlab_numbers::{MAX_SIZE, Refused, within};

/// A number of items that is not known: every whole number from the least to the largest is equally likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ItemsRange {
    least: u64,
    most: u64,
}

impl ItemsRange {
    /// From `least` to `most`.
    /// Domain: `least` ≤ `most` ≤ 2^63 − 1.
    pub fn new(least: u64, most: u64) -> Result<Self, Refused> {
        within("items", most, 0..=MAX_SIZE)?;
        if least > most {
            let domain = format!("at most {most}, the upper end of the range");
            return Err(Refused::new("items", least, domain));
        }
        Ok(Self { least, most })
    }

    /// The largest number.
    pub fn most(self) -> u64 {
        self.most
    }

    /// The least number that is not exceeded with probability `share`.
    /// Domain: 0 < `share` < 1.
    pub fn quantile(self, share: f64) -> Result<u64, Refused> {
        if !(share > 0.0 && share < 1.0) {
            return Err(Refused::new("confidence", share, "0 < confidence < 1"));
        }
        let steps = libm::ceil(share * ((self.most - self.least) as f64 + 1.0)).max(1.0) - 1.0;
        Ok(self.least.saturating_add(steps as u64).min(self.most))
    }
}
