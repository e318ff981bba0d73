//! A limit of time: an arithmetic that looks at the clock, and leaves the evaluation when its time is over.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};

use bloomlab_numbers::{AnalyticArithmetic, Arithmetic};

use super::failure::Failure;

thread_local! {
    static DEADLINE: Cell<Option<Instant>> = const { Cell::new(None) };
    static CALLS: Cell<u32> = const { Cell::new(0) };
}

/// The payload with which an evaluation is left.
struct Passed;

/// The result of `work`, or [`Failure::TimedOut`] if it takes longer than `limit`. What is evaluated in [`Timed`] numbers is left when the
/// time is over, everything else when it ends.
pub(super) fn within<T>(limit: Duration, work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    let Some(deadline) = Instant::now().checked_add(limit) else { return work() };
    DEADLINE.set(Some(deadline));
    let result = catch_unwind(AssertUnwindSafe(work));
    DEADLINE.set(None);
    match result {
        Ok(_) if Instant::now() > deadline => Err(Failure::TimedOut),
        Ok(result) => result,
        Err(payload) if payload.is::<Passed>() => Err(Failure::TimedOut),
        Err(payload) => resume_unwind(payload),
    }
}

/// An arithmetic under the deadline of its thread.
#[derive(Clone, Copy)]
pub(super) struct Timed<A>(pub(super) A);

impl<A> Timed<A> {
    /// The arithmetic. Every 32nd time it looks at the clock, which takes as long as some operations.
    fn checked(&self) -> &A {
        let calls = CALLS.get().wrapping_add(1);
        CALLS.set(calls);
        if calls.is_multiple_of(32) && DEADLINE.get().is_some_and(|deadline| Instant::now() > deadline) {
            resume_unwind(Box::new(Passed));
        }
        &self.0
    }
}

impl<A: Arithmetic> Arithmetic for Timed<A> {
    type Number = A::Number;

    fn integer(&self, value: u64) -> A::Number {
        self.checked().integer(value)
    }

    fn ratio(&self, numerator: u64, denominator: u64) -> A::Number {
        self.checked().ratio(numerator, denominator)
    }

    fn times(&self, value: A::Number, factor: u64) -> A::Number {
        self.checked().times(value, factor)
    }

    fn over(&self, value: A::Number, divisor: u64) -> A::Number {
        self.checked().over(value, divisor)
    }

    fn tolerates_cancellation(&self) -> bool {
        self.0.tolerates_cancellation()
    }

    fn encloses(&self) -> bool {
        self.0.encloses()
    }

    fn dot<'a>(
        &self,
        left: impl IntoIterator<Item = &'a A::Number>,
        right: impl IntoIterator<Item = &'a A::Number>,
    ) -> A::Number
    where
        A::Number: 'a,
    {
        self.checked().dot(left, right)
    }

    fn all_miss(&self, targets: u64, bins: u64, balls: u64) -> A::Number {
        self.checked().all_miss(targets, bins, balls)
    }

    fn all_miss_distinct(&self, targets: u64, bins: u64, draws: u64, trials: u64) -> A::Number {
        self.checked().all_miss_distinct(targets, bins, draws, trials)
    }

    fn some_hit(&self, targets: u64, bins: u64, balls: u64) -> A::Number {
        self.checked().some_hit(targets, bins, balls)
    }

    fn never(&self, probability: A::Number, trials: u64) -> A::Number {
        self.checked().never(probability, trials)
    }
}

impl<A: AnalyticArithmetic> AnalyticArithmetic for Timed<A> {
    fn pi(&self) -> A::Number {
        self.0.pi()
    }

    fn one_minus_exp_minus(&self, x: A::Number) -> A::Number {
        self.0.one_minus_exp_minus(x)
    }
}
