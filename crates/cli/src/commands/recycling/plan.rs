//! `bloomlab recycling plan`.

use bloomlab::{Bound, Planned, RecyclingPlan, RecyclingPolicy};
use serde::Serialize;

use super::Kind;
use crate::answer::{Answer, Field, Row, failed};
use crate::commands::shared::{Digits, target};
use crate::error::CommandError;
use crate::num::Num;
use crate::size_argument::{parse_bits, parse_size};

/// The recycling filter that takes the most messages per cycle at a target average rate
///
/// Prints the plans of two simpler policies too, which recycle after N bit-setting messages: n-bounded takes N from the exact
/// average rate, worst-case from the rate of the full filter. They are modelled for one phase. loss is the share of messages per
/// cycle that each loses to the best plan.
#[derive(Debug, clap::Args, Serialize)]
#[command(after_help = "Examples:
  bloomlab recycling plan --bits 1000 --target 0.01
  bloomlab recycling plan -m 2^30 -p 1e-4 --phases 2 --hashes 8")]
pub struct Options {
    /// Bits of memory, M; two phases share them equally
    #[arg(short = 'm', long, value_name = "M", value_parser = parse_bits)]
    bits: u64,

    /// The highest average rate allowed, 0 < P < 1
    #[arg(short = 'p', long, value_name = "P", allow_negative_numbers = true)]
    target: String,

    /// Hash functions, k, at most 512; by default the best number
    #[arg(short = 'k', long, value_name = "K", value_parser = parse_size)]
    hashes: Option<u64>,

    #[command(flatten)]
    #[serde(flatten)]
    kind: Kind,

    #[command(flatten)]
    #[serde(flatten)]
    digits: Digits,
}

impl Options {
    pub(super) fn run(&self) -> Result<Answer, CommandError> {
        let question = self.question()?;
        let rows = question.plans()?.into_iter().map(|planned| self.row(planned)).collect();
        let left_out = RecyclingPolicy::ALL.iter().filter(|policy| !question.policies().contains(policy));
        let left_out: Vec<_> = left_out.map(RecyclingPolicy::to_string).collect();
        let not_modelled = (!left_out.is_empty()).then(|| ("not_modelled", Field::text(left_out.join(", "))));
        Ok(Answer::new("recycling plan", self, rows).beside(not_modelled.into_iter().collect()))
    }

    fn question(&self) -> Result<RecyclingPlan, CommandError> {
        // a double is 0 below 5e-324, and 1 within 1e-16 of it: the text is what was asked for
        let target = target(&self.target, "0 < target < 1 in double precision")?;
        let mut question = RecyclingPlan::new(self.bits, target)?;
        if self.kind.without_replacement {
            question = question.without_replacement();
        }
        if self.kind.phases == 2 {
            question = question.two_phases()?;
        }
        Ok(self.hashes.map_or(Ok(question), |hashes| question.under(hashes))?)
    }

    fn row(&self, planned: Planned) -> Row {
        let number = |value| Num::double(value, self.digits.digits);
        let policy = ("policy", Field::text(planned.policy));
        let plan = match planned.plan {
            Ok(plan) => plan,
            Err(error) => return failed(vec![policy], CommandError::from(error)),
        };
        let limit = match plan.bound {
            Bound::Sigma(sigma) => ("sigma", Field::Count(sigma)),
            Bound::Messages(messages) => ("messages_limit", Field::Count(messages)),
        };
        vec![
            policy,
            ("hashes", Field::Count(plan.hashes)),
            limit,
            ("messages_per_cycle", number(plan.messages_per_cycle).field()),
            ("rate", number(plan.rate).field()),
            ("loss", number(planned.loss).in_brief()),
        ]
    }
}
