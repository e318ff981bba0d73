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
    if limit.is_zero() {
        return Err(Failure::TimedOut);
    }
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

/// Methods of the arithmetic that look at the clock first.
macro_rules! timed {
    ($($name:ident($($argument:ident: $type:ty),*)),*) => {$(
        fn $name(&self, $($argument: $type),*) -> A::Number {
            self.checked().$name($($argument),*)
        }
    )*};
}

impl<A: Arithmetic> Arithmetic for Timed<A> {
    type Number = A::Number;

    timed!(
        integer(value: u64),
        ratio(numerator: u64, denominator: u64),
        times(value: A::Number, factor: u64),
        over(value: A::Number, divisor: u64),
        all_miss(targets: u64, bins: u64, balls: u64),
        all_miss_distinct(targets: u64, bins: u64, draws: u64, trials: u64),
        some_hit(targets: u64, bins: u64, balls: u64),
        never(probability: A::Number, trials: u64)
    );

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
}

impl<A: AnalyticArithmetic> AnalyticArithmetic for Timed<A> {
    timed!(pi(), one_minus_exp_minus(x: A::Number));
}
