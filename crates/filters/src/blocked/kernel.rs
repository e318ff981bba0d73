//! What a blocked filter does where an item's positions are cut out of words: compiled twice, for every processor and for those
//! with AVX2. Both read and write the same bits.

use std::hint::black_box;

use multiversion::multiversion;

use super::{
    lines::Line,
    patterns::{EightInLine, EightWords, ItemBits},
};
use crate::{
    BlockLocator,
    positions::{Cut, Pattern, Spot},
};

/// Items that are located before the first of them is looked for, so that many blocks are fetched at once.
const TOGETHER: usize = 64;

/// Whether all bits of an item are set.
#[inline(always)]
pub(super) fn holds(lines: &[Line], locator: &BlockLocator, cut: &Cut, item: &[u8]) -> bool {
    match cut.pattern() {
        Pattern::EightWords => hold_in_words(lines, locator, item),
        Pattern::EightInLine => hold_in_line(lines, locator, item),
        Pattern::Any => hold_any(lines, locator, cut, item),
    }
}

/// Sets the bits of an item; true if one was clear.
#[inline(always)]
pub(super) fn sets(lines: &mut [Line], locator: &BlockLocator, cut: &Cut, item: &[u8]) -> bool {
    match cut.pattern() {
        Pattern::EightWords => set_in_words(lines, locator, item),
        Pattern::EightInLine => set_in_line(lines, locator, item),
        Pattern::Any => set_any(lines, locator, cut, item),
    }
}

/// [`holds`] for many items.
pub(super) fn holds_many<T: AsRef<[u8]>>(
    lines: &[Line],
    locator: &BlockLocator,
    cut: &Cut,
    items: &[T],
    found: &mut [bool],
) {
    match cut.pattern() {
        Pattern::EightWords => hold_many(EightWords, lines, locator, items, found),
        Pattern::EightInLine => hold_many(EightInLine, lines, locator, items, found),
        Pattern::Any => hold_many(cut, lines, locator, items, found),
    }
}

