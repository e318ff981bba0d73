//! How much one question may take, all its parts together.

use bloomlab_numbers::{ANSWER_SECONDS, Cost, TooLarge};

/// The most that one question may take: [`ANSWER_SECONDS`] in double precision, and 160 MB.
pub const MAX_COST: Cost = Cost::of_seconds(ANSWER_SECONDS).holding(2e7);

/// What is left of [`MAX_COST`] while a question is answered in parts. It counts steps, not time, so that every machine
/// refuses the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    left: f64,
}

impl Default for Budget {
    /// All of [`MAX_COST`].
    fn default() -> Self {
        Self { left: MAX_COST.steps }
    }
}

impl Budget {
    /// The steps that are left.
    pub(crate) fn left(&self) -> f64 {
        self.left
    }

    /// Whether `cost` is left.
    pub(crate) fn affords(&self, cost: Cost) -> bool {
        cost.steps <= self.left && cost.numbers <= MAX_COST.numbers
    }

    /// What `spend` gives where it may spend all but `reserve`; all of it where the reserve is not there in the first
    /// place.
    pub(crate) fn reserving<T>(&mut self, reserve: Cost, spend: impl FnOnce(&mut Budget) -> T) -> T {
        let kept = if self.affords(reserve) { reserve.steps } else { 0.0 };
        self.left -= kept;
        let given = spend(self);
        self.left += kept;
        given
    }

    /// Refuses what is not left, and takes nothing off.
    ///
    /// # Errors
    /// [`TooLarge`] for the whole question, what is spent included, with what to try `instead`.
    pub(crate) fn check(&self, cost: Cost, instead: &'static str) -> Result<(), TooLarge> {
        if self.affords(cost) {
            return Ok(());
        }
        let spent = MAX_COST.steps - self.left;
        Cost { steps: spent + cost.steps, ..cost }.within(MAX_COST, instead)
    }

    /// Takes `cost` off, before it is spent.
    ///
    /// # Errors
    /// As [`Budget::check`].
    pub(crate) fn spend(&mut self, cost: Cost, instead: &'static str) -> Result<(), TooLarge> {
        self.check(cost, instead)?;
        self.left -= cost.steps;
        Ok(())
    }
}
