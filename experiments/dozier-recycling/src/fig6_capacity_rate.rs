//! Expected message capacity against the target rate.

use bloomlab_pictures::{Axis, Picture, Scale};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use serde::{Deserialize, Serialize};

use crate::capacities::{self, Case, EXACT, F_A, F_W, Row};
use crate::verdicts::{largest, range};

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Parameters {
    /// M.
    bits: u64,
    targets: Vec<f64>,
    /// Besides the best.
    hashes: Vec<u64>,
}

impl Default for Parameters {
    fn default() -> Self {
        let targets = vec![1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 0.01, 0.02, 0.05, 0.1, 0.2];
        Self { bits: 10_000, targets, hashes: (2..=10).collect() }
    }
}

pub(crate) struct CapacityRate;

impl Figure for CapacityRate {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        let cases: Vec<_> = p.targets.iter().map(|&target| (p.bits, target)).collect();
        capacities::compute(&cases, &p.hashes, context)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        capacities::draw(rows, &Axis::new("average false-positive rate", Scale::Log10), Row::target)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        let cases = capacities::cases(rows);
        let best: Vec<&Case<'_>> = cases.iter().filter(|case| case.best).collect();
        let by_target = |value: &dyn Fn(&Case<'_>) -> Result<f64, AnyError>| {
            best.iter().map(|case| Ok((case.target, value(case)?))).collect::<Result<Vec<(f64, f64)>, AnyError>>()
        };
        let losses = by_target(&|case| case.loss(F_W))?;
        let gains = by_target(&|case| case.gain(EXACT))?;
        let (least, most) = range(losses.iter().map(|(_, loss)| *loss));
        let small = Interval::of(&losses, |loss| loss <= 0.3);
        let up_to = Decision::new("R01").measured(most).decide_if(
            small.all && most > 0.25,
            small.some && most > 0.25,
            format!("the rate is {small}; the loss rises from {:.0} to {:.0} %", 100.0 * least, 100.0 * most),
        );

        let near = |share: f64| (share - 0.3).abs() <= 0.05;
        let usual = Interval::of(&gains, near);
        let (low, high) = range(gains.iter().map(|(_, gain)| *gain));
        let more = Decision::new("R03").measured(high).decide_if(
            usual.all,
            usual.some,
            format!("the rate is {usual}; the gain rises from {:.0} to {:.0} %", 100.0 * low, 100.0 * high),
        );

        let usual = Interval::of(&losses, near);
        let consistent = Decision::new("R05").measured(least).decide_if(
            usual.all,
            usual.some,
            format!("the rate is {usual}; over all rates {:.0} to {:.0} %", 100.0 * least, 100.0 * most),
        );

        let excess = |kept: bool| cases.iter().map(|case| case.excess(kept)).collect::<Result<Vec<f64>, AnyError>>();
        let (any, kept) = (excess(false)?, excess(true)?);
        let above = |excess: &[f64]| excess.iter().filter(|excess| **excess > 0.0).count();
        let furthest = largest(kept.iter().copied());
        let highest = Decision::new("R06")
        .measured(above(&any) as f64 / any.len() as f64)
        .decide_if(
            above(&any) == 0,
            furthest < 1.0,
            format!(
                "the others keep the rate, as {} of the {} above do, and less than what one more bit of σ would add is not \
                     counted: none is further above than {furthest:.2} of that",
                above(&kept),
                above(&any)
            ),
        );

        let shortfall = |model: &'static str| {
            Ok::<_, AnyError>(largest(by_target(&|case| case.loss(model))?.iter().map(|(_, loss)| *loss)))
        };
        let (exact, formula) = (shortfall(EXACT)?, shortfall(F_A)?);
        let slightly = Decision::new("R08").measured(exact).decide_if(
            exact.max(formula) <= 0.05,
            exact <= 0.05,
            format!(
                "N is found by the exact rate, as here; by f_a the shortfall reaches {:.1} % at the highest rate",
                100.0 * formula
            ),
        );
        Ok(vec![up_to, more, consistent, highest, slightly])
    }
}

/// The rates at which something is so.
struct Interval {
    lowest: f64,
    highest: f64,
    all: bool,
    some: bool,
}

impl Interval {
    /// Of values by rate; of `some` only if the rates are one interval.
    fn of(values: &[(f64, f64)], so: impl Fn(f64) -> bool) -> Self {
        let (lowest, highest) = range(values.iter().filter(|(_, value)| so(*value)).map(|(rate, _)| *rate));
        let inside = values.iter().filter(|(rate, _)| (lowest..=highest).contains(rate));
        let unbroken = inside.clone().count() > 0 && inside.clone().all(|(_, value)| so(*value));
        Self { lowest, highest, all: !values.is_empty() && values.iter().all(|(_, value)| so(*value)), some: unbroken }
    }
}

impl std::fmt::Display for Interval {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:e} to {:e}", self.lowest, self.highest)
    }
}
