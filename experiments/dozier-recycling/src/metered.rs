//! Doubles that count the operations done with them, and how many of them are held at a time.

use std::cell::RefCell;
use std::ops::{Add, Div, Mul, Sub};

use bloomlab_numbers::{Arithmetic, Number};

/// The operations of a computation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Operations {
    pub(crate) additions: u64,
    pub(crate) multiplications: u64,
    pub(crate) divisions: u64,
    held: u64,
    /// The most values held at a time, without those held before.
    pub(crate) most_held: u64,
}

thread_local! {
    static COUNTED: RefCell<Operations> = const {
        RefCell::new(Operations { additions: 0, multiplications: 0, divisions: 0, held: 0, most_held: 0 })
    };
}

/// The operations of `work` with [`Metering`] numbers, on this thread.
pub(crate) fn metered<T>(work: impl FnOnce(&Metering) -> T) -> Operations {
    let before = COUNTED.take().held;
    COUNTED.set(Operations { held: before, most_held: before, ..Operations::default() });
    drop(work(&Metering));
    let counted = COUNTED.with_borrow(|counted| *counted);
    Operations { most_held: counted.most_held - before, ..counted }
}

#[inline]
fn count(change: impl FnOnce(&mut Operations)) {
    COUNTED.with_borrow_mut(|counted| {
        change(counted);
        counted.most_held = counted.most_held.max(counted.held);
    });
}

pub(crate) struct Metering;

impl Arithmetic for Metering {
    type Number = Metered;

    fn integer(&self, value: u64) -> Metered {
        Metered::new(value as f64)
    }

    fn tolerates_cancellation(&self) -> bool {
        false
    }
}

/// A double that is counted while it is held. The operations done with it are counted too.
#[derive(Debug)]
pub(crate) struct Metered(f64);

impl Metered {
    fn new(value: f64) -> Self {
        count(|counted| counted.held += 1);
        Self(value)
    }
}

impl Clone for Metered {
    fn clone(&self) -> Self {
        Self::new(self.0)
    }
}

impl Drop for Metered {
    fn drop(&mut self) {
        count(|counted| counted.held -= 1);
    }
}

macro_rules! operators {
    ($($trait:ident $operator:ident $counter:ident),*) => {$(
        impl $trait<&Metered> for Metered {
            type Output = Metered;
            fn $operator(mut self, right: &Metered) -> Metered {
                count(|counted| counted.$counter += 1);
                self.0 = self.0.$operator(right.0);
                self
            }
        }
        impl $trait for Metered {
            type Output = Metered;
            fn $operator(self, right: Metered) -> Metered {
                $trait::$operator(self, &right)
            }
        }
    )*};
}
operators!(Add add additions, Sub sub additions, Mul mul multiplications, Div div divisions);

impl Number for Metered {
    /// As many multiplications as the definition has.
    fn pow(&self, exponent: u64) -> Metered {
        count(|counted| counted.multiplications += exponent.saturating_sub(1));
        Metered::new(self.0.pow(exponent))
    }

    fn to_f64(&self) -> f64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_and_values_are_counted() {
        let found = metered(|a| a.integer(3) * a.integer(2) / a.integer(5) - a.one().pow(4));
        assert_eq!((found.additions, found.multiplications, found.divisions), (1, 1 + 3, 1));
        // 1 and its power next to the quotient
        assert_eq!(found.most_held, 3);
        let kept = metered(|a| (0..7).map(|i| a.integer(i)).collect::<Vec<_>>());
        assert_eq!((kept.most_held, kept.held), (7, 0));
    }
}
