//! Positions in a block, cut out of words.

use super::words::HashedWords;

/// What of a [`Cut`] is done in a way of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pattern {
    /// One position in each of eight words of 32 bits: the blocks of Parquet.
    EightWords,
    /// Eight positions anywhere in a cache line.
    EightInLine,
    Any,
}

/// How an item's positions in words or blocks of W = 2^j bits are cut out of words of 64: j bits each, as many as fit.
///
/// The first word is the lower half of the item's hash; the next are those that the hash is stretched to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cut {
    /// j.
    bits: u32,
    hashes: u64,
    block_bits: u64,
    /// Whether no block is in two cache lines of 512 bits.
    is_within_lines: bool,
    /// From one position's range to the next one's: W in split blocks, otherwise 0.
    step: u64,
    pattern: Pattern,
}

impl Cut {
    /// For k = `hashes` positions in ranges of 2^`bits`, which follow each other or are one, the block.
    pub(super) fn new(bits: u32, hashes: u64, is_split: bool) -> Cut {
        let (words, step) = if is_split { (hashes, 1 << bits) } else { (1, 0) };
        let block_bits = words << bits;
        let is_within_lines = 512_u64.is_multiple_of(block_bits);
        let pattern = match (bits, hashes, is_split) {
            (5, 8, true) => Pattern::EightWords,
            (9, 8, false) => Pattern::EightInLine,
            _ => Pattern::Any,
        };
        Cut { bits, hashes, block_bits, is_within_lines, step, pattern }
    }

    /// Hands the item's positions in block number `block` to `add`.
    #[inline(always)]
    pub(crate) fn each(&self, block: u64, mut hash: HashedWords, mut add: impl FnMut(u64)) {
        let Cut { bits, hashes, step, .. } = *self;
        let (mut start, [mut word, _], mut left) = (block * self.block_bits, hash.halves(), u64::BITS);
        for _ in 0..hashes {
            if left < bits {
                (word, left) = (hash.next_word(), u64::BITS);
            }
            // a range starts at a multiple of its bits
            add(start | word & ((1 << bits) - 1));
            word >>= bits;
            left = left.wrapping_sub(bits);
            start = start.wrapping_add(step);
        }
    }

    /// [`Cut::each`] in blocks that are cache lines, the seven positions of a word without a decision between them.
    #[inline(always)]
    pub(crate) fn each_in_line(&self, mut hash: HashedWords, mut add: impl FnMut(u64)) {
        let ([mut word, _], mut left) = (hash.halves(), self.hashes);
        while left >= 7 {
            for i in 0..7 {
                add(word >> (9 * i));
            }
            left -= 7;
            if left == 0 {
                return;
            }
            word = hash.next_word();
        }
        for i in 0..left {
            add(word >> (9 * i));
        }
    }

    /// Whether blocks are cache lines in one range.
    #[inline(always)]
    pub(crate) fn is_of_lines(&self) -> bool {
        self.bits == 9 && self.step == 0
    }

    /// The cache line of 512 bits that block number `block` begins in.
    #[inline(always)]
    pub(crate) fn first_line(&self, block: u64) -> u64 {
        block * self.block_bits / 512
    }

    /// Whether no block is in two lines.
    #[inline(always)]
    pub(crate) fn is_within_lines(&self) -> bool {
        self.is_within_lines
    }

    #[inline(always)]
    pub(crate) fn pattern(&self) -> Pattern {
        self.pattern
    }

    /// The item's bits in a block of [`Pattern::EightWords`], as a mask of four words of 64: what [`Cut::each`] finds one by one.
    #[inline(always)]
    pub(crate) fn mask(hash: HashedWords) -> [u64; 4] {
        let [word, _] = hash.halves();
        let pair = |i: usize| 1 << (word >> (10 * i) & 31) | 1 << (32 + (word >> (10 * i + 5) & 31));
        [pair(0), pair(1), pair(2), pair(3)]
    }

    /// The item's positions in a block of [`Pattern::EightInLine`], modulo 512: what [`Cut::each`] finds one by one.
    #[inline(always)]
    pub(crate) fn eight_in_line(mut hash: HashedWords) -> [u64; 8] {
        let ([word, _], last) = (hash.halves(), hash.next_word());
        [word, word >> 9, word >> 18, word >> 27, word >> 36, word >> 45, word >> 54, last]
    }
}
