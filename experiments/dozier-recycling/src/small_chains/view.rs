//! Two points at which the papers' chain is not the one that runs.

use super::*;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    Ok(Facts::new().percent("empty", largest(distinct(rows), |row| row.empty_probability)?.value, 3))
}

/// The filters of panel (a) into which a message fits: the largest, with two and more distinct positions, whose cycles end.
fn distinct(rows: &[Row]) -> impl Iterator<Item = &Row> {
    let bits = rows.iter().map(|row| row.bits).max();
    let is_of = move |row: &&Row| Some(row.bits) == bits && row.hashes > 1 && row.sigma >= row.hashes && row.ends;
    rows.iter().filter(is_of).filter(|row| row.has(Sampling::WithoutReplacement, Retention::NonRetaining))
}

/// Whether each of them is found empty.
fn title(rows: &[Row]) -> Result<Decision> {
    let most = largest(distinct(rows), |row| row.empty_probability)?.value;
    let found = share(distinct(rows), |row| row.empty_probability > 0.0)?;
    Ok(Decision::title()
        .measured_as("largest probability of the empty state", most)
        .tested_on(distinct(rows))?
        .in_share(found, 1.0, |row| name(row)))
}

pub(crate) fn draw(rows: &[Row]) -> Result<TypesetTable> {
    let bits = rows.iter().map(|row| row.bits).max().ok_or("no rows")?;
    let most = rows.iter().map(|row| row.hashes).max().unwrap_or(1);
    let value = |positions: Sampling, sigma: u64, hashes: u64, of: fn(&Row) -> Option<f64>| {
        let is_of = |row: &&Row| row.bits == bits && row.hashes == hashes && row.sigma == sigma && row.ends;
        let row = rows.iter().filter(is_of).find(|row| row.has(positions, Retention::NonRetaining));
        row.and_then(of).map_or_else(|| "–".to_owned(), |value| format!("{value:.4}"))
    };
    let empty = |sigma, k| value(Sampling::WithoutReplacement, sigma, k, |row| Some(row.empty_probability));
    let over_exact: fn(&Row) -> Option<f64> = |row| row.messages.map(|(exact, _, printed)| printed / exact);
    let printed = |sigma, k| value(Sampling::WithReplacement, sigma, k, over_exact);
    let mut columns = vec!["*σ*".to_owned()];
    columns.extend((2..=most).map(|k| format!("*π*_0, *k* = {k}")));
    columns.extend((1..=most).map(|k| format!("printed / exact, *k* = {k}")));
    let row = |sigma: u64| {
        let values = (2..=most).map(|k| empty(sigma, k)).chain((1..=most).map(|k| printed(sigma, k)));
        [sigma.to_string()].into_iter().chain(values).collect()
    };
    Ok(TypesetTable { columns, rows: (0..bits).map(row).collect() })
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    // the model's filters; those with σ = M are there for one claim alone
    let model = rows.iter().filter(|row| row.sigma < row.bits).collect_vec();
    let (retaining, forgetting): (Vec<&Row>, Vec<&Row>) =
        model.iter().partition(|row| row.retention == Retention::Retaining);
    Ok(vec![
        title(rows)?,
        ergodicity(&forgetting)?.tested_on(&forgetting)?,
        below_k(&forgetting, &retaining)?,
        places_of_resets(&model)?.tested_on(&model)?,
        restarts(&retaining)?,
        recurrence(&model)?,
        frozen(&forgetting)?.tested_on(&forgetting)?,
        farthest(&model)?.tested_on(&model)?,
        threshold(rows)?,
        boundary(&forgetting)?.tested_on(&forgetting)?,
        power(&forgetting)?.tested_on(&forgetting)?,
    ])
}

/// A filter by its parameters.
fn name(row: &Row) -> String {
    format!("M = {}, k = {}, σ = {}, {}", row.bits, row.hashes, row.sigma, row.positions)
}

/// The first of some filters that meets a condition.
fn first(rows: &[&Row], is_meant: impl Fn(&Row) -> bool) -> String {
    rows.iter().find(|row| is_meant(row)).map(|row| name(row)).unwrap_or_default()
}

fn is_distinct(row: &Row) -> bool {
    row.positions == positions_name(Sampling::WithoutReplacement)
}

/// Whether a message fits below the threshold, wherever its positions are.
fn fits(row: &Row) -> bool {
    row.sigma >= row.hashes
}

