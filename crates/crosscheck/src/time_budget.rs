//! The time that several evaluations share.

use std::cell::Cell;

use crate::{ArithmeticKind, Demand, Failure, Limits};

/// What is left of the time of all evaluations that answer one question, by estimate.
#[derive(Clone, Debug)]
pub struct TimeBudget {
    limits: Limits,
    left: Cell<Option<f64>>,
}

impl TimeBudget {
    /// All of the time that the limits allow.
    pub fn new(limits: Limits) -> Self {
        Self { limits, left: Cell::new(limits.all_seconds) }
    }

    /// What the next evaluation may take, to hundredths of a second.
    pub fn limits(&self) -> Limits {
        Limits { all_seconds: self.left.get().map(|left| (left * 100.0).floor() / 100.0), ..self.limits }
    }

    /// Takes the time of an evaluation from what is left.
    ///
    /// # Errors
    /// [`Failure::TooLarge`], and nothing is taken.
    pub fn spend(&self, demand: Demand, arithmetic: ArithmeticKind) -> Result<(), Failure> {
        demand.within(self.limits(), arithmetic)?;
        self.left.set(self.left.get().map(|left| left - demand.seconds(arithmetic)));
        Ok(())
    }
}
