//! Thirty digits of a rate, of which every one is right, and the bounds on it.

use bloomlab::{Error, Filter};

/// Prints the digits.
pub fn main() -> Result<(), Error> {
    let stored = Filter::new(1 << 40, 11)?.holding(1 << 36)?;
    let rate = stored.certified(30)?;
    println!("certified {}", rate.decimal(30));
    println!("between   {} and {}", rate.enclosure.lower_decimal(32), rate.enclosure.upper_decimal(32));
    println!("in double {}", stored.rate()?);
    Ok(())
}
