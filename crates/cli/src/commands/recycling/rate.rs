//! `bloomlab recycling rate`.

use bloomlab::Phases;
use bloomlab::crosscheck::{
    ArithmeticKind, Failure, Limits, NBoundedRate, NBoundedValue, Quantity, RecyclingAverage, RecyclingValue,
    SigmaBoundedModel, TimeBudget, VariantValue, evaluate_within,
};
use bloomlab::numbers::Double;
use bloomlab::occupancy::{Bound, Refused};
use bloomlab::recycling::{
    MAX_COST, NBounded, Variant, n_bounded_rate, one_phase_rate, retaining_rate, two_phase_rate, variant_average,
    worst_case_rate,
};
use serde_json::json;

use super::{Filter, Keeping, Limit, Retention};
use crate::answer::{Answer, Field, Row};
use crate::digits::Digits;
use crate::error::{CommandError, Instead, too_large};
use crate::flag::Flag;
use crate::num::Num;

/// Below it a double has lost digits, or is 0 where the value is not.
const LEAST: f64 = 1e-290;

/// What has exponents enough for the smallest rates.
const WIDE: ArithmeticKind = ArithmeticKind::Mpfr(128);

/// The average false-positive rate of a recycling filter, and its new messages per cycle
///
/// rate is exact for the filter as built. published_rate is that of the papers' formula, which for two phases multiplies the
/// probabilities of the two filters. With --messages and one phase, prints the exact rate of a filter recycled after N
/// bit-setting messages, and the papers' bounds on it: f_o, f_a and f_w.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bloomlab recycling rate --bits 1000 --hashes 6 --sigma 606
  bloomlab recycling rate -m 2^40 -k 6 --sigma 300G --phases 2
  bloomlab recycling rate -m 1000 -k 5 --messages 100 --arithmetic certified
  bloomlab recycling rate -m 1000 -k 5 --sigma 250 --phases 2 --keeping --retaining")]
pub struct Options {
    #[command(flatten)]
    filter: Filter,

    #[command(flatten)]
    limit: Limit,

    #[command(flatten)]
    keeping: Keeping,

    #[command(flatten)]
    retention: Retention,

    /// Arithmetic: f64, f64-naive, mpfr:BITS, rational, enclosure:BITS or certified; BITS from 2 to 1048576
    #[arg(short = 'a', long, default_value = "f64")]
    arithmetic: ArithmeticKind,

    #[command(flatten)]
    digits: Digits,
}

impl Options {
    /// The averages.
    ///
    /// # Errors
    /// Parameters out of domain, or sizes that take too long.
    pub fn run(&self) -> Result<Answer, CommandError> {
        let policy = self.policy()?;
        let doubles = if self.arithmetic == ArithmeticKind::F64 { Some(doubles(policy)?) } else { None };
        let fields = match doubles {
            // beyond what a double can hold, unless it is 0
            Some(fields) if fields.iter().any(|(_, value)| *value < LEAST) => self.evaluated(policy, WIDE)?,
            Some(fields) => fields.into_iter().map(|(name, value)| (name, self.field(value))).collect(),
            None => self.evaluated(policy, self.arithmetic)?,
        };
        let mut inputs = self.filter.inputs(self.limit.input());
        inputs.extend([
            ("keeping", json!(self.keeping.keeping)),
            ("retaining", json!(self.retention.retaining)),
            ("arithmetic", json!(self.arithmetic.to_string())),
            ("digits", json!(self.digits.get())),
        ]);
        Ok(Answer { command: "recycling rate", inputs, beside: Vec::new(), rows: vec![Row::new(fields)] })
    }

    fn policy(&self) -> Result<Policy, CommandError> {
        let (keeping, retaining, phases) = (self.keeping.keeping, self.retention.retaining, self.filter.kind.phases);
        let bound = self.limit.bound("recycling rate")?;
        match bound {
            Bound::Sigma(sigma) if !keeping && (phases == Phases::One || !retaining) => {
                Ok(Policy::SigmaBounded(self.filter.sigma_bounded(sigma, retaining)?))
            }
            Bound::Messages(messages) if phases == Phases::One && !keeping && !retaining => {
                Ok(Policy::NBounded(NBounded::new(self.filter.shape()?, messages)?))
            }
            _ => Ok(Policy::Variant(self.filter.variant(bound, keeping, retaining)?)),
        }
    }

    fn field(&self, value: f64) -> Field {
        Field::Num(Num::double(value, self.digits.get()))
    }

