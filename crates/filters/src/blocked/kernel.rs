//! What a blocked filter does where an item's positions are cut out of words: compiled twice, for every processor and for those
//! with AVX2. Both read and write the same bits.
//!
//! Nothing ends at the first clear bit: a wrong guess costs as much as ten positions.

use multiversion::multiversion;

use super::lines::Line;
use crate::positions::{Cut, Spot, words::HashedWords};

/// Whether all bits of an item are set.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2"))]
pub(super) fn holds(lines: &[Line], cut: &Cut, block: u64, hash: HashedWords) -> bool {
    any_holds(lines, cut, block, hash)
}

/// [`holds`] for many.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2"))]
pub(super) fn hold(lines: &[Line], cut: &Cut, spots: &[Spot], found: &mut [bool]) {
    for (spot, found) in spots.iter().zip(found) {
        *found = any_holds(lines, cut, spot.block, spot.hash);
    }
}

/// Sets the bits of an item; true if one was clear.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2"))]
pub(super) fn set(lines: &mut [Line], cut: &Cut, block: u64, hash: HashedWords) -> bool {
    any_set(lines, cut, block, hash)
}

/// [`set`] for many.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2"))]
pub(super) fn set_many(lines: &mut [Line], cut: &Cut, spots: &[Spot]) {
    for spot in spots {
        any_set(lines, cut, spot.block, spot.hash);
    }
}

#[inline(always)]
fn any_holds(lines: &[Line], cut: &Cut, block: u64, hash: HashedWords) -> bool {
    if cut.is_parquets() {
        let halves = lines[(block / 2) as usize].0.as_chunks::<4>().0;
        let (words, mask) = (&halves[(block % 2) as usize], Cut::mask(hash));
        let missing = |i: usize| mask[i] & !words[i];
        return missing(0) | missing(1) | missing(2) | missing(3) == 0;
    }
    let mut all = 1;
    cut.each(block, hash, |bit| all &= lines[(bit / 512) as usize].reads(bit));
    all & 1 == 1
}

#[inline(always)]
fn any_set(lines: &mut [Line], cut: &Cut, block: u64, hash: HashedWords) -> bool {
    let mut missing = 0;
    if cut.is_parquets() {
        let halves = lines[(block / 2) as usize].0.as_chunks_mut::<4>().0;
        let (words, mask) = (&mut halves[(block % 2) as usize], Cut::mask(hash));
        for i in 0..4 {
            missing |= mask[i] & !words[i];
            words[i] |= mask[i];
        }
        return missing != 0;
    }
    cut.each(block, hash, |bit| missing |= lines[(bit / 512) as usize].set(bit));
    missing != 0
}
