//! Doubles that count the multiplications and divisions done with them.

use std::cell::Cell;
use std::ops::{Add, Div, Mul, Sub};

use bloomlab_numbers::{Arithmetic, Number};

thread_local! {
    static MULTIPLICATIONS: Cell<u64> = const { Cell::new(0) };
}

/// The multiplications and divisions that `work` does with [`Counting`] numbers, on this thread.
pub(super) fn multiplications<T>(work: impl FnOnce(&Counting) -> T) -> u64 {
    MULTIPLICATIONS.set(0);
    work(&Counting);
    MULTIPLICATIONS.get()
}

fn count(multiplications: u64) {
    MULTIPLICATIONS.set(MULTIPLICATIONS.get() + multiplications);
}

pub(super) struct Counting;

impl Arithmetic for Counting {
    type Number = Counted;

    fn integer(&self, value: u64) -> Counted {
        Counted(value as f64)
    }

    fn tolerates_cancellation(&self) -> bool {
        false
    }
}

/// A double whose multiplications and divisions are counted; a power costs those of repeated squaring.
#[derive(Clone, Debug)]
pub(super) struct Counted(f64);

macro_rules! operators {
    ($($trait:ident $operator:ident $cost:literal),*) => {$(
        impl $trait<&Counted> for Counted {
            type Output = Counted;
            fn $operator(self, right: &Counted) -> Counted {
                count($cost);
                Counted(self.0.$operator(right.0))
            }
        }
        impl $trait for Counted {
            type Output = Counted;
            fn $operator(self, right: Counted) -> Counted {
                $trait::$operator(self, &right)
            }
        }
    )*};
}
operators!(Add add 0, Sub sub 0, Mul mul 1, Div div 1);

impl Number for Counted {
    fn pow(&self, exponent: u64) -> Counted {
        let squarings = u64::from(exponent.checked_ilog2().unwrap_or(0));
        count(squarings + u64::from(exponent.count_ones().saturating_sub(1)));
        Counted(self.0.pow(exponent))
    }

    fn to_f64(&self) -> f64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use bloomlab_numbers::{BallsInBins, distribution};

    use super::*;

    #[test]
    fn counts_are_those_of_the_recursion() {
        for (balls, bins) in [(5, 9), (9, 5)] {
            let shape = BallsInBins::new(balls, bins).unwrap();
            let rows = shape.most_occupied() + 1;
            let counted = multiplications(|a| distribution::by_recursion(a, shape));
            // in addition to the updates, the factors K/M and (M − K)/M are divided out once
            assert_eq!(u128::from(counted), distribution::recursion_multiplications(shape) + 2 * u128::from(rows));
        }
        assert_eq!(multiplications(|a| a.integer(3).pow(10)), 3 + 1);
        assert_eq!(multiplications(|a| a.integer(3) * a.integer(2) / a.integer(5) + a.one()), 2);
    }
}
