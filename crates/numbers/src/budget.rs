//! How much one question may take, all its parts together.

use std::cell::Cell;

use crate::{ANSWER_SECONDS, Advice, Cost, TooLarge};

/// Doubles in a gigabyte.
const GIGABYTE: f64 = 1e9 / size_of::<f64>() as f64;

/// What a question may take, and what its parts have taken. It counts steps of double precision, not time, so that every machine
/// refuses the same.
#[derive(Clone, Debug)]
pub struct Budget {
    most: Cost,
    /// The most steps of one part.
    part: f64,
    spent: Cell<f64>,
}

impl Default for Budget {
    fn default() -> Self {
        Self::of(Self::ANSWER)
    }
}

impl Budget {
    /// The most that an interactive answer may take: [`ANSWER_SECONDS`] in double precision, and 160 MB.
    pub const ANSWER: Cost = Cost::of_seconds(ANSWER_SECONDS).holding(2e7);

    /// All of `most`.
    pub fn of(most: Cost) -> Self {
        Self { most, part: f64::INFINITY, spent: Cell::new(0.0) }
    }

    /// `seconds` seconds in double precision, and a gigabyte: the budget of evaluations in any arithmetic.
    pub fn of_seconds(seconds: f64) -> Self {
        Self::of(Cost::of_seconds(seconds).holding(GIGABYTE))
    }

    /// No common limit of time, but `seconds` seconds for each part, and a gigabyte.
    pub fn of_parts(seconds: f64) -> Self {
        Self::of_seconds(f64::INFINITY).by_parts(seconds)
    }

    /// The same budget; each part of it may take at most `seconds` seconds.
    #[must_use]
    pub fn by_parts(self, seconds: f64) -> Self {
        Self { part: Cost::of_seconds(seconds).steps, ..self }
    }

    /// The steps that are left.
    pub fn left(&self) -> f64 {
        self.most.steps - self.spent.get()
    }

    /// Whether `cost` is left.
    pub fn affords(&self, cost: Cost) -> bool {
        cost.steps <= self.left().min(self.part) && cost.numbers <= self.most.numbers
    }

    /// What `spend` gives where it may spend all but `reserve`; all of it where the reserve is not there in the first
    /// place.
    pub fn reserving<T>(&self, reserve: Cost, spend: impl FnOnce(&Budget) -> T) -> T {
        let kept = if self.affords(reserve) { reserve.steps } else { 0.0 };
        self.spent.set(self.spent.get() + kept);
        let given = spend(self);
        self.spent.set(self.spent.get() - kept);
        given
    }

    /// Refuses what is not left, and takes nothing off.
    pub fn check(&self, cost: Cost, advice: Advice) -> Result<(), TooLarge> {
        if self.affords(cost) {
            return Ok(());
        }
        cost.within(Cost { steps: self.part, ..self.most }, advice)?;
        Cost { steps: self.spent.get() + cost.steps, ..cost }.within(self.most, advice)
    }

    /// Takes `cost` off, before it is spent.
    pub fn spend(&self, cost: Cost, advice: Advice) -> Result<(), TooLarge> {
        self.check(cost, advice)?;
        self.spent.set(self.spent.get() + cost.steps);
        Ok(())
    }
}
