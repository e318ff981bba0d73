//! Filters so large that every cycle has the same number of messages and false positives do not matter.

use bloomlab_numbers::{Ending, Retention, search};

use super::reuse::Reuse;

/// A filter whose cycles have exactly ℓ new messages, without false positives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LargeFilter {
    /// The end of a cycle as a frozen filter holds it: without or with the message that froze it; none with one phase.
    pub frozen: Option<Ending>,
    /// The start of a cycle: empty, or with the message that ended the last.
    pub retention: Retention,
}

/// More messages than any cycle has.
const MOST_MESSAGES: u64 = 1 << 50;

impl LargeFilter {
    /// The share of returning messages that are taken for new. Domain ℓ ≥ 1.
    ///
    /// With the age of a cycle uniform on its ℓ messages and w̄(n) = Pr\[R ≥ n\]:
    ///
    /// * one phase: (1/ℓ) Σ w̄(n), n = 0 … ℓ − 1 forgetting, 1 … ℓ retaining;
    /// * two phases, dropping and forgetting: (1/ℓ)(1 + Σ_{n=ℓ+1..2ℓ−1} w̄(n)), never less than 1/ℓ;
    /// * keeping and forgetting: (1/ℓ) Σ_{n=ℓ..2ℓ−1} w̄(n); retaining: n = ℓ + 1 … 2ℓ.
    pub fn false_negatives(&self, reuse: Reuse, messages: u64) -> f64 {
        use Ending::{Dropping, Keeping};
        use Retention::{NonRetaining, Retaining};
        let sum = match (self.frozen, self.retention) {
            (None, NonRetaining) => reuse.tails(0, messages),
            (None, Retaining) => reuse.tails(1, messages + 1),
            (Some(Dropping), NonRetaining) => 1.0 + reuse.tails(messages + 1, 2 * messages),
            (Some(Keeping), NonRetaining) => reuse.tails(messages, 2 * messages),
            (Some(_), Retaining) => reuse.tails(messages + 1, 2 * messages + 1),
        };
        sum / messages as f64
    }

    /// The smallest ℓ at which fewer than `target` of the returning messages are taken for new; none below 2^50.
    pub fn smallest_cycle(&self, reuse: Reuse, target: f64) -> Option<u64> {
        search::least(1, 1..=MOST_MESSAGES, |messages| self.false_negatives(reuse, messages) < target)
    }
}
