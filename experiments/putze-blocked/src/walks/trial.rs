//! Simulated filters of lines of 512 bits, in each of which a key walks.

use bloomlab_simulation::{StreamKey, Task, run};
use bloomlab_workbench::figure::*;
use rand::Rng;

/// The words of a line.
const WORDS: usize = 8;
/// Positions of a line.
const BITS: u64 = 64 * WORDS as u64;

type Line = [u64; WORDS];

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
        let mut filter = vec![[0; WORDS]; lines(keys, point.bits_per_key) as usize];
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

/// How many of the walks of all starts and steps meet set bits alone: for each step, starts by the bits of a line and-ed with its turns.
fn walks_within(line: &Line, hashes: u64) -> u64 {
    let of_step = |step: u64| {
        let turns = (0..hashes).map(|i| turned(line, i * step % BITS));
        let all = turns.fold([u64::MAX; WORDS], |all, turn| std::array::from_fn(|word| all[word] & turn[word]));
        all.iter().map(|word| u64::from(word.count_ones())).sum::<u64>()
    };
    (0..BITS).map(of_step).sum()
}

/// The line from position `by` on, the positions before it at its end.
fn turned(line: &Line, by: u64) -> Line {
    let (words, bits) = ((by / 64) as usize, by % 64);
    std::array::from_fn(|word| {
        let at = |offset: usize| line[(word + words + offset) % WORDS];
        if bits == 0 { at(0) } else { at(0) >> bits | at(1) << (64 - bits) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walks_are_counted_as_one_by_one() {
        let line: Line = std::array::from_fn(|word| 0x9e37_79b9_7f4a_7c15_u64.rotate_left(7 * word as u32) | 0xff);
        let is_set = |position: u64| line[(position % BITS / 64) as usize] >> (position % 64) & 1 == 1;
        for hashes in [1, 2, 3, 6] {
            let steps = |start: u64| (0..BITS).filter(move |step| (0..hashes).all(|i| is_set(start + i * step)));
            let counted: u64 = (0..BITS).map(|start| steps(start).count() as u64).sum();
            assert_eq!(walks_within(&line, hashes), counted, "{hashes}");
        }
    }
}
