//! The ring of filters: j full filters and an active one, each filled by g items; when the active one is full the oldest is cleared and
//! becomes the active one. For j = 1 it is a two-phase filter that counts arrivals.
//!
//! Every filter has its own positions, so their answers to a query are independent: the rate with s items in the active
//! filter is 1 − (1 − f(g))^j (1 − f(s)), f(n) the exact rate of one filter that holds n items. The newest j·g items
//! before any item are never missed ([`Ring::window`]). No item can be deleted; inserting one again makes it young.

use bloomlab_formulas::{Load, coverage, exact};
use bloomlab_numbers::{Arithmetic, MAX_SIZE, Refused, Shape, within};

/// j + 1 filters of one shape, each with its own positions and filled by g items.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ring {
    each: Shape,
    full: u64,
    generation: u64,
}

impl Ring {
    /// j = `full` full filters and an active one, each of shape `each` and filled by g = `generation` items. Domain: j, g ≥ 1, and
    /// (j + 1)m, kg and jg are at most 2^63 − 1.
    pub fn new(each: Shape, full: u64, generation: u64) -> Result<Self, Refused> {
        within("slices", full, 1..=MAX_SIZE / each.bits() - 1)?;
        within("generation", generation, 1..=MAX_SIZE / full.max(each.hashes()))?;
        Ok(Self { each, full, generation })
    }

    /// (j + 1)m, all memory in bits.
    pub fn memory(self) -> u64 {
        (self.full + 1) * self.each.bits()
    }

    /// jg, the window: at any time this many of the newest items are certainly reported.
    pub fn window(self) -> u64 {
        self.full * self.generation
    }

    /// f(n).
    fn one<A: Arithmetic>(self, a: &A, items: u64) -> Result<A::Number, Refused> {
        exact::rate(a, Load::holding(self.each, items)?)
    }

    /// 1 − (1 − f(g))^j (1 − `active`), as a sum of positive terms.
    fn any<A: Arithmetic>(self, a: &A, active: A::Number) -> Result<A::Number, Refused> {
        let full = self.one(a, self.generation)?;
        let some_full = some(a, full, self.full);
        Ok(some_full.clone() + active * (a.one() - some_full))
    }
}

/// 1 − (1 − p)^n = Σ_{i<n} p (1 − p)^i, by doubling; positive terms.
fn some<A: Arithmetic>(a: &A, chance: A::Number, trials: u64) -> A::Number {
    let (mut happened, mut block) = (a.zero(), chance);
    for bit in 0..u64::BITS - trials.leading_zeros() {
        if trials >> bit & 1 == 1 {
            happened = happened.clone() + block.clone() * (a.one() - &happened);
        }
        block = block.clone() + block.clone() * (a.one() - &block);
    }
    happened
}

/// The exact rate with s = `active` items in the active filter.
///
/// Accuracy in [`bloomlab_numbers::Double`]: as for [`bloomlab_formulas::exact::rate`]. Domain: s ≤ g.
pub fn rate<A: Arithmetic>(a: &A, ring: Ring, active: u64) -> Result<A::Number, Refused> {
    within("items", active, 0..=ring.generation)?;
    let active = ring.one(a, active)?;
    ring.any(a, active)
}

/// The exact mean rate over the messages of a generation, s = 0 … g − 1, each asked for before it is inserted.
pub fn mean_rate<A: Arithmetic>(a: &A, ring: Ring) -> Result<A::Number, Refused> {
    let active = coverage::mean_rate(a, Load::holding(ring.each, 0)?, ring.generation)?;
    ring.any(a, active)
}
