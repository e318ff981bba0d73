//! Walks within a line of 512 bits: which of them a line answers for.

/// The words of a line.
pub const WORDS_OF_A_LINE: usize = 8;
const BITS: usize = 64 * WORDS_OF_A_LINE;

/// The number of the 512² walks *a*, *a* + *d*, … of `hashes` ≥ 1 positions in a line that meet only set bits: for each
/// *d*, the line and-ed with its rotations has a bit for each start of such a walk. A walk backwards by *d* is one
/// forwards by 512 − *d*.
pub fn walks_within(line: &[u64; WORDS_OF_A_LINE], hashes: u64) -> u64 {
    let turns: Vec<[u64; WORDS_OF_A_LINE]> = (0..BITS).map(|by| turned(line, by)).collect();
    let of_step = |step: usize| {
        let mut all = *line;
        for i in 1..hashes as usize {
            let turn = &turns[i * step % BITS];
            all.iter_mut().zip(turn).for_each(|(all, turn)| *all &= turn);
        }
        all.iter().filter(|word| **word != 0).map(|word| u64::from(word.count_ones())).sum::<u64>()
    };
    of_step(0) + of_step(BITS / 2) + 2 * (1..BITS / 2).map(of_step).sum::<u64>()
}

/// The line rotated by `by` positions: it begins with position `by`, and those before it come last.
fn turned(line: &[u64; WORDS_OF_A_LINE], by: usize) -> [u64; WORDS_OF_A_LINE] {
    let (words, bits) = (by / 64, by % 64);
    std::array::from_fn(|word| {
        let at = |offset: usize| line[(word + words + offset) % WORDS_OF_A_LINE];
        if bits == 0 { at(0) } else { at(0) >> bits | at(1) << (64 - bits) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walks_are_counted_as_one_by_one() {
        let line: [u64; WORDS_OF_A_LINE] =
            std::array::from_fn(|word| 0x9e37_79b9_7f4a_7c15_u64.rotate_left(7 * word as u32) | 0xff);
        let is_set = |position: usize| line[position % BITS / 64] >> (position % 64) & 1 == 1;
        for hashes in [1, 2, 3, 6] {
            let steps = |start: usize| (0..BITS).filter(move |step| (0..hashes).all(|i| is_set(start + i * step)));
            let counted: usize = (0..BITS).map(|start| steps(start).count()).sum();
            assert_eq!(walks_within(&line, hashes as u64), counted as u64, "{hashes}");
        }
    }
}
