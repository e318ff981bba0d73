//! `bloomlab size --scheme`: the smallest filter under a hashing scheme.

use std::cell::Cell as Spent;

use bloomlab::crosscheck::{ArithmeticKind, Limits, Quantity, SchemeRate, evaluate};
use bloomlab::exact::{Enclosure, Enclosures, Rational, Rationals};
use bloomlab::numbers::{ANSWER_SECONDS, Resource, TooLarge};
use bloomlab::schemes::sizing::{Allowed, smallest};
use bloomlab::schemes::{ExactRate, SchemeLoad};
use bloomlab::{HashingScheme, OutOfDomain, Parameter};

use super::{Options, Undecided};
use crate::answer::{Answer, Field, Row};
use crate::error::{CommandError, Instead, advised};
use crate::num::Num;

/// Rates that agree in this many digits count as equal. Of equal rates, the one with the fewest hash functions is taken.
const COMPARED_DIGITS: usize = 20;

/// How often the precision is doubled before a comparison is given up.
const DOUBLINGS: u32 = 6;

impl Options {
    /// The smallest filter of the scheme, its k, and its exact rate.
    pub(super) fn under_scheme(&self, scheme: HashingScheme, target: &Rational) -> Result<Answer, CommandError> {
        let ln_target = self.ln(target)?;
        let allowed = if self.power_of_two { Allowed::PowersOfTwo } else { Allowed::All };
        let seconds = Spent::new(0.0);
        let keeps = |load| is_at_most(load, target, &seconds);
        let found = smallest::<CommandError>(scheme, self.items, ln_target, allowed, keeps)?;
        let (bits, hashes) = found.ok_or_else(|| {
            let domain = format!("few enough items for a filter in the domain of {} to keep the target", scheme.name());
            OutOfDomain::new(Parameter::Items, self.items, domain)
        })?;
        let mut best: Option<(ExactRate, Enclosure)> = None;
        for hashes in hashes {
            let exact = exact(SchemeLoad::new(scheme, bits, self.items, hashes)?)?;
            let quantity = SchemeRate(exact);
            let demand = quantity.demand(&Enclosures::new(64));
            let precision = demand.first_precision(COMPARED_DIGITS);
            spend(&seconds, demand.seconds(ArithmeticKind::Enclosure(precision)))?;
            let rate = quantity.0.rate(&Enclosures::new(precision));
            if best.as_ref().is_none_or(|(_, lowest)| rate.is_below(lowest)) {
                best = Some((quantity.0, rate));
            }
        }
        let Some((best, _)) = best else { return Err(CommandError::NothingComputed("size")) };
        Ok(Answer { command: "size", inputs: self.inputs(scheme), beside: Vec::new(), rows: vec![self.row(&best)?] })
    }

    fn row(&self, best: &ExactRate) -> Result<Row, CommandError> {
        let load = best.load();
        let mut fields = vec![
            ("bits", Field::Count(load.bits())),
            ("hashes", Field::Count(load.hashes())),
            ("rate", Field::Num(self.certified(best.clone())?)),
        ];
        if let Some(items) = self.items_after_growth()? {
            fields.push(("rate_after_growth", Field::Num(self.certified(best.holding(items)?)?)));
        }
        fields.extend(self.like_library()?);
        Ok(Row::new(fields))
    }

    fn certified(&self, rate: ExactRate) -> Result<Num, CommandError> {
        let digits = self.digits.get();
        match evaluate(&SchemeRate(rate), ArithmeticKind::Certified, digits, Limits::default()) {
            Ok(computed) => Ok(Num::of(&computed, digits)),
            Err(failure) => Err(CommandError::NoRate(advised(&failure, Some(Instead::LargerTarget)))),
        }
    }
}

fn exact(load: SchemeLoad) -> Result<ExactRate, CommandError> {
    ExactRate::new(load).map_err(|why| CommandError::refused(why, Instead::LargerTarget))
}

/// Adds to the time taken, by estimate.
fn spend(seconds: &Spent<f64>, more: f64) -> Result<(), TooLarge> {
    seconds.set(seconds.get() + more);
    Resource::Seconds.within(seconds.get(), ANSWER_SECONDS, Instead::LargerTarget.to_string())
}

/// Whether the rate is at most the target: by doubles where their error bound decides, else in enclosures. All decisions
/// together take a limited time, by estimate.
fn is_at_most(load: SchemeLoad, target: &Rational, seconds: &Spent<f64>) -> Result<bool, CommandError> {
    let spend = |more: f64| spend(seconds, more);
    spend(ExactRate::cost(load).seconds())?;
    let rate = exact(load)?;
    if let Some(sum) = rate.rate_in_double() {
        let a = Enclosures::new(64);
        let decided = a.double(sum.value).widened_by(&a.double(sum.error_bound));
        match (decided.is_at_most(target), decided.is_above(target)) {
            (true, _) => return Ok(true),
            (_, true) => return Ok(false),
            _ => {}
        }
    }
    let quantity = SchemeRate(rate);
    let demand = quantity.demand(&Enclosures::new(64));
    for bits in (0..DOUBLINGS).map(|doublings| demand.first_precision(0) << doublings) {
        spend(demand.seconds(ArithmeticKind::Enclosure(bits)))?;
        let rate = quantity.0.rate(&Enclosures::new(bits));
        if rate.is_at_most(target) {
            return Ok(true);
        }
        if rate.is_above(target) {
            return Ok(false);
        }
    }
    // a tie, as of one item with one function at 1/m
    if spend(demand.seconds(ArithmeticKind::Rational)).is_ok() {
        return Ok(quantity.0.rate(&Rationals) <= *target);
    }
    Err(Undecided::TooClose(load.independent()).into())
}
