//! What a computation takes, known before it begins.

use std::fmt;

/// What a computation takes. It follows from the parameters alone, so that every machine refuses the same.
///
/// The unit is a step: a multiplication and an addition. In double precision a step takes about a nanosecond.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// Arithmetic steps, about.
    pub steps: f64,
    /// Numbers held at once, about.
    pub numbers: f64,
}

impl Cost {
    /// `steps` steps in constant memory.
    pub const fn of_steps(steps: f64) -> Self {
        Self { steps, numbers: 1.0 }
    }

    /// The cost of this computation and of `next` after it.
    #[must_use]
    pub fn then(self, next: Cost) -> Self {
        Self { steps: self.steps + next.steps, numbers: self.numbers.max(next.numbers) }
    }

    /// Refuses a computation that takes more than `most`.
    ///
    /// # Errors
    /// [`TooLarge`], with what would do `instead`.
    pub fn within(self, most: Cost, instead: &'static str) -> Result<(), TooLarge> {
        if self.steps <= most.steps && self.numbers <= most.numbers {
            Ok(())
        } else {
            Err(TooLarge { cost: self, most, instead })
        }
    }
}

/// A computation that would take too long, or too much memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TooLarge {
    /// What it would take.
    pub cost: Cost,
    /// What it may take.
    pub most: Cost,
    /// What would do instead, or nothing.
    pub instead: &'static str,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (cost, most) = (self.cost, self.most);
        if cost.steps > most.steps {
            write!(
                f,
                "too large: takes about {:.0e} arithmetic steps, at most {:.0e} are tried",
                cost.steps, most.steps
            )?;
        } else {
            write!(
                f,
                "too large: holds about {:.0e} numbers at once, at most {:.0e} are tried",
                cost.numbers, most.numbers
            )?;
        }
        if self.instead.is_empty() { Ok(()) } else { write!(f, "; {}", self.instead) }
    }
}

impl std::error::Error for TooLarge {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_large_says_by_how_much_and_what_would_do() {
        let most = Cost { steps: 1e9, numbers: 1e8 };
        assert!(Cost::of_steps(1e9).within(most, "").is_ok());
        let refused = Cost::of_steps(3e12).within(most, "use fewer bits").unwrap_err().to_string();
        assert_eq!(refused, "too large: takes about 3e12 arithmetic steps, at most 1e9 are tried; use fewer bits");
        let twice = Cost { steps: 1.0, numbers: 2e8 }.then(Cost::of_steps(1.0));
        assert!(twice.within(most, "").unwrap_err().to_string().contains("2e8 numbers"));
    }
}
