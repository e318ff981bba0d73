//! What a computation takes, known before it begins: its cost in one unit, and that unit in seconds.

use crate::{Advice, Resource, TooLarge};

/// Nanoseconds that a step takes in double precision, estimated from above: 1 to 10 were measured.
pub const NANOSECONDS_IN_DOUBLE: f64 = 10.0;

/// The seconds of one core that an interactive answer may take, by estimate.
///
/// The promise is ten seconds. Estimates leave out what comes before and after the arithmetic, and an answer estimated
/// at 10 s was measured at 10.06 s, so that 8 s leave room. Whatever has another limit says why.
pub const ANSWER_SECONDS: f64 = 8.0;

/// What a computation takes. It follows from the parameters alone, so that every machine refuses the same.
///
/// The unit is a step: a multiplication and an addition, with their share of loads and stores. Every other time derives
/// from it: a step takes [`NANOSECONDS_IN_DOUBLE`] in double precision, more in wider arithmetic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// Arithmetic steps, about.
    pub steps: f64,
    /// Numbers held at once, about.
    pub numbers: f64,
}

impl Cost {
    /// No work at all.
    pub const NOTHING: Cost = Cost { steps: 0.0, numbers: 0.0 };

    /// `steps` steps in constant memory.
    pub const fn of_steps(steps: f64) -> Self {
        Self { steps, numbers: 1.0 }
    }

    /// The steps that take `seconds` seconds in double precision, in constant memory.
    pub const fn of_seconds(seconds: f64) -> Self {
        Self::of_steps(seconds * 1e9 / NANOSECONDS_IN_DOUBLE)
    }

    /// The same steps with `numbers` numbers held at once.
    #[must_use]
    pub const fn holding(self, numbers: f64) -> Self {
        Self { numbers, ..self }
    }

    /// The seconds that this takes in double precision.
    pub fn seconds(self) -> f64 {
        self.seconds_at(NANOSECONDS_IN_DOUBLE)
    }

    /// The seconds that this takes where a step takes `nanoseconds`.
    pub fn seconds_at(self, nanoseconds: f64) -> f64 {
        self.steps * nanoseconds * 1e-9
    }

    /// The cost of this computation and of `next` after it.
    #[must_use]
    pub fn then(self, next: Cost) -> Self {
        Self { steps: self.steps + next.steps, numbers: self.numbers.max(next.numbers) }
    }

    /// Refuses a computation that takes more than `most`.
    pub fn within(self, most: Cost, advice: Advice) -> Result<(), TooLarge> {
        Resource::Seconds.within(self.seconds(), most.seconds(), advice)?;
        Resource::Bytes.within(self.bytes(), most.bytes(), advice)
    }

    /// The refusal of this cost, which exceeds `most`, with `advice`.
    pub fn too_large(self, most: Cost, advice: Advice) -> TooLarge {
        TooLarge { resource: Resource::Seconds, needed: self.seconds(), most: most.seconds(), advice }
    }

    /// The bytes that the numbers held at once take in double precision.
    pub fn bytes(self) -> f64 {
        self.numbers * size_of::<f64>() as f64
    }
}
