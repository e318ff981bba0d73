//! What sizing by each model gains or gives away: at a rate of 0.01 and every size, and at every rate.

use super::*;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let [sizes, rates, between] = cases(rows)?;
    view::met_facts(rate_facts(size_facts(Facts::new(), &sizes)?, &rates, &between)?, rows)
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let [by_sizes, by_rates, between] = cases(rows)?;
    let (sizes, rates): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(|row| row.along == SIZES);
    let by_size = by_size(&by_sizes)?.into_iter().map(|decision| decision.tested_on(&sizes));
    let by_rate = by_rate_decisions(&by_rates, &between)?.into_iter().map(|decision| decision.tested_on(&rates));
    by_size.chain(by_rate).collect()
}

/// The models' rows for one size, target and choice of k.
struct Case<'a> {
    sigma: &'a Row,
    /// Where messages are followed one by one.
    exact: Option<&'a Row>,
    f_a: &'a Row,
    f_o: &'a Row,
    f_w: &'a Row,
}

/// One of the models.
type Model = for<'a> fn(&Case<'a>) -> &'a Row;

impl<'a> Case<'a> {
    /// The exact N-bounded filter, or the σ-bounded one in its place.
    fn exact(&self) -> &'a Row {
        self.exact.unwrap_or(self.sigma)
    }

    fn is_best(&self) -> bool {
        self.sigma.is_best()
    }

    /// The share of the σ-bounded filter's messages that sizing by a model gives away.
    fn loss(&self, model: Model) -> f64 {
        1.0 - model(self).capacity / self.sigma.capacity
    }

    /// The share by which a model holds more messages than the worst case allows.
    fn gain(&self, model: Model) -> f64 {
        model(self).capacity / self.f_w.capacity - 1.0
    }

    /// By how much the fullest of the other models exceeds the σ-bounded filter, in units of the messages that one more bit
    /// of σ would add, about 1/(k(1 − σ/M)); −∞ where there is none. With `kept`, of the models whose filters keep the target.
    fn excess(&self, kept: bool) -> f64 {
        let sigma = self.sigma;
        let step = 1.0 / (sigma.hashes as f64 * (1.0 - sigma.limit as f64 / sigma.bits as f64));
        let others = self.exact.into_iter().chain([self.f_a, self.f_o, self.f_w]);
        let asked = others.filter(|row| !kept || row.average_rate.is_some_and(|rate| rate <= row.target));
        asked.map(|row| (row.capacity - sigma.capacity) / step).fold(f64::NEG_INFINITY, f64::max)
    }
}

/// The cases of a table: every size that was asked for, every rate, and the rates between, with the best k.
fn cases(rows: &[Row]) -> Result<[Vec<Case<'_>>; 3]> {
    let asked = rows.iter().position(|row| row.choice == BETWEEN).unwrap_or(rows.len());
    let (asked, between) = rows.split_at(asked);
    let (sizes, rates) = asked.split_at(asked.iter().take_while(|row| row.along == SIZES).count());
    Ok([grouped(sizes)?, grouped(rates)?, grouped(between)?])
}

fn grouped(rows: &[Row]) -> Result<Vec<Case<'_>>> {
    let same = |a: &Row, b: &Row| (a.bits, a.target, &a.choice) == (b.bits, b.target, &b.choice);
    let cases = rows.chunk_by(same).map(|rows| match rows {
        [sigma, exact, f_a, f_o, f_w] => Ok(Case { sigma, exact: Some(exact), f_a, f_o, f_w }),
        [sigma, f_a, f_o, f_w] => Ok(Case { sigma, exact: None, f_a, f_o, f_w }),
        _ => Err("a case without all five models".into()),
    });
    cases.collect()
}

/// The size from which on whole numbers matter little.
const LARGE: u64 = 4096;

