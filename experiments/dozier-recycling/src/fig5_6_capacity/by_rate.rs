//! What sizing by each model gains or gives away, at every rate.

use super::cases::Case;
use super::{EXACT, F_A, F_O, F_W, SIGMA};
use crate::prelude::*;

/// The share that the papers name, and how far from it is around it.
const NAMED: f64 = 0.3;
const AROUND: f64 = 0.05;
/// A shortfall that counts as slight.
const SLIGHTLY: f64 = 0.05;
/// The rate of the papers' examples.
const PAPERS: f64 = 0.01;

pub(super) fn facts(facts: Facts, asked: &[Case<'_>], between: &[Case<'_>]) -> Result<Facts> {
    let losses = by_rate(asked.iter(), |case| case.loss(F_W))?;
    let (first, last) = losses.first().zip(losses.last()).ok_or("no rates")?;
    let exact = by_rate(asked.iter().chain(between), |case| case.loss(EXACT))?;
    let peak = largest(exact, |(_, loss)| *loss)?;
    let missed = |model| {
        let cases = asked.iter().chain(between).filter(|case| case.best);
        let missed = cases.map(|case| case.missed(model)).collect::<Result<Vec<_>>>()?;
        Ok::<_, AnyError>(largest(missed.into_iter().flatten(), |missed| *missed)?.value)
    };
    Ok(facts
        .percent("first_loss", first.1, 2)
        .percent("last_loss", last.1, 2)
        .number("lowest", first.0, 1)
        .number("highest", last.0, 1)
        .percent("peak", peak.value, 2)
        .number("peak_rate", peak.row.0, 2)
        .percent("o_missed", missed(F_O)?, 2)
        .percent("a_missed", missed(F_A)?, 2))
}

/// Whether sizing by the worst case gives away more at every rate that is higher.
fn title(asked: &[Case<'_>]) -> Result<Decision> {
    let losses = by_rate(asked.iter(), |case| case.loss(F_W))?;
    let rises = losses.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1);
    Ok(Decision::title()
        .measured_as("share that is given away at the highest rate", range_of(&losses)?.1)
        .decide(rises, "it falls from a rate to a higher one"))
}

pub(super) fn decide(asked: &[Case<'_>], between: &[Case<'_>]) -> Result<Vec<Decision>> {
    let by_rate = |share: fn(&Case<'_>) -> Result<f64>| by_rate(asked.iter().chain(between), share);
    let losses = by_rate(|case| case.loss(F_W))?;
    let gains = by_rate(|case| case.gain(EXACT))?;
    let slight = slightly(&by_rate(|case| case.loss(EXACT))?, &by_rate(|case| case.loss(F_A))?)?;
    Ok(vec![
        title(asked)?,
        up_to(&losses)?,
        more(&gains)?,
        consistent(&losses)?,
        highest(asked, between)?,
        slight,
        conservative(asked, between)?,
    ])
}

/// A share for each rate, with the best k.
type Shares = Vec<(f64, f64)>;

fn by_rate<'a>(cases: impl Iterator<Item = &'a Case<'a>>, share: fn(&Case<'_>) -> Result<f64>) -> Result<Shares> {
    cases.filter(|case| case.best).map(|case| Ok((case.target, share(case)?))).collect()
}

