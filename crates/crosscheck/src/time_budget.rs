//! The time that several evaluations share.

use std::cell::Cell;

use crate::{ArithmeticKind, Demand, Failure, Limits};

/// The time of all evaluations that answer one question, by estimate: what it may be, and what is spent.
#[derive(Clone, Debug)]
pub struct TimeBudget {
    limits: Limits,
    spent: Cell<f64>,
}

impl TimeBudget {
    /// All of the time that the limits allow.
    pub fn new(limits: Limits) -> Self {
        Self { limits, spent: Cell::new(0.0) }
    }

    /// Takes the time of an evaluation.
    ///
    /// # Errors
    /// [`Failure::TooLarge`], and nothing is taken.
    pub fn spend(&self, demand: Demand, arithmetic: ArithmeticKind) -> Result<(), Failure> {
        demand.after(self.spent.get(), self.limits, arithmetic)?;
        self.spent.set(self.spent.get() + demand.seconds(arithmetic));
        Ok(())
    }

    /// The precision up to which enclosures may be raised with the time that is left: at least `first`.
    pub(crate) fn affordable_precision(&self, demand: Demand, first: u32) -> u32 {
        demand.affordable_precision(first, self.spent.get(), self.limits)
    }
}
