//! A filter that recycles: its plan for a rate, and what it forgets.

use bloomlab::{Error, RecyclingPlan};

/// Prints the plan.
pub fn main() -> Result<(), Error> {
    for target in [0.1, 0.01, 0.001] {
        let plan = RecyclingPlan::new(1 << 16, target)?.best()?;
        println!("{target}: {} hash functions, {:.0} messages per cycle", plan.hashes, plan.messages_per_cycle);
    }
    Ok(())
}
