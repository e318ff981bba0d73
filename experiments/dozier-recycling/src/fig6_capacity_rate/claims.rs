//! What sizing by each model gains or gives away, at every rate.

use bloomlab_workbench::{AnyError, Decision, Range};

use crate::capacities::{Case, EXACT, F_A, F_W};
use crate::verdicts::{largest, range};

/// The share that the papers name, and how far from it is around it.
const NAMED: f64 = 0.3;
const AROUND: f64 = 0.05;
/// A shortfall that counts as slight.
const SLIGHTLY: f64 = 0.05;
/// The rate of the papers' examples.
const PAPERS: f64 = 0.01;

pub(super) fn decide(cases: &[Case<'_>]) -> Result<Vec<Decision>, AnyError> {
    let losses = by_rate(cases, |case| case.loss(F_W))?;
    let gains = by_rate(cases, |case| case.gain(EXACT))?;
    Ok(vec![up_to(&losses)?, more(&gains), consistent(&losses), highest(cases)?, slightly(cases)?])
}

/// A share for each rate, with the best k.
type Shares = Vec<(f64, f64)>;

fn by_rate(cases: &[Case<'_>], share: impl Fn(&Case<'_>) -> Result<f64, AnyError>) -> Result<Shares, AnyError> {
    cases.iter().filter(|case| case.best).map(|case| Ok((case.target, share(case)?))).collect()
}

fn range_of(shares: &Shares) -> (f64, f64) {
    range(shares.iter().map(|(_, share)| *share))
}

fn is_around(share: f64) -> bool {
    (share - NAMED).abs() <= AROUND
}

/// The rates at which a share is as said: found on every second rate, tested on those between.
fn rates_where(shares: &Shares, is_so: impl Fn(f64) -> bool) -> Option<Range> {
    Range::found("rate", shares.iter().map(|(rate, share)| (*rate, is_so(*share))))
}

fn per_cent((low, high): (f64, f64)) -> String {
    format!("{:.0} to {:.0} %", 100.0 * low, 100.0 * high)
}

/// R01. The paper's own rate is among those at which it fails.
fn up_to(losses: &Shares) -> Result<Decision, AnyError> {
    let (_, most) = range_of(losses);
    let at_paper = losses.iter().find(|(rate, _)| *rate == PAPERS).ok_or("the papers' rate is missing")?.1;
    let range = rates_where(losses, |loss| loss <= NAMED);
    let where_so = range.as_ref().map(|range| format!(", and no more at a {range}")).unwrap_or_default();
    Ok(Decision::new("R01")
        .measured(most)
        .threshold(format!("up to 30 %: nowhere more than {NAMED}"))
        .range(range)
        .decide(
            most <= NAMED,
            format!(
                "{:.0} % at the papers' rate of {PAPERS}, {:.0} % at the highest{where_so}",
                100.0 * at_paper,
                100.0 * most
            ),
        ))
}

/// R03.
fn more(gains: &Shares) -> Decision {
    let extent = range_of(gains);
    Decision::new("R03")
        .measured(extent.1)
        .threshold(format!("around 30 %: within {AROUND} of {NAMED}"))
        .decide_within(rates_where(gains, is_around), format!("{} over the rates", per_cent(extent)))
        .remark(format!("the gain rises from {}", per_cent(extent)))
}

/// R05.
fn consistent(losses: &Shares) -> Decision {
    let extent = range_of(losses);
    Decision::new("R05")
        .measured(extent.0)
        .threshold(format!("around 30 %: within {AROUND} of {NAMED}"))
        .decide_within(rates_where(losses, is_around), format!("{} over the rates", per_cent(extent)))
        .remark(format!("over all rates {}", per_cent(extent)))
}

/// R06.
fn highest(cases: &[Case<'_>]) -> Result<Decision, AnyError> {
    let excess = |kept: bool| cases.iter().map(|case| case.excess(kept)).collect::<Result<Vec<f64>, AnyError>>();
    let (any, kept) = (excess(false)?, excess(true)?);
    let above = |excess: &[f64]| excess.iter().filter(|excess| **excess > 0.0).count();
    let (all, keeping, furthest) = (above(&any), above(&kept), largest(kept.iter().copied()));
    let condition = format!(
        "the others keep the rate, as {keeping} of the {all} above do, and less than what one more bit of σ would add is not \
         counted: none is further above than {furthest:.2} of that"
    );
    Ok(Decision::new("R06").measured(all as f64 / any.len() as f64).decide_if(
        all == 0,
        furthest < 1.0,
        condition,
        format!("one that keeps the rate is above it by {furthest:.2} times what one more bit of σ would add"),
    ))
}

/// R08.
fn slightly(cases: &[Case<'_>]) -> Result<Decision, AnyError> {
    let shortfalls = |model| by_rate(cases, |case| case.loss(model));
    let (exact, formula) = (shortfalls(EXACT)?, shortfalls(F_A)?);
    let (most, most_by_formula) = (range_of(&exact).1, range_of(&formula).1);
    let condition = format!(
        "N is found by the exact rate, as here; by f_a the shortfall reaches {:.1} % at the highest rate",
        100.0 * most_by_formula
    );
    Ok(Decision::new("R08").measured(most).threshold(format!("slightly: within {:.0} %", 100.0 * SLIGHTLY)).decide_if(
        most.max(most_by_formula) <= SLIGHTLY,
        most <= SLIGHTLY,
        condition,
        format!("the shortfall is {:.1} % by the exact rate", 100.0 * most),
    ))
}