/// [`sets`] for many items.
pub(super) fn sets_many<T: AsRef<[u8]>>(lines: &mut [Line], locator: &BlockLocator, cut: &Cut, items: &[T]) {
    match cut.pattern() {
        Pattern::EightWords => set_many(EightWords, lines, locator, items),
        Pattern::EightInLine => set_many(EightInLine, lines, locator, items),
        Pattern::Any => set_many(cut, lines, locator, items),
    }
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2"))]
#[inline]
fn hold_in_words(lines: &[Line], locator: &BlockLocator, item: &[u8]) -> bool {
    EightWords.hold(lines, locator.spot_briefly(item))
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2"))]
#[inline]
fn hold_in_line(lines: &[Line], locator: &BlockLocator, item: &[u8]) -> bool {
    EightInLine.hold(lines, locator.spot_briefly(item))
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2"))]
#[inline]
fn hold_any(lines: &[Line], locator: &BlockLocator, cut: &Cut, item: &[u8]) -> bool {
    cut.hold(lines, locator.spot_briefly(item))
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2"))]
#[inline]
fn set_in_words(lines: &mut [Line], locator: &BlockLocator, item: &[u8]) -> bool {
    EightWords.set(lines, locator.spot_briefly(item))
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2"))]
#[inline]
fn set_in_line(lines: &mut [Line], locator: &BlockLocator, item: &[u8]) -> bool {
    EightInLine.set(lines, locator.spot_briefly(item))
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2"))]
#[inline]
fn set_any(lines: &mut [Line], locator: &BlockLocator, cut: &Cut, item: &[u8]) -> bool {
    cut.set(lines, locator.spot_briefly(item))
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2"))]
fn hold_many<B: ItemBits, T: AsRef<[u8]>>(
    bits: B,
    lines: &[Line],
    locator: &BlockLocator,
    items: &[T],
    found: &mut [bool],
) {
    let mut spots = [Spot::default(); TOGETHER];
    for (items, found) in items.chunks(TOGETHER).zip(found.chunks_mut(TOGETHER)) {
        let spots = locate(bits, lines, locator, items, &mut spots);
        for (found, spot) in found.iter_mut().zip(spots) {
            *found = bits.hold(lines, *spot);
        }
    }
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2"))]
fn set_many<B: ItemBits, T: AsRef<[u8]>>(bits: B, lines: &mut [Line], locator: &BlockLocator, items: &[T]) {
    let mut spots = [Spot::default(); TOGETHER];
    for items in items.chunks(TOGETHER) {
        for spot in locate(bits, lines, locator, items, &mut spots) {
            bits.set(lines, *spot);
        }
    }
}

/// Where items lie; their blocks are on their way.
#[inline(always)]
fn locate<'a, B: ItemBits, T: AsRef<[u8]>>(
    bits: B,
    lines: &[Line],
    locator: &BlockLocator,
    items: &[T],
    spots: &'a mut [Spot; TOGETHER],
) -> &'a [Spot] {
    for (item, spot) in items.iter().zip(&mut *spots) {
        *spot = locator.spot(item.as_ref());
    }
    let spots = &spots[..items.len()];
    if B::IS_LONG {
        // a word of each
        let read = spots.iter().fold(0, |read, spot| read | lines[bits.first_line(spot.block) as usize].reads(0));
        black_box(read);
    }
    spots
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{BlockLayout, Hashing, blocked::lines::LinedBits};

    /// Tests and sets the bits of an item by code that was compiled for every processor.
    fn met_and_set(bits: &mut LinedBits, locator: &BlockLocator, cut: &Cut, item: &[u8]) -> (bool, bool) {
        fn both(bits: impl ItemBits, lines: &mut [Line], spot: Spot) -> (bool, bool) {
            (bits.hold(lines, spot), bits.set(lines, spot))
        }
        let (lines, spot) = (bits.lines_mut(), locator.spot(item));
        match cut.pattern() {
            Pattern::EightWords => both(EightWords, lines, spot),
            Pattern::EightInLine => both(EightInLine, lines, spot),
            Pattern::Any => both(cut, lines, spot),
        }
    }

    fn layouts() -> impl Strategy<Value = BlockLayout> {
        let plain =
            prop::sample::select(vec![512, 64, 256, 1024]).prop_map(|block_bits| BlockLayout::Plain { block_bits });
        let split = prop::sample::select(vec![32, 8, 64]).prop_map(|word_bits| BlockLayout::Split { word_bits });
        prop_oneof![plain, split]
    }

    fn items() -> impl Strategy<Value = Vec<u8>> {
        let bytes = |length| prop::collection::vec(any::<u8>(), length);
        prop_oneof![bytes(8..9), bytes(0..20)]
    }

    proptest! {
        /// This processor's code, that of every processor, many items at once, and an item's cells one by one.
        #[test]
        fn every_route_sets_and_meets_the_same_bits(
            layout in layouts(),
            hashes in prop_oneof![Just(8), 1u64..=16],
            blocks in 1u64..9,
            seed in any::<u64>(),
            items in prop::collection::vec(items(), 1..200),
        ) {
            let block_bits = match layout {
                BlockLayout::Plain { block_bits } => block_bits,
                BlockLayout::Split { word_bits } => word_bits * hashes,
            };
            let locator = BlockLocator::new(blocks * block_bits, layout, Hashing::new(hashes, seed)).unwrap();
            let cut = locator.cut().unwrap();
            let mut by_cells = LinedBits::new(locator.cells()).unwrap();
            let (mut here, mut everywhere, mut many) = (by_cells.clone(), by_cells.clone(), by_cells.clone());
            let half = items.len() / 2;
            for item in &items[..half] {
                let probe = locator.probe(item);
                let is_met = probe.cells().iter().all(|&cell| by_cells.get(cell));
                probe.cells().iter().for_each(|&cell| _ = by_cells.set(cell));
                prop_assert_eq!(holds(here.lines(), &locator, cut, item), is_met);
                prop_assert_eq!(sets(here.lines_mut(), &locator, cut, item), !is_met);
                prop_assert_eq!(met_and_set(&mut everywhere, &locator, cut, item), (is_met, !is_met));
            }
            sets_many(many.lines_mut(), &locator, cut, &items[..half]);
            for bits in [here, everywhere, many] {
                prop_assert_eq!(&bits, &by_cells);
            }
            let mut found = vec![false; items.len()];
            holds_many(by_cells.lines(), &locator, cut, &items, &mut found);
            let is_met = |item: &Vec<u8>| locator.probe(item).cells().iter().all(|&cell| by_cells.get(cell));
            prop_assert!(items.iter().map(is_met).eq(found));
        }
    }
}
