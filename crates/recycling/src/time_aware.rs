//! Time-aware filters: a bit is removed when no message has hit it for a window of W messages. (Named by Dozier,
//! Salamatian, Rubenstein, section VI, as a rival of recycling filters.)
//!
//! Two forms, for messages that are each inserted once, at independent or distinct positions:
//! * *timers*: every bit knows when it was last hit. The filter is that of the last W messages, its rate the exact
//!   one of n = W, and no message is missed for W messages.
//! * *flags*: two bits a cell, the second of which says that the cell was set or hit since the last sweep. Every W
//!   messages a sweep clears the cells without it. t messages after a sweep the filter holds the last W + t, so the mean rate
//!   is (1/W) Σ_{t<W} p(c, W + t, k). It is a two-phase filter whose filters are or-ed.
//!
//! Messages that return refresh their bits, and count once in a window. None can be deleted.

use bloomlab_formulas::{Load, coverage, exact};
use bloomlab_numbers::Arithmetic;
use bloomlab_occupancy::{MAX_SIZE, OutOfDomain, Parameter, Refused, Shape};

/// A time-aware filter: the shape of its cells, and its window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeAware {
    shape: Shape,
    window: u64,
}

impl TimeAware {
    /// Cells of shape `shape` that are removed after W = `window` messages.
    ///
    /// # Errors
    /// [`OutOfDomain`] unless W ≥ 1 and 2kW ≤ 2^63 − 1.
    pub fn new(shape: Shape, window: u64) -> Result<Self, OutOfDomain> {
        Parameter::Window.within(window, 1..=MAX_SIZE / 2 / shape.hashes())?;
        Ok(Self { shape, window })
    }

    /// The cells, as bits of a filter.
    pub fn shape(self) -> Shape {
        self.shape
    }

    /// W.
    pub fn window(self) -> u64 {
        self.window
    }

    /// Bits of a cell that holds a timer: one of W + 1 values, the last W messages or none.
    pub fn timer_bits(self) -> u64 {
        u64::from(u64::BITS - self.window.leading_zeros())
    }
}

/// The exact rate with timers: that of W items in the cells.
///
/// # Errors
/// [`TooLarge`](bloomlab_numbers::TooLarge) as for [`exact::rate`].
pub fn timer_rate<A: Arithmetic>(a: &A, filter: TimeAware) -> Result<A::Number, Refused> {
    Ok(exact::rate(a, Load::holding(filter.shape, filter.window)?)?)
}

/// The exact mean rate with flags, (1/W) Σ_{t=0..W−1} p(c, W + t, k).
///
/// # Errors
/// As for [`coverage::mean_rate`].
pub fn flag_rate<A: Arithmetic>(a: &A, filter: TimeAware) -> Result<A::Number, Refused> {
    coverage::mean_rate(a, Load::holding(filter.shape, filter.window)?, filter.window)
}

/// The probability that the flags no longer hold a message after `distance` others: min(1, (r + 1 − W)⁺/W), the message
/// having come at a random time between two sweeps.
pub fn flags_cleared<A: Arithmetic>(a: &A, filter: TimeAware, distance: u64) -> A::Number {
    let beyond = distance.saturating_add(1).saturating_sub(filter.window).min(filter.window);
    a.ratio(beyond, filter.window)
}

/// The probability that a message is taken for a new one when it returns after `distance` others, with timers: 0 within
/// the window, 1 − rate beyond, when all its bits were last hit by others.
///
/// # Errors
/// As for [`timer_rate`].
pub fn timer_false_negative_rate<A: Arithmetic>(a: &A, filter: TimeAware, distance: u64) -> Result<A::Number, Refused> {
    if distance < filter.window {
        return Ok(a.zero());
    }
    Ok(a.one() - timer_rate(a, filter)?)
}
