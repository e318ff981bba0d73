//! What a filter for a thousand items does with more of them.

use bloomlab::{Error, Filter, Formula, Sizing};

/// Prints the rates.
pub fn main() -> Result<(), Error> {
    let size = Sizing::of(1000, 0.01)?.smallest()?;
    let filter = Filter::new(size.bits, size.hashes)?;
    for items in [1000, 1100, 1500, 2000, 5000] {
        let stored = filter.holding(items)?;
        println!("{items} items: rate {:.5}, textbook {:.5}", stored.rate()?, stored.by(Formula::Classic)?);
    }
    let half = filter.with_bits_set(size.bits / 2)?;
    println!("half of the bits set: rate {:.5}", half.rate()?);
    Ok(())
}
