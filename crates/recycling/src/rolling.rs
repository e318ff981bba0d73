//! Bitcoin Core's rolling filter: one array of M positions of two bits, each with the label 1, 2 or 3 of the generation that wrote it last,
//! or 0.
//!
//! A generation is g insertions. The insertion that begins one clears the positions that still have its label, of three generations ago; a
//! later write lengthens the life of a position and never ends it. So the positions that are not 0 are those of the last two full
//! generations and of the s items in the current one: it is exactly a plain filter of M bits that holds 2g + s items, s = 1 … g. The newest
//! 2g items before an item, and it, are never missed ([`Rolling::window`]). None can be deleted; inserting one again makes it young.
//!
//! Positions are taken as independent and uniform. Bitcoin Core derives each from one 32-bit hash: the word from its upper bits, with a
//! bias below M/2^32, the position in the word from its lowest six.

use bloomlab_formulas::{Load, coverage, exact};
use bloomlab_numbers::{Arithmetic, MAX_SIZE, Refused, Sampling, Shape, Target, within};

/// Positions of two bits, and g.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rolling {
    positions: Shape,
    generation: u64,
}

impl Rolling {
    /// M and k of `positions`, g = `generation`. Domain: 2M ≤ 2^63 − 1, and 1 ≤ g with 3kg ≤ 2^63 − 1.
    pub fn new(positions: Shape, generation: u64) -> Result<Self, Refused> {
        within("bits", positions.bits(), 1..=MAX_SIZE / 2)?;
        within("generation", generation, 1..=MAX_SIZE / 3 / positions.hashes())?;
        Ok(Self { positions, generation })
    }

    /// The filter that Bitcoin Core allocates to remember the last N = `window` items at a rate of at most P = `target`
    /// (`src/common/bloom.cpp`): k = log2(1/P) rounded and kept in 1 … 50, g = ⌈N/2⌉, M = ⌈−3gk/ln(1 − P^(1/k))⌉, the classic size for 3g
    /// items, rounded up to a multiple of 64. Domain: 1 ≤ N and M ≤ 2^32 − 64, the most that its integers hold.
    pub fn as_built(window: u64, target: Target) -> Result<Self, Refused> {
        const LARGEST: u64 = (1 << 32) - 64;
        within("window", window, 1..=LARGEST)?;
        let generation = window.div_ceil(2);
        let log_rate = libm::log(target.rate());
        let hashes = libm::round(log_rate / libm::log(0.5)).clamp(1.0, 50.0);
        let each = libm::log(1.0 - libm::exp(log_rate / hashes));
        let bits = libm::ceil(-hashes * (3 * generation) as f64 / each);
        // also where the rate rounds to 1 and no size suffices
        if bits.is_nan() || bits > LARGEST as f64 {
            let domain = format!("at most 2^32 − 64 positions at target = {}", target.rate());
            return Err(Refused::new("window", window, domain));
        }
        let positions = (bits as u64).max(1).next_multiple_of(64);
        Self::new(Shape::new(positions, hashes as u64, Sampling::WithReplacement)?, generation)
    }

    /// M and k.
    pub fn positions(self) -> Shape {
        self.positions
    }

    /// g.
    pub fn generation(self) -> u64 {
        self.generation
    }

    /// 2M, all memory in bits.
    pub fn memory(self) -> u64 {
        2 * self.positions.bits()
    }

    /// 2g, the window: at any time this many of the newest items are certainly reported.
    pub fn window(self) -> u64 {
        2 * self.generation
    }
}

/// The exact rate with s = `into` items in the current generation: that of M positions with 2g + s items, the lowest at s = 1 and the
/// highest at s = g. The filter has held two full generations.
///
/// Accuracy in [`bloomlab_numbers::Double`]: as for [`exact::rate`]. Domain: 1 ≤ s ≤ g.
pub fn rate<A: Arithmetic>(a: &A, filter: Rolling, into: u64) -> Result<A::Number, Refused> {
    within("items", into, 1..=filter.generation)?;
    exact::rate(a, Load::holding(filter.positions, filter.window() + into)?)
}

/// The exact mean rate over the items of a generation, s = 1 … g, by powers of the chain of one item: O(k³ log g) steps, positive terms.
pub fn mean_rate<A: Arithmetic>(a: &A, filter: Rolling) -> Result<A::Number, Refused> {
    coverage::mean_rate(a, Load::holding(filter.positions, filter.window() + 1)?, filter.generation)
}
