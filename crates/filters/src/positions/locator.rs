//! From items to cells.

use bloomlab_numbers::{Sampling, Shape, within};

use super::{
    hashing::{Hashing, Source},
    probe::Probe,
    uniform::{Uniform, uniform_below},
    words::{HashedWords, IdealWords},
};
use crate::{FilterError, Locate};

/// The number of the word that holds an item's fingerprint: far from those that hold its positions.
pub(super) const FAR: u64 = u64::MAX / 3;

/// The most cells that positions are drawn from.
pub(super) const MAX_POSITIONS: u64 = 1 << 62;

/// Finds the cells of an item in a filter of C cells.
///
/// Every position is exactly uniform on the C cells if the words of the source are ([`uniform_below`]), whatever C:
/// nothing is rounded to a power of two. Distinct positions are drawn by Floyd's algorithm (Bentley and Floyd, A sample
/// of brilliance, 1987): k draws, every set of k cells equally likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Locator {
    cells: u64,
    hashing: Hashing,
    /// Draws a cell.
    uniform: Uniform,
}

impl Locator {
    /// A locator for `cells` cells.
    /// [`FilterError::Refused`] unless 1 ≤ C ≤ 2⁶², 1 ≤ k, and k ≤ C without replacement.
    pub fn new(cells: u64, hashing: Hashing) -> Result<Locator, FilterError> {
        within("cells", cells, 1..=MAX_POSITIONS)?;
        Shape::new(cells, hashing.hashes, hashing.sampling)?;
        Ok(Locator { cells, hashing, uniform: Uniform::below(cells) })
    }

    /// The number of hash functions, k.
    #[inline]
    pub fn hashes(&self) -> u64 {
        self.hashing.hashes
    }

    /// The probability that all k independent positions fall on given cells: (a/C)^k, or C(a,k)/C(C,k) without
    /// replacement, for a = `count`.
    pub(crate) fn all_among(&self, count: u64) -> f64 {
        let factor = |drawn: u64| match self.hashing.sampling {
            Sampling::WithReplacement => count as f64 / self.cells as f64,
            Sampling::WithoutReplacement => count.saturating_sub(drawn) as f64 / (self.cells - drawn) as f64,
        };
        (0..self.hashing.hashes).map(factor).product()
    }

    /// The probe of an item whose words are given: its fingerprint is the first, its positions are made of the next.
    /// With words of a random generator this draws a message never seen before.
    #[inline]
    pub fn draw(&self, word: impl FnMut() -> u64) -> Probe {
        let mut probe = Probe::empty(0, self.cells);
        self.draw_into(&mut probe, word);
        probe
    }

    /// Replaces a probe by the one that [`Locator::draw`] would give.
    #[inline]
    pub fn draw_into(&self, probe: &mut Probe, mut word: impl FnMut() -> u64) {
        probe.restart(word(), self.cells);
        match self.may_coincide() {
            true => probe.draw(self.hashing.hashes, || self.uniform.draw(&mut word)),
            false => {
                probe.clear();
                self.distinct(word, |cell| probe.add(cell));
            }
        }
    }

    #[inline]
    pub(super) fn may_coincide(&self) -> bool {
        self.hashing.sampling == Sampling::WithReplacement
    }

    /// Hands the positions made of given words to `add`, which says whether one is new. It need not keep those that are not.
    #[inline]
    pub(super) fn distinct(&self, mut word: impl FnMut() -> u64, mut add: impl FnMut(u64) -> bool) {
        let (cells, hashes) = (self.cells, self.hashing.hashes);
        match self.hashing.sampling {
            Sampling::WithReplacement => {
                for _ in 0..hashes {
                    add(self.uniform.draw(&mut word));
                }
            }
            Sampling::WithoutReplacement => {
                // Floyd: the last cell of a growing range replaces one that was drawn before.
                for last in cells - hashes..cells {
                    if !add(uniform_below(last + 1, &mut word)) {
                        add(last);
                    }
                }
            }
        }
    }
}

impl Locate for Locator {
    #[inline]
    fn cells(&self) -> u64 {
        self.cells
    }

    fn probe(&self, item: &[u8]) -> Probe {
        match self.hashing.source {
            Source::Hash => {
                let mut words = HashedWords::of(self.hashing.seed, item);
                let mut probe = Probe::empty(words.after(FAR).next_word(), self.cells);
                self.distinct(|| words.next_word(), |cell| probe.add(cell));
                probe
            }
            Source::Ideal => {
                let mut words = IdealWords::of(self.hashing.seed, item);
                self.draw(|| words.next_word())
            }
        }
    }
}
