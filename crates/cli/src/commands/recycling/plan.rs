//! `bloomlab recycling plan`.

use bloomlab::Phases;
use bloomlab::occupancy::Bound;
use bloomlab::recycling::{Budget, Plan, Target, plan_n_bounded, plan_sigma_bounded, plan_worst_case};
use serde_json::json;

use super::{Kind, check_hashes};
use crate::answer::{Answer, Field, Row};
use crate::digits::Digits;
use crate::error::{CommandError, Instead};
use crate::flag::Flag;
use crate::num::Num;
use crate::size_argument::parse_size;

/// The recycling filter that takes the most messages per cycle at a target average rate
///
/// Prints the plans of two simpler policies too, which recycle after N bit-setting messages: n-bounded takes N from the exact
/// average rate, worst-case from the rate of the full filter. loss is the share of messages per cycle that each gives away.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bloomlab recycling plan --bits 1000 --target 0.01
  bloomlab recycling plan -m 2^30 -p 1e-4 --phases 2 --hashes 8")]
pub struct Options {
    /// Bits of memory, M; two phases share them equally
    #[arg(short = 'm', long, value_name = "M", value_parser = parse_size)]
    bits: u64,

    /// The highest average rate allowed, 0 < P < 1
    #[arg(short = 'p', long, value_name = "P", allow_negative_numbers = true)]
    target: String,

    /// Hash functions, k, at most 1024; by default the best number
    #[arg(short = 'k', long, value_name = "K", value_parser = parse_size)]
    hashes: Option<u64>,

    #[command(flatten)]
    kind: Kind,

    #[command(flatten)]
    digits: Digits,
}

impl Options {
    /// The plans.
    ///
    /// # Errors
    /// Parameters out of domain, or no plan at all.
    pub fn run(&self) -> Result<Answer, CommandError> {
        let target = self.target()?;
        if let Some(hashes) = self.hashes {
            check_hashes(hashes)?;
        }
        let (bits, sampling, phases, hashes) = (self.bits, self.kind.sampling(), self.kind.phases, self.hashes);
        // one for all three plans
        let budget = &mut Budget::default();
        let best = plan_sigma_bounded(bits, sampling, phases, target, hashes, budget)
            .map_err(|refused| CommandError::refused(refused, Instead::LargerTargetOrFewerBits))?;
        let mut rows = vec![self.row("sigma-bounded", &best, &best)];
        let policy = |name: &str| vec![("policy", Field::Text(name.to_owned()))];
        if phases == Phases::Two {
            rows.extend(
                ["n-bounded", "worst-case"].map(|name| Row::failed(policy(name), "not modelled for two phases")),
            );
        } else {
            // the dearer last
            let worst_case = plan_worst_case(bits, sampling, target, hashes, budget);
            let n_bounded = plan_n_bounded(bits, sampling, target, hashes, budget).map(Some);
            rows.extend([("n-bounded", n_bounded), ("worst-case", worst_case)].map(|(name, plan)| match plan {
                Ok(Some(plan)) => self.row(name, &plan, &best),
                Ok(None) => Row::failed(policy(name), "not a single message keeps the target"),
                Err(error) => Row::failed(policy(name), CommandError::refused(error, Instead::LargerTargetOrFewerBits)),
            }));
        }
        let mut inputs = vec![("bits", json!(bits)), ("target", json!(target.rate()))];
        inputs.extend(self.hashes.map(|hashes| ("hashes", json!(hashes))));
        inputs.extend(self.kind.inputs());
        inputs.push(("digits", json!(self.digits.get())));
        Ok(Answer { command: "recycling plan", inputs, beside: Vec::new(), rows })
    }

    fn target(&self) -> Result<Target, CommandError> {
        let target = self.target.parse().ok().and_then(|rate| Target::new(rate).ok());
        // a double is 0 below 5e-324, and 1 within 1e-16 of it: the text is what was asked for
        let domain = "0 < target < 1 in double precision";
        target.ok_or_else(|| CommandError::Text { flag: Flag::Target, text: self.target.clone(), domain })
    }

    fn row(&self, policy: &str, plan: &Plan, best: &Plan) -> Row {
        let num = |value| Num::double(value, self.digits.get());
        let limit = match plan.bound {
            Bound::Sigma(sigma) => ("sigma", Field::Count(sigma)),
            Bound::Messages(messages) => ("messages_limit", Field::Count(messages)),
        };
        let loss = 1.0 - plan.messages_per_cycle / best.messages_per_cycle;
        // within what extrapolation resolves no policy beats the best
        let (loss, messages) = match loss.abs() < 1e-10 {
            true => (0.0, plan.messages_per_cycle.min(best.messages_per_cycle)),
            false => (loss, plan.messages_per_cycle),
        };
        Row::new(vec![
            ("policy", Field::Text(policy.to_owned())),
            ("hashes", Field::Count(plan.hashes)),
            limit,
            ("messages_per_cycle", Field::Num(num(messages))),
            ("rate", Field::Num(num(plan.rate))),
            ("loss", Field::Brief(num(loss))),
        ])
    }
}
