//! Age-partitioned filters (Shtul, Baquero, Almeida, *Age-partitioned Bloom filters*, 2020): k + l slices of w bits in a ring, of which the
//! oldest is cleared again and again.
//!
//! An item sets one bit in each of the k youngest slices. After g insertions all slices age by one, and the oldest is cleared and becomes
//! the youngest. A query is positive iff some k consecutive slices all match. The newest l·g items are never missed
//! ([`AgePartitioned::window`]).
//!
//! **The rate is exact.** s items into a generation the slice of age i holds s + ig items for i < k, kg for i ≥ k. An
//! item has its own position in each slice that holds it, so slices match a new item independently: the published recursion over
//! runs of matches is exact for these fills; the published fills, linear in the age ([`published_rate`]), are too low at the end of
//! a generation.

use bloomlab_numbers::{Arithmetic, Double, MAX_SIZE, Refused, Target, within};

/// k + l slices of w bits, which age every g insertions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AgePartitioned {
    young: u64,
    old: u64,
    slice_bits: u64,
    generation: u64,
}

/// When slices age: at the insertion that completes a generation, or at the one after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aging {
    /// Queries find s = 0 … g − 1 items in the current generation.
    OnCompletion,
    /// Queries find s = 1 … g.
    AtTheNext,
}

const MAX_SLICES: u64 = 4096;

impl AgePartitioned {
    /// k = `young` slices are written to, l = `old` more are kept; each has w = `slice_bits` bits, and they age every g = `generation`
    /// insertions. Domain: k, l, w, g ≥ 1, k + l ≤ 4096, and (k + l)w and (k + l)g are at most 2^63 − 1.
    pub fn new(young: u64, old: u64, slice_bits: u64, generation: u64) -> Result<Self, Refused> {
        within("hashes", young, 1..=MAX_SLICES - 1)?;
        within("slices", old, 1..=MAX_SLICES - young)?;
        within("slice-bits", slice_bits, 1..=MAX_SIZE / (young + old))?;
        within("generation", generation, 1..=MAX_SIZE / (young + old))?;
        Ok(Self { young, old, slice_bits, generation })
    }

    /// The filter that dcrd allocates to remember the last N = `capacity` items at a rate of at most P = `target` (`container/apbf`,
    /// `NewFilter`): k = ⌈log2(1/P)⌉, the most l up to 100 whose [`published_rate`] keeps P, g = ⌈N/(l + 1)⌉ and w = ⌈kg/ln 2⌉. Slices age
    /// [`Aging::AtTheNext`], so lg + 1 items are certain, where N are promised. Domain: 1 ≤ N < 2^32; P that an l ≥ 1 keeps.
    pub fn as_built(capacity: u64, target: Target) -> Result<Self, Refused> {
        const MOST_OLD: u64 = 100;
        within("window", capacity, 1..=u64::from(u32::MAX))?;
        let young = libm::ceil(-libm::log2(target.rate())) as u64;
        let keeps = |old: &u64| published_rate(&Double, young, *old) <= target.rate();
        let Some(old) = (1..=MOST_OLD).take_while(keeps).last() else {
            return Err(Refused::new(
                "target",
                target.rate(),
                "a rate that k + 1 slices keep by the published recursion",
            ));
        };
        let generation = capacity.div_ceil(old + 1);
        let slice_bits = libm::ceil((young * generation) as f64 / std::f64::consts::LN_2) as u64;
        Self::new(young, old, slice_bits, generation)
    }

    /// k, the slices that are written to.
    pub fn young(self) -> u64 {
        self.young
    }

    /// l, the further slices.
    pub fn old(self) -> u64 {
        self.old
    }

    /// g, the insertions after which slices age.
    pub fn generation(self) -> u64 {
        self.generation
    }

    /// (k + l)w, all memory in bits.
    pub fn memory(self) -> u64 {
        (self.young + self.old) * self.slice_bits
    }

    /// lg, the window: at any time this many of the newest items are certainly reported.
    pub fn window(self) -> u64 {
        self.old * self.generation
    }

    fn fills<A: Arithmetic>(self, a: &A, into: u64) -> Vec<A::Number> {
        let held =
            |age: u64| if age < self.young { into + age * self.generation } else { self.young * self.generation };
        (0..self.young + self.old).map(|age| a.some_hit(1, self.slice_bits, held(age))).collect()
    }
}

/// The probability that k = `run` consecutive slices of these independent fills all match: F(0, 0) of the recursion F(a, i) = r_i F(a + 1,
/// i + 1) + (1 − r_i) F(0, i + 1), F(k, ·) = 1, F(a, k + l) = 0 for a < k. Positive terms, k(k + l) steps.
fn some_run<A: Arithmetic>(a: &A, fills: &[A::Number], run: usize) -> A::Number {
    let mut after: Vec<A::Number> = (0..=run).map(|length| if length == run { a.one() } else { a.zero() }).collect();
    for fill in fills.iter().rev() {
        let broken = (a.one() - fill) * &after[0];
        for length in 0..run {
            after[length] = fill.clone() * &after[length + 1] + &broken;
        }
    }
    after.swap_remove(0)
}

/// The exact rate, s = `into` items into a generation. Domain: 0 ≤ s ≤ g; s = g is the end of a generation.
///
/// Accuracy in [`bloomlab_numbers::Double`]: a few units in the last place for each slice.
pub fn rate<A: Arithmetic>(a: &A, filter: AgePartitioned, into: u64) -> Result<A::Number, Refused> {
    within("items", into, 0..=filter.generation)?;
    Ok(some_run(a, &filter.fills(a, into), filter.young as usize))
}

/// The exact mean rate over a generation. g·k(k + l) steps. Domain: g(k + l)(k + 10) ≤ 2^29: a fill takes an exponential.
pub fn mean_rate<A: Arithmetic>(a: &A, filter: AgePartitioned, aging: Aging) -> Result<A::Number, Refused> {
    let of_one = (filter.young + filter.old) * (filter.young + 10);
    within("generation", filter.generation, 1..=(1 << 29) / of_one)?;
    let first = u64::from(aging == Aging::AtTheNext);
    let at = |into: u64| some_run(a, &filter.fills(a, into), filter.young as usize);
    Ok(a.sum((first..first + filter.generation).map(at)) / a.integer(filter.generation))
}

/// The rate as published, with fills (i + 1)/(2k) for i < k and ½ beyond, whatever w and g: always too low at the end of a generation,
/// where slices of w = kg/ln 2 bits are filled to 1 − 2^(−(i + 1)/k).
pub fn published_rate<A: Arithmetic>(a: &A, young: u64, old: u64) -> A::Number {
    let fill = |age: u64| a.ratio((age + 1).min(young), 2 * young);
    let fills: Vec<A::Number> = (0..young + old).map(fill).collect();
    some_run(a, &fills, young as usize)
}
