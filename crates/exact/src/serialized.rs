//! Enclosures and what is certified as the two decimals that bracket the value.

use serde::{Serialize, Serializer};

use crate::{Certified, Enclosure};

/// The most digits of a bracket.
const DIGITS: usize = 40;

impl Serialize for Enclosure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let digits = self.fixed_digits(DIGITS) + 2;
        [self.lower_decimal(digits), self.upper_decimal(digits)].serialize(serializer)
    }
}

impl Serialize for Certified {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.enclosure.serialize(serializer)
    }
}