fn ergodicity(forgetting: &[&Row]) -> Result<Decision> {
    let is_ergodic = |row: &&Row| row.never_entered == 0 && row.period == 1;
    let unmixed = forgetting.iter().copied().filter(|row| !is_ergodic(row)).collect_vec();
    let only_never_entered = unmixed.iter().all(|row| row.period == 1 && is_distinct(row) && row.hashes > 1);
    Ok(Decision::new("R22").measured(1.0 - unmixed.len() as f64 / forgetting.len() as f64).decide_if(
        unmixed.is_empty(),
        only_never_entered,
        format!(
            "positions are with replacement or k = 1; with k ≥ 2 distinct ones the states 1 … k − 1 are never entered \
             ({} of {} filters), and the chain is ergodic on the others",
            unmixed.len(),
            share(forgetting, |row| is_distinct(row))?.having
        ),
        format!("{} is not, with replacement or k = 1", first(&unmixed, |row| !is_distinct(row) || row.hashes == 1)),
    ))
}

fn below_k(forgetting: &[&Row], retaining: &[&Row]) -> Result<Decision> {
    let distinct = forgetting.iter().filter(|row| is_distinct(row) && fits(row)).collect_vec();
    let retained = retaining.iter().filter(|row| is_distinct(row));
    let is_empty_below_k = |row: &Row| row.empty_probability == 0.0 && row.below_k_probability == 0.0;
    let wrong_recipe = share(&distinct, |row| row.recipe_error > Some(0.0))?;
    let right_recipe = share(retained, |row| is_empty_below_k(row) && row.recipe_error == Some(0.0))?;
    let (low, high) = extent(distinct.iter().map(|row| row.empty_probability))?;
    Ok(Decision::new("R23")
        .measured(wrong_recipe.value())
        .tested_on(&distinct)?
        .decide(
            wrong_recipe.having == 0,
            format!("π_0 is {low:.3} to {high:.3}: a non-retaining filter is empty after every reset, and only states 1 … k − 1 have no mass"),
        )
        .remark(format!("the recipe gives the distribution of the retaining filter in {right_recipe}")))
}

fn places_of_resets(model: &[&Row]) -> Result<Decision> {
    let placed = share(model, |row| row.resets_elsewhere + row.resets_missing == 0)?;
    Ok(Decision::new("R24").measured((placed.of - placed.having) as f64).in_share(placed, 1.0, |row| name(row)))
}

fn restarts(retaining: &[&Row]) -> Result<Decision> {
    let (distinct, replaced): (Vec<&Row>, Vec<&Row>) = retaining.iter().copied().partition(|row| is_distinct(row));
    let only_k = share(distinct, |row| row.restarts == Some((row.hashes, row.hashes)))?;
    let all = share(replaced, |row| row.restarts == Some((1, row.hashes)))?;
    let within = |row: &&&Row| row.restarts.is_some_and(|(low, high)| low >= 1 && high <= row.hashes);
    Ok(Decision::new("R25").tested_on(retaining)?.in_share(share(retaining, within)?, 1.0, |row| name(row)).remark(
        format!("with replacement 1 and k both occur, in {all} filters; with distinct positions k alone, in {only_k}"),
    ))
}

fn recurrence(model: &[&Row]) -> Result<Decision> {
    let counted = || model.iter().filter(|row| row.recurrence.is_some());
    let steps = counted().filter_map(|row| row.recurrence);
    let (good, undefined, steps) = steps.fold((0, 0, 0), |sum, row| (sum.0 + row.0, sum.1 + row.1, sum.2 + row.2));
    Ok(Decision::new("R30").measured(good as f64 / steps as f64).tested_on(counted())?.decide_if(
        good == steps,
        good + undefined == steps,
        format!(
            "i is not k − 1, where it divides by zero ({undefined} of {steps} steps), so that C(k, k) = 1 must be given"
        ),
        format!("{} steps are wrong", steps.saturating_sub(good + undefined)),
    ))
}

/// Eq. 24 has no other terms. Only what is measured of it could have failed: that all of them occur.
fn frozen(forgetting: &[&Row]) -> Result<Decision> {
    let frozen = forgetting.iter().filter_map(|row| Some((row, row.frozen?)));
    let is_outside = |(row, (low, high)): &(&&Row, (u64, u64))| low + row.hashes < row.sigma + 1 || *high > row.sigma;
    let outside = share(frozen, is_outside)?.having;
    Ok(Decision::new("R33").measured(outside as f64).by_definition(
        "F_i is the last state before the overflow (eq. 24), which must be within k of σ; a filter that kept the overflowing message \
         would have more than σ bits",
    ))
}

