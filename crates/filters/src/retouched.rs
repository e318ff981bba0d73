//! Clearing bits of a filter on purpose.

use crate::{BloomFilter, FilterError, Locate, Probe, uniform_below};
use bloomlab_numbers::within;

/// Which bit of an unwanted false positive is cleared (Donnet, Baynat, Friedman, 2006).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::VariantArray)]
pub enum Selection {
    /// Any of its bits.
    Random,
    /// The bit that the fewest members share.
    FewestMembers,
    /// The bit that most of the given false positives share.
    MostFalsePositives,
    /// The bit with the fewest members to a given false positive.
    Ratio,
}

/// The retouched filter: bits are cleared on purpose, so that false positives go, and false negatives come. Inserting a member again
/// restores it.
impl BloomFilter {
    /// Clears every set bit with probability θ = `chance`.
    pub fn clear_each(&mut self, chance: f64, mut word: impl FnMut() -> u64) {
        // 53 random bits, as many as a double has
        let hit = |word: u64| ((word >> 11) as f64) < chance * (1u64 << 53) as f64;
        for bit in 0..self.locator().cells() {
            if self.reports_bit(bit) && hit(word()) {
                self.reset(bit);
            }
        }
    }

    /// Clears s = `count` distinct positions of the m, set or not.
    /// [`FilterError::Refused`] if s > m.
    pub fn clear_positions(&mut self, count: u64, word: impl FnMut() -> u64) -> Result<(), FilterError> {
        within("positions", count, 0..=self.locator().cells())?;
        self.clear_some((0..self.locator().cells()).collect(), count, word);
        Ok(())
    }

    /// Clears s = `count` of the set bits, all where fewer are set.
    pub fn clear_set_bits(&mut self, count: u64, word: impl FnMut() -> u64) {
        let set: Vec<u64> = (0..self.locator().cells()).filter(|&bit| self.reports_bit(bit)).collect();
        let count = count.min(set.len() as u64);
        self.clear_some(set, count, word);
    }

    /// Clears `count` of `bits`, every choice equally likely.
    fn clear_some(&mut self, mut bits: Vec<u64>, count: u64, mut word: impl FnMut() -> u64) {
        for _ in 0..count {
            let chosen = uniform_below(bits.len() as u64, &mut word) as usize;
            self.reset(bits.swap_remove(chosen));
        }
    }

    /// Clears one bit of each of `unwanted` that is still reported, in their order. Members and unwanted items that a bit
    /// takes with it no longer count for the next choice. Ties go to the bit that was drawn first.
    /// [`FilterError::ForeignProbe`] if a probe was made for another number of bits.
    pub fn clear_selected(
        &mut self,
        members: &[Probe],
        unwanted: &[Probe],
        selection: Selection,
        mut word: impl FnMut() -> u64,
    ) -> Result<(), FilterError> {
        for probe in members.iter().chain(unwanted) {
            probe.check(self.locator().cells())?;
        }
        let mut stored = Sharing::new(members, self);
        let mut false_positives = Sharing::new(unwanted, self);
        for probe in unwanted {
            if self.clear_among(probe) > 0 {
                continue;
            }
            let cells = probe.cells();
            let bit = match selection {
                Selection::Random => cells[uniform_below(cells.len() as u64, &mut word) as usize],
                Selection::FewestMembers => least(cells, |bit| (stored.sharing(bit), 1)),
                Selection::MostFalsePositives => least(cells, |bit| (1, false_positives.sharing(bit))),
                Selection::Ratio => least(cells, |bit| (stored.sharing(bit), false_positives.sharing(bit))),
            };
            self.reset(bit);
            stored.lose(bit);
            false_positives.lose(bit);
        }
        Ok(())
    }
}

/// The cell with the least fraction, of denominators from 1.
fn least(cells: &[u64], fraction: impl Fn(u64) -> (u64, u64)) -> u64 {
    let smaller = |best: u64, cell: u64| {
        let ((a, b), (c, d)) = (fraction(cell), fraction(best));
        if u128::from(a) * u128::from(d) < u128::from(c) * u128::from(b) { cell } else { best }
    };
    cells.iter().copied().reduce(smaller).unwrap_or(0)
}

/// Items by the bits they share, those that are still reported counted.
struct Sharing<'a> {
    items: &'a [Probe],
    of_bit: Vec<Vec<usize>>,
    reported: Vec<bool>,
    count: Vec<u64>,
}

impl<'a> Sharing<'a> {
    fn new(items: &'a [Probe], filter: &BloomFilter) -> Sharing<'a> {
        let bits = filter.locator().cells() as usize;
        let mut sharing = Sharing { items, of_bit: vec![Vec::new(); bits], reported: Vec::new(), count: vec![0; bits] };
        for (index, item) in items.iter().enumerate() {
            let reported = filter.clear_among(item) == 0;
            sharing.reported.push(reported);
            for &cell in item.cells() {
                sharing.of_bit[cell as usize].push(index);
                sharing.count[cell as usize] += u64::from(reported);
            }
        }
        sharing
    }

    fn sharing(&self, bit: u64) -> u64 {
        self.count[bit as usize]
    }

    /// The items of a bit are no longer reported.
    fn lose(&mut self, bit: u64) {
        for index in std::mem::take(&mut self.of_bit[bit as usize]) {
            if std::mem::replace(&mut self.reported[index], false) {
                for &cell in self.items[index].cells() {
                    self.count[cell as usize] -= 1;
                }
            }
        }
    }
}