    fn evaluated(&self, policy: Policy, arithmetic: ArithmeticKind) -> Result<Fields<Field>, CommandError> {
        let budget = TimeBudget::new(Limits::default());
        match policy {
            Policy::NBounded(filter) => [
                ("exact", NBoundedRate::Exact),
                ("f_o", NBoundedRate::Optimistic),
                ("f_a", NBoundedRate::Attainable),
                ("f_w", NBoundedRate::WorstCase),
            ]
            .into_iter()
            .map(|(name, rate)| Ok((name, self.evaluate(policy, &NBoundedValue(filter, rate), arithmetic, &budget)?)))
            .collect(),
            Policy::SigmaBounded(filter) => AVERAGES
                .into_iter()
                .map(|(name, of)| Ok((name, self.evaluate(policy, &RecyclingValue(filter, of), arithmetic, &budget)?)))
                .collect(),
            Policy::Variant(variant) => AVERAGES
                .into_iter()
                .map(|(name, of)| Ok((name, self.evaluate(policy, &VariantValue(variant, of), arithmetic, &budget)?)))
                .collect(),
        }
    }

    fn evaluate(
        &self,
        policy: Policy,
        value: &impl Quantity,
        arithmetic: ArithmeticKind,
        budget: &TimeBudget,
    ) -> Result<Field, CommandError> {
        let digits = self.digits.get();
        let computed = evaluate_within(value, arithmetic, digits, budget);
        computed.map(|computed| Field::Num(Num::of(&computed, digits))).map_err(|failure| {
            let instead = self.instead(policy, &failure);
            CommandError::Failed { arithmetic: self.arithmetic, failure, instead }
        })
    }

    /// Doubles serve a larger filter, but for rates below those that they hold.
    fn instead(&self, policy: Policy, failure: &Failure) -> Option<Instead> {
        let holds = |fields: Fields<f64>| fields.iter().all(|(_, value)| *value >= LEAST);
        match failure {
            Failure::NoSettledDigit(_) => Some(Instead::Arithmetic(ArithmeticKind::Certified)),
            _ if too_large(failure).is_none() => None,
            _ if self.arithmetic != ArithmeticKind::F64 && doubles(policy).is_ok_and(holds) => {
                Some(Instead::Arithmetic(ArithmeticKind::F64))
            }
            _ => Some(Instead::Less(&[Flag::Hashes, Flag::Bits])),
        }
    }
}

/// What makes the filter recycle.
#[derive(Clone, Copy, Debug)]
enum Policy {
    SigmaBounded(SigmaBoundedModel),
    NBounded(NBounded),
    Variant(Variant),
}

/// The averages of all but the N-bounded filter of one phase.
const AVERAGES: [(&str, RecyclingAverage); 3] = [
    ("rate", RecyclingAverage::Rate),
    ("published_rate", RecyclingAverage::PublishedRate),
    ("messages_per_cycle", RecyclingAverage::MessagesPerCycle),
];

type Fields<T> = Vec<(&'static str, T)>;

/// In doubles, filters of any size by the route that suits them.
fn doubles(policy: Policy) -> Result<Fields<f64>, CommandError> {
    fn too_large(failure: impl Into<Refused>) -> CommandError {
        CommandError::refused(failure, Instead::Less(&[Flag::Hashes, Flag::Bits]))
    }
    let (at, _) = match policy {
        Policy::SigmaBounded(SigmaBoundedModel::OnePhase(filter)) => one_phase_rate(filter),
        Policy::SigmaBounded(SigmaBoundedModel::TwoPhase(filters)) => two_phase_rate(filters),
        Policy::SigmaBounded(SigmaBoundedModel::Retaining(filter)) => retaining_rate(filter),
        Policy::Variant(variant) => {
            variant.cost().within(MAX_COST, "").map_err(too_large)?;
            let average = variant_average(&Double, variant);
            return Ok(vec![
                ("rate", average.rate),
                ("published_rate", average.published_rate),
                ("messages_per_cycle", average.messages_per_cycle),
            ]);
        }
        Policy::NBounded(filter) => {
            let (rates, _) = n_bounded_rate(filter).map_err(too_large)?;
            let f_w = worst_case_rate(&Double, filter.shape(), filter.messages());
            return Ok(vec![("exact", rates.exact), ("f_o", rates.f_o), ("f_a", rates.f_a), ("f_w", f_w)]);
        }
    }
    .map_err(too_large)?;
    Ok(vec![("rate", at.rate), ("published_rate", at.published_rate), ("messages_per_cycle", at.messages_per_cycle)])
}
