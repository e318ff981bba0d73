//! How much one question may take, all its parts together.

use bloomlab_numbers::{Cost, TooLarge};

/// The most that one question may take: some eight seconds of one core in double precision.
pub const MOST: Cost = Cost { steps: 8e9, numbers: 2e7 };

/// What is left of [`MOST`] while a question is answered in parts. It counts steps, not time, so that every machine
/// refuses the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    left: f64,
}

impl Default for Budget {
    /// All of [`MOST`].
    fn default() -> Self {
        Self { left: MOST.steps }
    }
}

impl Budget {
    /// The steps that are left.
    pub(crate) fn left(&self) -> f64 {
        self.left
    }

    /// Whether `cost` is left.
    pub(crate) fn affords(&self, cost: Cost) -> bool {
        cost.steps <= self.left && cost.numbers <= MOST.numbers
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

    /// Takes `cost` off, before it is spent.
    ///
    /// # Errors
    /// [`TooLarge`] where less is left, which says that `instead` would do.
    pub(crate) fn spend(&mut self, cost: Cost, instead: &'static str) -> Result<(), TooLarge> {
        cost.within(Cost { steps: self.left, ..MOST }, instead)?;
        self.left -= cost.steps;
        Ok(())
    }
}
