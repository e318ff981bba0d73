//! What is done to the bits of one item, each pattern of positions in its own way.
//!
//! Nothing ends at the first clear bit: a wrong guess costs as much as ten positions.

use super::lines::Line;
use crate::positions::{Cut, Spot};

/// Tests and sets the bits of an item in its block.
pub(super) trait ItemBits: Copy {
    /// Whether so much is done that the processor does not see the next block by itself.
    const IS_LONG: bool;

    /// The cache line that a block begins in.
    fn first_line(self, block: u64) -> u64;

    /// Whether all are set.
    fn hold(self, lines: &[Line], spot: Spot) -> bool;

    /// Sets them; true if one was clear.
    fn set(self, lines: &mut [Line], spot: Spot) -> bool;
}

/// [`Pattern::EightWords`](crate::positions::Pattern::EightWords): all at once, by a mask.
#[derive(Clone, Copy)]
pub(super) struct EightWords;

impl ItemBits for EightWords {
    const IS_LONG: bool = false;

    #[inline(always)]
    fn first_line(self, block: u64) -> u64 {
        block / 2
    }

    #[inline(always)]
    fn hold(self, lines: &[Line], Spot { block, hash }: Spot) -> bool {
        let halves = lines[self.first_line(block) as usize].0.as_chunks::<4>().0;
        let (words, mask) = (&halves[(block % 2) as usize], Cut::mask(hash));
        let missing = |i: usize| mask[i] & !words[i];
        missing(0) | missing(1) | missing(2) | missing(3) == 0
    }

    #[inline(always)]
    fn set(self, lines: &mut [Line], Spot { block, hash }: Spot) -> bool {
        let halves = lines[self.first_line(block) as usize].0.as_chunks_mut::<4>().0;
        let (words, mask) = (&mut halves[(block % 2) as usize], Cut::mask(hash));
        let mut missing = 0;
        for i in 0..4 {
            missing |= mask[i] & !words[i];
            words[i] |= mask[i];
        }
        missing != 0
    }
}

/// [`Pattern::EightInLine`](crate::positions::Pattern::EightInLine).
#[derive(Clone, Copy)]
pub(super) struct EightInLine;

impl ItemBits for EightInLine {
    const IS_LONG: bool = true;

    #[inline(always)]
    fn first_line(self, block: u64) -> u64 {
        block
    }

    #[inline(always)]
    fn hold(self, lines: &[Line], Spot { block, hash }: Spot) -> bool {
        let line = &lines[block as usize];
        Cut::eight_in_line(hash).iter().fold(1, |all, &bit| all & line.reads(bit)) & 1 == 1
    }

    #[inline(always)]
    fn set(self, lines: &mut [Line], Spot { block, hash }: Spot) -> bool {
        let line = &mut lines[block as usize];
        Cut::eight_in_line(hash).iter().fold(0, |missing, &bit| missing | line.set(bit)) != 0
    }
}

/// [`Pattern::Any`](crate::positions::Pattern::Any).
impl ItemBits for &Cut {
    const IS_LONG: bool = true;

    #[inline(always)]
    fn first_line(self, block: u64) -> u64 {
        Cut::first_line(self, block)
    }

    #[inline(always)]
    fn hold(self, lines: &[Line], Spot { block, hash }: Spot) -> bool {
        let mut all = 1;
        if self.is_of_lines() {
            let line = &lines[block as usize];
            self.each_in_line(hash, |bit| all &= line.reads(bit));
        } else if self.is_within_lines() {
            let line = &lines[Cut::first_line(self, block) as usize];
            self.each(block, hash, |bit| all &= line.reads(bit));
        } else {
            self.each(block, hash, |bit| all &= lines[(bit / 512) as usize].reads(bit));
        }
        all & 1 == 1
    }

    #[inline(always)]
    fn set(self, lines: &mut [Line], Spot { block, hash }: Spot) -> bool {
        let mut missing = 0;
        if self.is_of_lines() {
            let line = &mut lines[block as usize];
            self.each_in_line(hash, |bit| missing |= line.set(bit));
        } else if self.is_within_lines() {
            let line = &mut lines[Cut::first_line(self, block) as usize];
            self.each(block, hash, |bit| missing |= line.set(bit));
        } else {
            self.each(block, hash, |bit| missing |= lines[(bit / 512) as usize].set(bit));
        }
        missing != 0
    }
}
