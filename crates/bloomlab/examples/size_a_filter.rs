//! The smallest filter for a million items at 1 %, and the powers of two that libraries round up to.

use bloomlab::{Error, Sizing};

/// Prints the sizes.
pub fn main() -> Result<(), Error> {
    let sizing = Sizing::of(1_000_000, 0.01)?;
    for (name, sizing) in [("power of two", sizing.power_of_two()), ("smallest", sizing)] {
        let size = sizing.smallest()?;
        println!("{name}: {} bits, {} hash functions, rate {:.6}", size.bits, size.hashes, size.rate);
    }
    Ok(())
}
