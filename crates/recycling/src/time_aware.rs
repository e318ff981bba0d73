//! Time-aware filters: a bit is removed when no message has hit it for a window of W messages. (Named by Dozier, Salamatian, Rubenstein,
//! section VI, as a rival of recycling filters.)
//!
//! Two forms, for messages that are each inserted once, at independent or distinct positions:
//! * *timers*: every bit knows when it was last hit. The filter is that of the last W messages, its rate the exact
//!   one of n = W. A message is missed with probability 0 for W messages, and then with 1 minus the rate.
//! * *flags*: two bits a cell, the second of which says that the cell was set or hit since the last sweep. Every W
//!   messages a sweep clears the cells without it. t messages after a sweep the filter holds the last W + t, so the mean rate
//!   is (1/W) Σ_{t<W} p(c, W + t, k). It is a two-phase filter whose filters are or-ed.
//!
//! Messages that return refresh their bits, and count once in a window. None can be deleted.

use bloomlab_formulas::{Load, coverage};
use bloomlab_numbers::{Arithmetic, MAX_SIZE, Refused, Shape, within};

/// A time-aware filter: the shape of its cells, and its window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeAware {
    shape: Shape,
    window: u64,
}

impl TimeAware {
    /// Cells of shape `shape` that are removed after W = `window` messages. Domain: W ≥ 1 and 2kW ≤ 2^63 − 1.
    pub fn new(shape: Shape, window: u64) -> Result<Self, Refused> {
        within("window", window, 1..=MAX_SIZE / 2 / shape.hashes())?;
        Ok(Self { shape, window })
    }

    /// Bits of a cell that holds a timer: one of W + 1 values, the last W messages or none.
    pub fn timer_bits(self) -> u64 {
        u64::from(u64::BITS - self.window.leading_zeros())
    }
}

/// The exact mean rate with flags, (1/W) Σ_{t=0..W−1} p(c, W + t, k).
pub fn flag_rate<A: Arithmetic>(a: &A, filter: TimeAware) -> Result<A::Number, Refused> {
    coverage::mean_rate(a, Load::holding(filter.shape, filter.window)?, filter.window)
}
