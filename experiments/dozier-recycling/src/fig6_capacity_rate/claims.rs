//! What sizing by each model gains or gives away, at every rate.

use std::fmt;

use bloomlab_workbench::{AnyError, Decision};

use crate::capacities::{Case, EXACT, F_A, F_W};
use crate::verdicts::{largest, range};

pub(super) fn decide(cases: &[Case<'_>]) -> Result<Vec<Decision>, AnyError> {
    let losses = by_rate(cases, |case| case.loss(F_W))?;
    let gains = by_rate(cases, |case| case.gain(EXACT))?;
    Ok(vec![up_to(&losses), more(&gains), consistent(&losses), highest(cases)?, slightly(cases)?])
}

/// A share for each rate, with the best k.
type Shares = Vec<(f64, f64)>;

fn by_rate(cases: &[Case<'_>], share: impl Fn(&Case<'_>) -> Result<f64, AnyError>) -> Result<Shares, AnyError> {
    cases.iter().filter(|case| case.best).map(|case| Ok((case.target, share(case)?))).collect()
}

fn range_of(shares: &Shares) -> (f64, f64) {
    range(shares.iter().map(|(_, share)| *share))
}

fn is_around_30_per_cent(share: f64) -> bool {
    (share - 0.3).abs() <= 0.05
}

/// R01.
fn up_to(losses: &Shares) -> Decision {
    let (least, most) = range_of(losses);
    let small = Rates::where_share(losses, |loss| loss <= 0.3);
    let condition = format!("the rate is {small}; the loss rises from {:.0} to {:.0} %", 100.0 * least, 100.0 * most);
    Decision::new("R01").measured(most).decide_if(
        small.all && most > 0.25,
        small.some && most > 0.25,
        condition,
        String::new(),
    )
}

/// R03.
fn more(gains: &Shares) -> Decision {
    let (low, high) = range_of(gains);
    let usual = Rates::where_share(gains, is_around_30_per_cent);
    let condition = format!("the rate is {usual}; the gain rises from {:.0} to {:.0} %", 100.0 * low, 100.0 * high);
    Decision::new("R03").measured(high).decide_if(usual.all, usual.some, condition, String::new())
}

/// R05.
fn consistent(losses: &Shares) -> Decision {
    let (least, most) = range_of(losses);
    let usual = Rates::where_share(losses, is_around_30_per_cent);
    let condition = format!("the rate is {usual}; over all rates {:.0} to {:.0} %", 100.0 * least, 100.0 * most);
    Decision::new("R05").measured(least).decide_if(usual.all, usual.some, condition, String::new())
}

/// R06.
fn highest(cases: &[Case<'_>]) -> Result<Decision, AnyError> {
    let excess = |kept: bool| cases.iter().map(|case| case.excess(kept)).collect::<Result<Vec<f64>, AnyError>>();
    let (any, kept) = (excess(false)?, excess(true)?);
    let above = |excess: &[f64]| excess.iter().filter(|excess| **excess > 0.0).count();
    let furthest = largest(kept.iter().copied());
    let condition = format!(
        "the others keep the rate, as {} of the {} above do, and less than what one more bit of σ would add is not \
         counted: none is further above than {furthest:.2} of that",
        above(&kept),
        above(&any)
    );
    let share = above(&any) as f64 / any.len() as f64;
    Ok(Decision::new("R06").measured(share).decide_if(above(&any) == 0, furthest < 1.0, condition, String::new()))
}

/// R08.
fn slightly(cases: &[Case<'_>]) -> Result<Decision, AnyError> {
    let shortfall = |model| Ok::<_, AnyError>(range_of(&by_rate(cases, |case| case.loss(model))?).1);
    let (exact, formula) = (shortfall(EXACT)?, shortfall(F_A)?);
    let condition = format!(
        "N is found by the exact rate, as here; by f_a the shortfall reaches {:.1} % at the highest rate",
        100.0 * formula
    );
    Ok(Decision::new("R08").measured(exact).decide_if(
        exact.max(formula) <= 0.05,
        exact <= 0.05,
        condition,
        String::new(),
    ))
}

/// The rates at which a share meets a condition.
struct Rates {
    lowest: f64,
    highest: f64,
    all: bool,
    /// Whether there are any, and none between them is missing.
    some: bool,
}

impl Rates {
    fn where_share(shares: &Shares, condition: impl Fn(f64) -> bool) -> Self {
        let (lowest, highest) = range(shares.iter().filter(|(_, share)| condition(*share)).map(|(rate, _)| *rate));
        let between: Vec<_> = shares.iter().filter(|(rate, _)| (lowest..=highest).contains(rate)).collect();
        let all = !shares.is_empty() && shares.iter().all(|(_, share)| condition(*share));
        let some = !between.is_empty() && between.iter().all(|(_, share)| condition(*share));
        Self { lowest, highest, all, some }
    }
}

impl fmt::Display for Rates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:e} to {:e}", self.lowest, self.highest)
    }
}
