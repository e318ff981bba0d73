//! What a blocked filter does where an item's positions are cut out of words: compiled twice, for every processor and for those
//! with AVX2. Both read and write the same bits.
//!
//! Nothing ends at the first clear bit: a wrong guess costs as much as ten positions.

use std::hint::black_box;

use multiversion::multiversion;

use super::lines::Line;
use crate::{
    BlockLocator,
    positions::{Cut, Spot, words::HashedWords},
};

/// Items that are located before the first of them is looked for, so that their blocks are fetched at once.
const TOGETHER: usize = 32;

/// Whether all bits of an item are set.
#[inline(always)]
pub(super) fn holds(lines: &[Line], cut: &Cut, Spot { block, hash }: Spot) -> bool {
    match cut.is_parquets() {
        true => holds_mask(lines, block, hash),
        false => holds_each(lines, cut, block, hash),
    }
}

/// Sets the bits of an item; true if one was clear.
#[inline(always)]
pub(super) fn set(lines: &mut [Line], cut: &Cut, Spot { block, hash }: Spot) -> bool {
    match cut.is_parquets() {
        true => set_mask(lines, block, hash),
        false => set_each(lines, cut, block, hash),
    }
}

/// [`holds`] for many items.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2"))]
pub(super) fn hold<T: AsRef<[u8]>>(lines: &[Line], locator: &BlockLocator, cut: &Cut, items: &[T], found: &mut [bool]) {
    let mut spots = [Spot::default(); TOGETHER];
    let mut start = 0;
    if cut.is_parquets() {
        while start < items.len() {
            let count = locate(lines, locator, |block| block / 2, &items[start..], &mut spots);
            for (i, &Spot { block, hash }) in spots[..count].iter().enumerate() {
                found[start + i] = any_holds_mask(lines, block, hash);
            }
            start += count;
        }
    } else {
        while start < items.len() {
            let count = locate(lines, locator, |block| cut.first_line(block), &items[start..], &mut spots);
            for (i, &Spot { block, hash }) in spots[..count].iter().enumerate() {
                found[start + i] = any_holds_each(lines, cut, block, hash);
            }
            start += count;
        }
    }
}

/// [`set`] for many items.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2"))]
pub(super) fn set_many<T: AsRef<[u8]>>(lines: &mut [Line], locator: &BlockLocator, cut: &Cut, items: &[T]) {
    let mut spots = [Spot::default(); TOGETHER];
    let mut start = 0;
    if cut.is_parquets() {
        while start < items.len() {
            let count = locate(lines, locator, |block| block / 2, &items[start..], &mut spots);
            for &Spot { block, hash } in &spots[..count] {
                any_set_mask(lines, block, hash);
            }
            start += count;
        }
    } else {
        while start < items.len() {
            let count = locate(lines, locator, |block| cut.first_line(block), &items[start..], &mut spots);
            for &Spot { block, hash } in &spots[..count] {
                any_set_each(lines, cut, block, hash);
            }
            start += count;
        }
    }
}

/// Where the next items lie, and how many they are. Of each block a word is read, so that the block is on its way.
#[inline(always)]
fn locate<T: AsRef<[u8]>>(
    lines: &[Line],
    locator: &BlockLocator,
    line_of: impl Fn(u64) -> u64,
    items: &[T],
    spots: &mut [Spot; TOGETHER],
) -> usize {
    let (count, mut read) = (items.len().min(TOGETHER), 0);
    for i in 0..count {
        spots[i] = locator.spot(items[i].as_ref());
        read |= lines[line_of(spots[i].block) as usize].reads(0);
    }
    black_box(read);
    count
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2"))]
#[inline]
fn holds_mask(lines: &[Line], block: u64, hash: HashedWords) -> bool {
    any_holds_mask(lines, block, hash)
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2"))]
#[inline]
fn set_mask(lines: &mut [Line], block: u64, hash: HashedWords) -> bool {
    any_set_mask(lines, block, hash)
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2"))]
#[inline]
fn holds_each(lines: &[Line], cut: &Cut, block: u64, hash: HashedWords) -> bool {
    any_holds_each(lines, cut, block, hash)
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2"))]
#[inline]
fn set_each(lines: &mut [Line], cut: &Cut, block: u64, hash: HashedWords) -> bool {
    any_set_each(lines, cut, block, hash)
}

#[inline(always)]
fn any_holds_mask(lines: &[Line], block: u64, hash: HashedWords) -> bool {
    let halves = lines[(block / 2) as usize].0.as_chunks::<4>().0;
    let (words, mask) = (&halves[(block % 2) as usize], Cut::mask(hash));
    let missing = |i: usize| mask[i] & !words[i];
    missing(0) | missing(1) | missing(2) | missing(3) == 0
}

#[inline(always)]
fn any_set_mask(lines: &mut [Line], block: u64, hash: HashedWords) -> bool {
    let halves = lines[(block / 2) as usize].0.as_chunks_mut::<4>().0;
    let (words, mask) = (&mut halves[(block % 2) as usize], Cut::mask(hash));
    let mut missing = 0;
    for i in 0..4 {
        missing |= mask[i] & !words[i];
        words[i] |= mask[i];
    }
    missing != 0
}

#[inline(always)]
fn any_holds_each(lines: &[Line], cut: &Cut, block: u64, hash: HashedWords) -> bool {
    let mut all = 1;
    if cut.is_within_lines() {
        let line = &lines[cut.first_line(block) as usize];
        cut.each(block, hash, |bit| all &= line.reads(bit));
    } else {
        cut.each(block, hash, |bit| all &= lines[(bit / 512) as usize].reads(bit));
    }
    all & 1 == 1
}

#[inline(always)]
fn any_set_each(lines: &mut [Line], cut: &Cut, block: u64, hash: HashedWords) -> bool {
    let mut missing = 0;
    if cut.is_within_lines() {
        let line = &mut lines[cut.first_line(block) as usize];
        cut.each(block, hash, |bit| missing |= line.set(bit));
    } else {
        cut.each(block, hash, |bit| missing |= lines[(bit / 512) as usize].set(bit));
    }
    missing != 0
}
