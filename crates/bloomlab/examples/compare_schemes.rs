//! What it costs to derive all positions of an item from two hashes, or to keep them within a cache line.

use bloomlab::{Filter, HashingScheme};

/// Prints the excess of each scheme over independent positions.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let filter = Filter::new(1 << 14, 7)?;
    let independent = filter.holding(1500)?.rate()?;
    for scheme in ["double", "double-odd", "enhanced", "partitioned", "blocked:512", "blocked:64"] {
        let scheme: HashingScheme = scheme.parse()?;
        let rate = filter.under(scheme)?.holding(1500)?.rate()?;
        println!("{scheme}: {:+.2} %", 100.0 * (rate / independent - 1.0));
    }
    Ok(())
}
