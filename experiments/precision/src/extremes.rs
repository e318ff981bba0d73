//! Claims on the extreme of some values.

use crate::prelude::*;

/// A claim on an extreme value, which is itself the counterexample when the claim fails.
pub(crate) fn on_extreme(id: &'static str, value: f64, holds: bool) -> Decision {
    Decision::new(id).measured(value).decide(holds, format!("the extreme is {value}"))
}
