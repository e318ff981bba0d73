//! Simulated filters of lines of 512 bits, in each of which a key walks.

use crate::prelude::*;
use bloomlab_filters::{WORDS_OF_A_LINE, walks_within};
use rand::Rng;

/// Positions of a line.
const BITS: u64 = 64 * WORDS_OF_A_LINE as u64;

/// Filters of one kind.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Point {
    pub bits_per_key: u64,
    pub hashes: u64,
    /// The fewest keys and the most.
    pub keys: (u64, u64),
}

/// The rates of `epochs` filters of each kind, each with a random number of keys, given their bits.
pub(crate) fn rates(
    points: &[Point],
    epochs: u64,
    context: &Context,
    lines: impl Fn(u64, u64) -> u64 + Sync,
) -> Result<Vec<Vec<f64>>> {
    let task = Task { experiment: "putze-blocked walks", version: "1", seed: context.seed, points, epochs };
    let progress = context.steps(points.len() as u64 * epochs);
    Ok(run(&task, Some(&context.store), &progress, |point: &Point, key: &StreamKey| {
        let mut random = key.generator();
        let mut below = |bound: u64| ((u128::from(random.next_u64()) * u128::from(bound)) >> 64) as u64;
        let keys = point.keys.0 + below(point.keys.1 - point.keys.0 + 1);
        let mut filter = vec![[0; WORDS_OF_A_LINE]; lines(keys, point.bits_per_key) as usize];
        for _ in 0..keys {
            let line = &mut filter[below(lines(keys, point.bits_per_key)) as usize];
            let (start, step) = (below(BITS), below(BITS));
            for i in 0..point.hashes {
                let position = (start + i * step) % BITS;
                line[(position / 64) as usize] |= 1 << (position % 64);
            }
        }
        let found: u64 = filter.iter().map(|line| walks_within(line, point.hashes)).sum();
        Ok(found as f64 / (filter.len() as u64 * BITS * BITS) as f64)
    })?)
}
