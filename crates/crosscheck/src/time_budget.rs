//! The time that several evaluations share.

use std::cell::Cell;

use crate::{ArithmeticKind, Demand, Failure, Limits};

/// What is left of the time of all evaluations that answer one question, by estimate.
#[derive(Clone, Debug)]
pub struct TimeBudget {
    limits: Limits,
    left: Cell<f64>,
}

impl TimeBudget {
    /// All of the time that the limits allow.
    pub fn new(limits: Limits) -> Self {
        Self { limits, left: Cell::new(limits.all_seconds) }
    }

    /// What the next evaluation may take.
    pub fn limits(&self) -> Limits {
        self.limits.in_all((self.left.get() * 100.0).floor() / 100.0)
    }

    /// Takes the time of an evaluation from what is left.
    ///
    /// # Errors
    /// [`Failure::Unaffordable`], and nothing is taken.
    pub fn spend(&self, demand: Demand, arithmetic: ArithmeticKind) -> Result<(), Failure> {
        demand.within(self.limits(), arithmetic)?;
        self.left.set(self.left.get() - demand.seconds(arithmetic));
        Ok(())
    }
}