fn farthest(model: &[&Row]) -> Result<Decision> {
    let differs = |row: &Row| row.farthest_differs > 0;
    let (short, below) = (share(model, |row| differs(row))?, share(model, |row| !fits(row))?.having);
    Ok(Decision::new("R38").measured(short.value()).decide_if(
        short.having == 0,
        model.iter().all(|row| !differs(row) || !fits(row)),
        format!("σ ≥ k; below, σ is out of reach of a state in {} of {below} filters", short.having),
        first(model, |row| differs(row) && fits(row)),
    ))
}

fn threshold(rows: &[Row]) -> Result<Decision> {
    let never = share(rows, |row| !row.ends)?.having;
    let below = share(rows, |row| row.ends == (row.sigma < row.bits))?;
    let other = below.lacking.map(name).unwrap_or_default();
    Ok(Decision::new("R39").measured(never as f64).decide_corrected(
        never == 0,
        below.is_all(),
        format!("σ < M for σ ≤ M: with σ = M none of {never} filters ever overflows, and eq. 15 divides 0 by 0"),
        format!("a cycle may not end at σ < M, or ends at σ = M: {other}"),
    ))
}

fn boundary(forgetting: &[&Row]) -> Result<Decision> {
    let messages = forgetting.iter().filter_map(|row| Some((row, row.messages?))).collect_vec();
    let printed = share(&messages, |(_, (exact, _, printed))| exact == printed)?;
    let by_recursion = share(&messages, |(_, (exact, by_recursion, _))| exact == by_recursion)?;
    let fitting = messages.iter().filter(|(row, _)| fits(row));
    let least = smallest(fitting, |(_, (exact, _, printed))| printed / exact)?.value;
    let other = by_recursion.lacking.map(|(row, _)| name(row)).unwrap_or_default();
    Ok(Decision::new("R43").measured(printed.value()).decide_corrected(
        printed.is_all(),
        by_recursion.is_all(),
        format!(
            "b > σ for b ≥ σ, as the reset rule has it: then {by_recursion} agree with the dense solve; as \
             printed it finds down to {least:.2} of the messages where σ ≥ k"
        ),
        format!("with b > σ it differs at {other}"),
    ))
}

fn power(forgetting: &[&Row]) -> Result<Decision> {
    let (distinct, replaced): (Vec<&Row>, Vec<&Row>) = forgetting.iter().copied().partition(|row| is_distinct(row));
    let differs = |row: &&Row| row.power_differs > 0;
    let wrong = share(forgetting.iter().copied(), differs)?;
    let several = share(distinct.into_iter().filter(|row| row.hashes > 1 && row.sigma > 0), differs)?;
    let right = share(replaced, |row| !differs(row))?;
    Ok(Decision::new("R49").measured(wrong.value()).decide_if(
        wrong.having == 0,
        right.is_all(),
        format!(
            "positions are with replacement (all {} filters); with k ≥ 2 distinct ones it is wrong in {} of the {} with σ ≥ 1, all states counted, entered or not",
            right.of, several.having, several.of
        ),
        right.lacking.map(name).unwrap_or_default(),
    ))
}

#[cfg(test)]
mod tests {
    use super::super::{Messages, by_recursion, filters, row};
    use super::*;

    fn verdicts(messages: Messages) -> Vec<(&'static str, Verdict)> {
        let filters = filters(4, 3).unwrap().into_iter();
        let rows: Vec<_> = filters.map(|(shape, sigma, reset)| row(shape, sigma, reset, messages).unwrap()).collect();
        claims(&rows).unwrap().into_iter().map(|decision| (decision.id, decision.verdict.unwrap())).collect()
    }

    /// A cycle that ends at σ set bits, as printed, is one too short, and only the claim on its length falls.
    #[test]
    fn a_wrong_boundary_loses_the_messages_per_cycle() {
        let (right, wrong) = (verdicts(by_recursion), verdicts(published_messages_per_cycle));
        for ((id, right), (_, wrong)) in right.into_iter().zip(wrong) {
            let expected = if id == "R43" { (Verdict::HoldsAsCorrected, Verdict::DoesNotHold) } else { (right, right) };
            assert_eq!((right, wrong), expected, "{id}");
        }
    }
}
