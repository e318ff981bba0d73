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

/// Items that are located before the first of them is looked for, so that many blocks are fetched at once.
const TOGETHER: usize = 64;

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
    for (items, found) in items.chunks(TOGETHER).zip(found.chunks_mut(TOGETHER)) {
        locate(locator, items, &mut spots);
        if cut.is_parquets() {
            for (found, spot) in found.iter_mut().zip(&spots) {
                *found = any_holds_mask(lines, spot.block, spot.hash);
            }
        } else {
            read_ahead(lines, cut, &spots[..items.len()]);
            for (found, spot) in found.iter_mut().zip(&spots) {
                *found = any_holds_each(lines, cut, spot.block, spot.hash);
            }
        }
    }
}

/// [`set`] for many items.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2"))]
pub(super) fn set_many<T: AsRef<[u8]>>(lines: &mut [Line], locator: &BlockLocator, cut: &Cut, items: &[T]) {
    let mut spots = [Spot::default(); TOGETHER];
    for items in items.chunks(TOGETHER) {
        locate(locator, items, &mut spots);
        let spots = &spots[..items.len()];
        if cut.is_parquets() {
            for spot in spots {
                any_set_mask(lines, spot.block, spot.hash);
            }
        } else {
            read_ahead(lines, cut, spots);
            for spot in spots {
                any_set_each(lines, cut, spot.block, spot.hash);
            }
        }
    }
}

/// Where items lie.
#[inline(always)]
fn locate<T: AsRef<[u8]>>(locator: &BlockLocator, items: &[T], spots: &mut [Spot; TOGETHER]) {
    for (item, spot) in items.iter().zip(spots) {
        *spot = locator.spot(item.as_ref());
    }
}

/// Reads a word of each block, so that all are on their way. What masks do is so little that the processor sees far enough ahead
/// by itself.
#[inline(always)]
fn read_ahead(lines: &[Line], cut: &Cut, spots: &[Spot]) {
    let mut read = 0;
    for spot in spots {
        read |= lines[cut.first_line(spot.block) as usize].reads(0);
    }
    black_box(read);
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
    if cut.is_of_lines() {
        let line = &lines[block as usize];
        cut.each_in_line(hash, |bit| all &= line.reads(bit));
    } else if cut.is_within_lines() {
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
    if cut.is_of_lines() {
        let line = &mut lines[block as usize];
        cut.each_in_line(hash, |bit| missing |= line.set(bit));
    } else if cut.is_within_lines() {
        let line = &mut lines[cut.first_line(block) as usize];
        cut.each(block, hash, |bit| missing |= line.set(bit));
    } else {
        cut.each(block, hash, |bit| missing |= lines[(bit / 512) as usize].set(bit));
    }
    missing != 0
}
