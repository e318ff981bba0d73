//! A ring with the window and the worst rate of Bitcoin Core's rolling filter.

use bloomlab_numbers::{Double, MAX_SIZE, Refused, Sampling, Shape, Target, search::try_first_around};
use bloomlab_recycling::ring::{self, Ring};
use bloomlab_recycling::rolling::{self, Rolling};
use bloomlab_tables::Result;

/// More hash functions than a ring is best with, at the targets of the table.
const MOST_HASHES: u64 = 24;

/// The fewest bits per message of two full filters and an active one, of the same generations as the rolling filter for this window and
/// target, whose rate at the end of a generation is at most its.
pub(super) fn ring_of_two(window: u64, target: f64) -> Result<f64> {
    let filter = Rolling::as_built(window, Target::new(target)?)?;
    let (generation, positions) = (filter.generation(), filter.positions().bits());
    let worst = rolling::rate(&Double, filter, generation)?;
    let bits = |hashes| {
        let meets = |bits| {
            let ring = Ring::new(Shape::new(bits, hashes, Sampling::WithReplacement)?, 2, generation)?;
            Ok::<_, Refused>(ring::rate(&Double, ring, generation)? <= worst)
        };
        Ok(try_first_around(positions / 2, 1..=MAX_SIZE / 4, meets)?.ok_or("no ring keeps the rate")?)
    };
    let each = (1..=MOST_HASHES).map(bits).collect::<Result<Vec<u64>>>()?;
    let fewest = each.into_iter().min().ok_or("no hash functions")?;
    Ok(3.0 * fewest as f64 / window as f64)
}