fn size_facts(facts: Facts, cases: &[Case<'_>]) -> Result<Facts> {
    let best = cases.iter().filter(|case| case.is_best()).collect_vec();
    let (first, last) = best.first().zip(best.last()).ok_or("no sizes")?;
    let large = best.iter().filter(|case| case.sigma.bits >= LARGE && case.exact.is_some());
    let followed = best.iter().rfind(|case| case.exact.is_some()).ok_or("no messages are followed")?;
    Ok(facts
        .percent("said", NAMED, 2)
        .count("sizes", best.len() as u64)
        .count("smallest", first.sigma.bits)
        .count("largest", last.sigma.bits)
        .percent("small_loss", first.loss(|case| case.f_w), 2)
        .percent("large_loss", last.loss(|case| case.f_w), 2)
        .count("large", LARGE)
        .count("followed", followed.sigma.bits)
        .percent("exact_loss", largest(large, |case| case.loss(|case| case.exact()))?.value, 2)
        .percent("o_missed_large", followed.f_o.missed().ok_or("no average rate")?, 2)
        .percent("a_missed_large", followed.f_a.missed().ok_or("no average rate")?, 2))
}

fn by_size(cases: &[Case<'_>]) -> Result<Vec<Decision>> {
    let (best, same): (Vec<&Case<'_>>, Vec<&Case<'_>>) = cases.iter().partition(|case| case.is_best());
    let models =
        Decision::new("R40").not_testable("editorial: the sentence lists three, and the next one orders a fourth with them, f_o, which the camera-ready lists");
    let cuckoo =
        Decision::new("R57").not_testable("the paper does not say beside what; what a cuckoo filter takes is in F03");
    Ok(vec![increase(&best)?, reduction(&best, &same)?, order(cases)?, models, cuckoo])
}

/// R02.
fn increase(best: &[&Case<'_>]) -> Result<Decision> {
    let (low, high) = extent(best.iter().map(|case| case.gain(|case| case.sigma)))?;
    Ok(Decision::new("R02")
        .measured(low)
        .threshold(format!("30 %: at least {NAMED}"))
        .decide(low >= NAMED, format!("at one size it is {:.0} %", 100.0 * low))
        .remark(format!("{:.0} to {:.0} % more", 100.0 * low, 100.0 * high)))
}

/// R04.
fn reduction(best: &[&Case<'_>], same: &[&Case<'_>]) -> Result<Decision> {
    let losses = |cases: &[&Case<'_>]| extent(cases.iter().map(|case| case.loss(|case| case.f_w)));
    let (best_low, best_high) = losses(best)?;
    let by_k = Range::of("k", same.iter().map(|case| (case.f_w.hashes as f64, case.loss(|case| case.f_w) > NAMED)));
    let (same_low, same_high) = losses(same)?;
    let common = by_k.as_ref().map(|range| format!(", or both have the same {range}")).unwrap_or_default();
    Ok(Decision::new("R04")
        .measured(best_low)
        .threshold(format!("30 %: more than {NAMED} of the messages"))
        .range(by_k)
        .decide_if(
            best_low.min(same_low) > NAMED,
            best_low > NAMED,
            format!("each model has its best k: {:.1} to {:.1} %{common}", 100.0 * best_low, 100.0 * best_high),
            format!("at one size it is {:.1} %, with the best k for each", 100.0 * best_low),
        )
        .remark(format!("with one k for both it is {:.1} to {:.1} %", 100.0 * same_low, 100.0 * same_high)))
}

/// R07.
fn order(cases: &[Case<'_>]) -> Result<Decision> {
    let ordered = share(cases, |case| {
        let [f_o, f_a, f_w] = [case.f_o, case.f_a, case.f_w].map(|row| row.capacity);
        f_o >= f_a && f_a > f_w
    })?;
    Ok(Decision::new("R07").in_share(ordered, 1.0, |case| format!("M = {}, {}", case.sigma.bits, case.sigma.choice)))
}

/// The share that the papers name, and how far from it is around it.
pub(super) const NAMED: f64 = 0.3;
const AROUND: f64 = 0.05;
/// A shortfall that counts as slight.
const SLIGHTLY: f64 = 0.05;
/// The rate of the papers' examples.
const PAPERS: f64 = 0.01;

fn rate_facts(facts: Facts, asked: &[Case<'_>], between: &[Case<'_>]) -> Result<Facts> {
    let losses = by_rate(asked.iter(), |case| case.loss(|case| case.f_w));
    let (first, last) = losses.first().zip(losses.last()).ok_or("no rates")?;
    let best = || asked.iter().chain(between).filter(|case| case.is_best());
    let peak = largest(best(), |case| case.loss(|case| case.exact()))?;
    Ok(facts
        .percent("first_loss", first.1, 2)
        .percent("last_loss", last.1, 2)
        .number("lowest", first.0, 1)
        .number("highest", last.0, 1)
        .percent("peak", peak.value, 2)
        .number("peak_rate", peak.row.sigma.target, 2)
        .percent("o_missed", largest(best().filter_map(|case| case.f_o.missed()), |missed| *missed)?.value, 2)
        .percent("a_missed", largest(best().filter_map(|case| case.f_a.missed()), |missed| *missed)?.value, 2))
}

/// Whether sizing by the worst case gives away more at every rate that is higher.
fn title(asked: &[Case<'_>]) -> Result<Decision> {
    let losses = by_rate(asked.iter(), |case| case.loss(|case| case.f_w));
    let rises = losses.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1);
    Ok(Decision::title()
        .measured_as("share that is given away at the highest rate", range_of(&losses)?.1)
        .decide(rises, "it falls from a rate to a higher one"))
}

fn by_rate_decisions(asked: &[Case<'_>], between: &[Case<'_>]) -> Result<Vec<Decision>> {
    let by_rate = |share: fn(&Case<'_>) -> f64| by_rate(asked.iter().chain(between), share);
    let losses = by_rate(|case| case.loss(|case| case.f_w));
    let gains = by_rate(|case| case.gain(|case| case.exact()));
    let slight =
        slightly(&by_rate(|case| case.loss(|case| case.exact())), &by_rate(|case| case.loss(|case| case.f_a)))?;
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

fn by_rate<'a>(cases: impl Iterator<Item = &'a Case<'a>>, share: fn(&Case<'_>) -> f64) -> Shares {
    cases.filter(|case| case.is_best()).map(|case| (case.sigma.target, share(case))).collect()
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
    let where_so = rates_where(losses, |loss| loss <= NAMED).map(|range| format!(", and no more at a {range}"));
    let (at_paper, at_highest, where_so) = (100.0 * at_paper, 100.0 * most, where_so.unwrap_or_default());
    Ok(Decision::new("R01").measured(most).threshold(format!("up to 30 %: nowhere more than {NAMED}")).decide(
        most <= NAMED,
        format!("{at_paper:.0} % at the papers' rate of {PAPERS}, {at_highest:.0} % at the highest{where_so}"),
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
    let above = share(asked, |case| case.excess(false) > 0.0)?;
    let keeping = asked.iter().filter(|case| case.excess(true) > 0.0).map(|case| case.sigma.hashes).collect_vec();
    let from = keeping.iter().max().map_or(1, |k| k + 1);
    let (within, outside): (Vec<_>, Vec<_>) = between.iter().partition(|case| case.sigma.hashes >= from);
    let below = within.iter().filter(|case| case.excess(true) <= 0.0).count();
    let failing = outside.iter().filter(|case| case.excess(true) > 0.0).count();
    let condition = format!(
        "the other filter keeps the rate as well and k ≥ {from}: at rates that did not make the condition this holds at {below} of {}, and \
         with smaller k it fails at {failing} of {}. Of {} cases {} are above, {} of which keep the rate, all with k < {from}; each is \
         above by less than one more bit of σ would add (at most {:.2} of it)",
        within.len(),
        outside.len(),
        above.of,
        above.having,
        keeping.len(),
        largest(asked.iter().chain(between), |case| case.excess(false))?.value
    );
    Ok(Decision::new("R06").measured(above.value()).decide_if(
        above.having == 0,
        !within.is_empty() && below == within.len(),
        condition,
        format!(
            "between the rates a filter with k ≥ {from} is below another that keeps it in {} cases",
            within.len() - below
        ),
    ))
}

/// R51. A conservative size keeps the target.
fn conservative(asked: &[Case<'_>], between: &[Case<'_>]) -> Result<Decision> {
    let best = asked.iter().chain(between).filter(|case| case.is_best());
    let sized = best.flat_map(|case| [case.f_o, case.f_a]);
    let endless = sized.clone().filter(|row| row.missed().is_none()).count();
    let found = sized.filter_map(|row| Some((row, row.missed()?))).collect_vec();
    let at_paper = found.iter().filter(|(row, _)| row.target == PAPERS);
    let by = at_paper.map(|(row, share)| format!("{:.2} % ({})", 100.0 * share, row.model)).join(", ");
    Ok(Decision::new("R51")
        .threshold("conservative: the filter's exact rate is at most the target")
        .in_share(share(&found, |(_, share)| *share <= 0.0)?, 1.0, |(row, _)| {
            format!("a rate of {}, sized by {}", row.target, row.model)
        })
        .remark(format!("the rate exceeds the papers' {PAPERS} by {by} of it; {endless} more have no average rate")))
}

/// R08.
fn slightly(exact: &Shares, formula: &Shares) -> Result<Decision> {
    let (most, most_by_formula) = (range_of(exact)?.1, range_of(formula)?.1);
    let where_slight = rates_where(formula, |shortfall| shortfall <= SLIGHTLY);
    let where_slight = where_slight.map(|range| format!(", or by f_a at a {range}")).unwrap_or_default();
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
