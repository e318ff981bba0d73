//! Doubles that count the operations done with them, and how many of them are held at a time.

use std::cell::RefCell;
use std::ops::{Add, Div, Mul, Sub};

use bloomlab_numbers::{Arithmetic, Number};

/// What a computation cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cost {
    pub(crate) additions: u64,
    pub(crate) multiplications: u64,
    pub(crate) divisions: u64,
    held: u64,
    /// The most values held at a time, without those held before.
    pub(crate) most_held: u64,
}

thread_local! {
    static COST: RefCell<Cost> = const {
        RefCell::new(Cost { additions: 0, multiplications: 0, divisions: 0, held: 0, most_held: 0 })
    };
}

/// What `work` costs with [`Metering`] numbers, on this thread.
pub(crate) fn cost<T>(work: impl FnOnce(&Metering) -> T) -> Cost {
    let before = COST.take().held;
    COST.set(Cost { held: before, most_held: before, ..Cost::default() });
    drop(work(&Metering));
    let cost = COST.with_borrow(|cost| *cost);
    Cost { most_held: cost.most_held - before, ..cost }
}

#[inline]
fn count(change: impl FnOnce(&mut Cost)) {
    COST.with_borrow_mut(|cost| {
        change(cost);
        cost.most_held = cost.most_held.max(cost.held);
    });
}

/// Makes [`Metered`] numbers.
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
        count(|cost| cost.held += 1);
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
        count(|cost| cost.held -= 1);
    }
}

macro_rules! operators {
    ($($trait:ident $operator:ident $counter:ident),*) => {$(
        impl $trait<&Metered> for Metered {
            type Output = Metered;
            fn $operator(mut self, right: &Metered) -> Metered {
                count(|cost| cost.$counter += 1);
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
        count(|cost| cost.multiplications += exponent.saturating_sub(1));
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
        let found = cost(|a| a.integer(3) * a.integer(2) / a.integer(5) - a.one().pow(4));
        assert_eq!((found.additions, found.multiplications, found.divisions), (1, 1 + 3, 1));
        // 1 and its power beside the quotient
        assert_eq!(found.most_held, 3);
        let kept = cost(|a| (0..7).map(|i| a.integer(i)).collect::<Vec<_>>());
        assert_eq!((kept.most_held, kept.held), (7, 0));
    }
}
