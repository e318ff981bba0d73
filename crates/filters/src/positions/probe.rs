//! One item, seen from a filter.

use bloomlab_numbers::Refused;
use smallvec::SmallVec;

use crate::FilterError;

/// The cells that a probe holds in itself; more are elsewhere.
const INLINE: usize = 5;

/// The cells an item lies in, each named once, and its fingerprint.
///
/// Positions that coincide name one cell, which an insertion writes once. (Read to the letter, Kwon et al. section III-A
/// would write it twice, so that the item would collide with itself.) The default is that of no item and no filter, a place
/// for [`Locator::draw_into`](crate::Locator::draw_into).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Probe {
    cells: SmallVec<[u64; INLINE]>,
    fingerprint: u64,
    range: u64,
}

impl Probe {
    /// Given positions in a filter of `range` cells, and a fingerprint of which each filter uses as many low bits as
    /// it stores: the level below items, for worked examples and for positions drawn elsewhere.
    /// [`FilterError::Refused`] unless every position is below `range`, and there is at least one.
    pub fn at(positions: &[u64], fingerprint: u64, range: u64) -> Result<Probe, FilterError> {
        if positions.is_empty() {
            return Err(Refused::new("positions", 0, "1 ≤ positions").into());
        }
        if let Some(&position) = positions.iter().find(|&&position| position >= range) {
            return Err(Refused::new("position", position, format!("position < cells = {range}")).into());
        }
        let mut probe = Probe::empty(fingerprint, range);
        for &position in positions {
            probe.add(position);
        }
        Ok(probe)
    }

    #[inline]
    pub(super) fn empty(fingerprint: u64, range: u64) -> Probe {
        Probe { cells: SmallVec::new(), fingerprint, range }
    }

    #[inline]
    pub(super) fn restart(&mut self, fingerprint: u64, range: u64) {
        (self.fingerprint, self.range) = (fingerprint, range);
    }

    /// Replaces the cells by `count` positions that are drawn, each named once. Nearly always they differ: they are drawn one
    /// after the other, in place, and compared all at once.
    #[inline(always)]
    pub(super) fn draw(&mut self, count: u64, mut position: impl FnMut() -> u64) {
        if self.cells.len() as u64 != count {
            self.cells.resize(count as usize, 0);
        }
        let cells = self.cells.as_mut_slice();
        for cell in cells.iter_mut() {
            *cell = position();
        }
        let is_among = |cells: &[u64], cell| cells.iter().fold(false, |is_among, other| is_among | (*other == cell));
        if (1..cells.len()).fold(false, |coincide, i| coincide | is_among(&cells[..i], cells[i])) {
            self.name_once();
        }
    }

    #[cold]
    fn name_once(&mut self) {
        let cells = std::mem::take(&mut self.cells);
        cells.into_iter().for_each(|cell| _ = self.add(cell));
    }

    /// Names no cell.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.cells.clear();
    }

    /// Adds a position below the range, unless it is there already.
    #[inline(always)]
    pub(super) fn add(&mut self, position: u64) -> bool {
        // shorter than `contains`, which is made for long slices
        let is_new = self.cells.iter().all(|&cell| cell != position);
        if is_new {
            self.cells.push(position);
        }
        is_new
    }

    /// The distinct cells, in the order in which they were drawn.
    #[inline]
    pub fn cells(&self) -> &[u64] {
        &self.cells
    }

    /// The fingerprint: a filter uses its lowest bits.
    #[inline]
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    #[inline]
    pub(crate) fn check(&self, cells: u64) -> Result<(), FilterError> {
        if self.range != cells {
            return Err(FilterError::ForeignProbe { probe: self.range, filter: cells });
        }
        Ok(())
    }
}
