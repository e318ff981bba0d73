//! Tables of static filters, and the seeds that solve them.

use bloomlab_numbers::{Refused, within};

use crate::positions::{uniform_below, words::IdealWords};

/// The most cells of an item.
const MOST_PLACES: usize = 4;

/// The table of a static filter (xor, binary fuse): an item has a cell in each of some neighbouring segments. The first lies anywhere in the
/// first `starts` segments.
///
/// A seed of the hash function builds the filter if its items can be peeled: again and again an item that has a cell to
/// itself is taken out, until none is left. Positions are ideal: independent and uniform (Graf, Lemire, *Binary fuse
/// filters*, 2022).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StaticTable {
    arity: usize,
    segment: u64,
    starts: u64,
}

impl StaticTable {
    /// A table of `starts` + `arity` − 1 segments of `segment` cells.
    /// [`Refused`] unless 2 ≤ arity ≤ 4 and 1 ≤ cells < 2^32.
    pub fn new(arity: u64, segment: u64, starts: u64) -> Result<Self, Refused> {
        within("positions", arity, 2..=MOST_PLACES as u64)?;
        let cells = starts.min(1).saturating_mul(segment).saturating_mul(starts.saturating_add(arity - 1));
        within("cells", cells, 1..=u32::MAX.into())?;
        Ok(Self { arity: arity as usize, segment, starts })
    }

    /// Cells of the table.
    pub fn cells(&self) -> u64 {
        self.segment * (self.starts + self.arity as u64 - 1)
    }

    /// True if the hash functions of a seed build the filter of `items` items.
    ///
    /// Time: about 100 ns for each item and 10 ns for each cell. Memory: 16 bytes for each item, 8 for each cell.
    /// [`Refused`] unless n < 2^32.
    pub fn builds(&self, items: u64, seed: u64) -> Result<bool, Refused> {
        within("items", items, 0..=u32::MAX.into())?;
        let mut words = IdealWords::new(seed, items);
        let places: Vec<_> = (0..items).map(|_| self.draw(|| words.next_word())).collect();
        Ok(self.peels(&places))
    }

    fn draw(&self, mut word: impl FnMut() -> u64) -> [u32; MOST_PLACES] {
        let first = uniform_below(self.segment * self.starts, &mut word);
        let segment = first / self.segment;
        let mut places = [first as u32; MOST_PLACES];
        for (place, after) in places[1..self.arity].iter_mut().zip(1..) {
            *place = ((segment + after) * self.segment + uniform_below(self.segment, &mut word)) as u32;
        }
        places
    }

    /// Each cell keeps its number of items and the exclusive or of their numbers, which is the item itself once it is alone.
    fn peels(&self, places: &[[u32; MOST_PLACES]]) -> bool {
        let mut cells = vec![(0_u32, 0_u32); self.cells() as usize];
        for (item, places) in (0..).zip(places) {
            for &place in &places[..self.arity] {
                let cell = &mut cells[place as usize];
                *cell = (cell.0 + 1, cell.1 ^ item);
            }
        }
        let mut single: Vec<u32> = (0..).zip(&cells).filter(|(_, cell)| cell.0 == 1).map(|(place, _)| place).collect();
        let mut peeled = 0;
        while let Some(place) = single.pop() {
            let (1, item) = cells[place as usize] else { continue };
            peeled += 1;
            for &place in &places[item as usize][..self.arity] {
                let cell = &mut cells[place as usize];
                *cell = (cell.0 - 1, cell.1 ^ item);
                if cell.0 == 1 {
                    single.push(place);
                }
            }
        }
        peeled == places.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All outcomes of n items in a table, each as likely as any other, drawn from words in the middle of those that lead there: (those
    /// that peel, all). The cells of an item lie in neighbouring segments.
    fn counted(table: StaticTable, items: u32) -> (u64, u64) {
        let StaticTable { arity, segment, starts } = table;
        let all = (starts * segment.pow(arity as u32)).pow(items);
        let peels = |&outcome: &u64| {
            let mut rest = outcome;
            let item = |_| {
                let mut bound = segment * starts;
                let places = table.draw(|| {
                    let word = ((2 * u128::from(rest % bound) + 1) << 63) / u128::from(bound);
                    (rest, bound) = (rest / bound, segment);
                    word as u64
                });
                let segments = places.map(|place| u64::from(place) / segment);
                assert!(segments[0] < starts && segments[..arity].windows(2).all(|pair| pair[1] == pair[0] + 1));
                places
            };
            table.peels(&(0..items).map(item).collect::<Vec<_>>())
        };
        ((0..all).filter(peels).count() as u64, all)
    }

    /// Two items never peel where they share all cells: 1 − 1/(cL·L^(a−1)). Three items, c = 1, arity 3: (1 − L⁻³)(1 − 2L⁻³).
    #[test]
    fn two_and_three_items_by_hand() {
        for (arity, segment, starts) in [(3, 2, 1), (3, 3, 1), (3, 4, 1), (3, 2, 3), (4, 2, 2), (2, 3, 2)] {
            let table = StaticTable::new(arity, segment, starts).unwrap();
            let of_item = starts * segment.pow(arity as u32);
            assert_eq!(counted(table, 2), (of_item * of_item - of_item, of_item * of_item));
        }
        for segment in [2_u64, 3] {
            let cube = segment.pow(3);
            let table = StaticTable::new(3, segment, 1).unwrap();
            assert_eq!(counted(table, 3), (cube * (cube - 1) * (cube - 2), cube.pow(3)));
        }
    }

    #[test]
    fn refuses_what_is_no_table() {
        for (arity, segment, starts) in [(1, 2, 2), (5, 2, 2), (3, 0, 2), (3, 2, 0), (3, u64::MAX, 2), (3, 2, u64::MAX)]
        {
            assert!(StaticTable::new(arity, segment, starts).is_err(), "{arity} {segment} {starts}");
        }
        assert!(StaticTable::new(3, 2, 1).unwrap().builds(1 << 32, 0).is_err());
    }
}