fn range_of(shares: &Shares) -> Result<(f64, f64)> {
    extent(shares.iter().map(|(_, share)| *share))
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
fn up_to(losses: &Shares) -> Result<Decision> {
    let (_, most) = range_of(losses)?;
    let at_paper = losses.iter().find(|(rate, _)| *rate == PAPERS).ok_or("the papers' rate is missing")?.1;
    let range = rates_where(losses, |loss| loss <= NAMED);
    let where_so = range.as_ref().map(|range| format!(", and no more at a {range}")).unwrap_or_default();
    Ok(Decision::new("R01").measured(most).threshold(format!("up to 30 %: nowhere more than {NAMED}")).decide(
        most <= NAMED,
        format!(
            "{:.0} % at the papers' rate of {PAPERS}, {:.0} % at the highest{where_so}",
            100.0 * at_paper,
            100.0 * most
        ),
    ))
}

/// R03.
fn more(gains: &Shares) -> Result<Decision> {
    let found = range_of(gains)?;
    Ok(Decision::new("R03")
        .measured(found.1)
        .threshold(format!("around 30 %: within {AROUND} of {NAMED}"))
        .decide_within(rates_where(gains, is_around), format!("{} over the rates", per_cent(found)))
        .remark(format!("the gain rises from {}", per_cent(found))))
}

/// R05.
fn consistent(losses: &Shares) -> Result<Decision> {
    let found = range_of(losses)?;
    Ok(Decision::new("R05")
        .measured(found.0)
        .threshold(format!("around 30 %: within {AROUND} of {NAMED}"))
        .decide_within(rates_where(losses, is_around), format!("{} over the rates", per_cent(found)))
        .remark(format!("over all rates {}", per_cent(found))))
}

/// R06. From which k on no other filter that keeps the rate is above it: found for the rates that were asked for, tested between them.
fn highest(asked: &[Case<'_>], between: &[Case<'_>]) -> Result<Decision> {
    let is_above = |case: &Case<'_>, kept: bool| Ok::<_, AnyError>(case.excess(kept)? > 0.0);
    let above = |kept: bool| {
        let cases = asked.iter().map(|case| Ok((case.hashes(SIGMA)?, is_above(case, kept)?)));
        let cases = cases.collect::<Result<Vec<_>>>()?;
        Ok::<_, AnyError>(cases.into_iter().filter(|(_, above)| *above).map(|(k, _)| k).collect::<Vec<_>>())
    };
    let (all, keeping) = (above(false)?, above(true)?);
    let from = keeping.iter().max().map_or(1, |k| k + 1);
    let tested = between.iter().map(|case| Ok((case.hashes(SIGMA)?, is_above(case, true)?)));
    let tested = tested.collect::<Result<Vec<_>>>()?;
    let (within, outside): (Vec<_>, Vec<_>) = tested.into_iter().partition(|(k, _)| *k >= from);
    let below = within.iter().filter(|(_, above)| !above).count();
    let failing = outside.iter().filter(|(_, above)| *above).count();
    let excess = asked.iter().chain(between).map(|case| case.excess(false)).collect::<Result<Vec<f64>>>()?;
    let condition = format!(
        "the other filter keeps the rate as well and k ≥ {from}: at rates that did not make the condition this holds at {} of {}, and \
         with smaller k it fails at {failing} of {}. Of {} cases {} are above, {} of which keep the rate, all with k < {from}; each is \
         above by less than one more bit of σ would add (at most {:.2} of it)",
        below,
        within.len(),
        outside.len(),
        asked.len(),
        all.len(),
        keeping.len(),
        largest(&excess, |excess| **excess)?.value
    );
    Ok(Decision::new("R06").measured(all.len() as f64 / asked.len() as f64).decide_if(
        all.is_empty(),
        !within.is_empty() && below == within.len(),
        condition,
        format!(
            "between the rates {} of {} filters with k ≥ {from} are below another that keeps it",
            within.len() - below,
            within.len()
        ),
    ))
}

/// R51. A conservative size keeps the target.
fn conservative(asked: &[Case<'_>], between: &[Case<'_>]) -> Result<Decision> {
    let mut missed = Vec::new();
    for case in asked.iter().chain(between).filter(|case| case.best) {
        for model in [F_O, F_A] {
            missed.extend(case.missed(model)?.map(|share| (case.target, model, share)));
        }
    }
    let at_paper = missed.iter().filter(|(target, ..)| *target == PAPERS);
    let words = at_paper.map(|(_, model, share)| format!("{:.2} % ({model})", 100.0 * share));
    let words = format!("the rate exceeds the papers' {PAPERS} by {} of it", words.format(", "));
    let kept = share(&missed, |(.., share)| *share <= 0.0)?;
    Ok(Decision::new("R51")
        .threshold("conservative: the filter's exact rate is at most the target")
        .in_share(kept, 1.0, |(target, model, _)| format!("a rate of {target}, sized by {model}"))
        .remark(words))
}

/// R08.
fn slightly(exact: &Shares, formula: &Shares) -> Result<Decision> {
    let (most, most_by_formula) = (range_of(exact)?.1, range_of(formula)?.1);
    let by_formula = rates_where(formula, |shortfall| shortfall <= SLIGHTLY);
    let where_slight = by_formula.as_ref().map(|range| format!(", or by f_a at a {range}")).unwrap_or_default();
    let condition = format!(
        "N is found by the exact rate, which costs at most {:.1} %{where_slight}; f_a costs up to {:.1} %, at the highest rate",
        100.0 * most,
        100.0 * most_by_formula
    );
    Ok(Decision::new("R08").measured(most).threshold(format!("slightly: within {:.0} %", 100.0 * SLIGHTLY)).decide_if(
        most.max(most_by_formula) <= SLIGHTLY,
        most <= SLIGHTLY,
        condition,
        format!("the shortfall is {:.1} % by the exact rate", 100.0 * most),
    ))
}
