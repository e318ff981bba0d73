//! What the table of small filters decides of the papers' sentences on their chain.

use bloomlab_occupancy::Sampling;
use bloomlab_workbench::{AnyError, Decision};

use super::Row;
use crate::enumerated::{Reset, positions_name};
use crate::verdicts::{count, range, smallest};

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    let of = |reset: Reset| move |row: &&Row| row.retention == reset.name();
    // the model's filters; those with σ = M are there for one claim alone
    let model: Vec<&Row> = rows.iter().filter(|row| row.sigma < row.bits).collect();
    let forgetting: Vec<&Row> = model.iter().copied().filter(of(Reset::Forget)).collect();
    let retaining: Vec<&Row> = model.iter().copied().filter(of(Reset::Retain)).collect();
    Ok(vec![
        ergodicity(&forgetting),
        below_k(&forgetting, &retaining),
        places_of_resets(&model),
        restarts(&retaining),
        recurrence(&model),
        frozen(&forgetting),
        farthest(&model),
        threshold(rows),
        boundary(&forgetting),
    ])
}

fn is_distinct(row: &Row) -> bool {
    row.positions == positions_name(Sampling::WithoutReplacement)
}

/// Whether a message fits below the threshold, wherever its positions are.
fn fits(row: &Row) -> bool {
    row.sigma >= row.hashes
}

fn ergodicity(forgetting: &[&Row]) -> Decision {
    let is_ergodic = |row: &Row| row.never_entered == 0 && row.period == 1;
    let unmixed: Vec<&Row> = forgetting.iter().copied().filter(|row| !is_ergodic(row)).collect();
    let only_never_entered = unmixed.iter().all(|row| row.period == 1 && is_distinct(row) && row.hashes > 1);
    Decision::new("R22").measured(1.0 - unmixed.len() as f64 / forgetting.len() as f64).decide_if(
        unmixed.is_empty(),
        only_never_entered,
        format!(
            "positions are with replacement or k = 1; with k ≥ 2 distinct ones the states 1 … k − 1 are never entered \
             ({} of {} filters), and the chain is ergodic on the others",
            unmixed.len(),
            count(forgetting, |row| is_distinct(row))
        ),
        String::new(),
    )
}

fn below_k(forgetting: &[&Row], retaining: &[&Row]) -> Decision {
    let distinct: Vec<&Row> = forgetting.iter().copied().filter(|row| is_distinct(row) && fits(row)).collect();
    let retained: Vec<&Row> = retaining.iter().copied().filter(|row| is_distinct(row)).collect();
    let is_empty_below_k = |row: &Row| row.empty_probability == 0.0 && row.below_k_probability == 0.0;
    let wrong_recipe = count(&distinct, |row| row.recipe_error.is_some_and(|error| error > 0.0));
    let (low, high) = range(distinct.iter().map(|row| row.empty_probability));
    Decision::new("R23").measured(wrong_recipe as f64 / distinct.len() as f64).decide_if(
        distinct.iter().all(|row| is_empty_below_k(row)) && wrong_recipe == 0,
        !retained.is_empty() && retained.iter().all(|row| is_empty_below_k(row) && row.recipe_error == Some(0.0)),
        format!(
            "the filter retains: the recipe gives the retaining filter's law in all {} of them; without retaining \
             π_0 is {low:.3} to {high:.3}, and only states 1 … k − 1 have none",
            retained.len()
        ),
        String::new(),
    )
}

fn places_of_resets(model: &[&Row]) -> Decision {
    let misplaced = count(model, |row| row.resets_elsewhere + row.resets_missing > 0);
    Decision::new("R24").measured(misplaced as f64).decide(misplaced == 0 && !model.is_empty(), String::new())
}

fn restarts(retaining: &[&Row]) -> Decision {
    let outside = count(retaining, |row| row.restarts.is_none_or(|(low, high)| low < 1 || high > row.hashes));
    Decision::new("R25").measured(outside as f64).decide(outside == 0 && !retaining.is_empty(), String::new())
}

fn recurrence(model: &[&Row]) -> Decision {
    let counted = model.iter().filter_map(|row| row.recurrence);
    let (good, undefined, steps) = counted.fold((0, 0, 0), |sum, row| (sum.0 + row.0, sum.1 + row.1, sum.2 + row.2));
    Decision::new("R30").measured(good as f64 / steps as f64).decide_if(
        good == steps,
        good + undefined == steps,
        format!("i ≥ k: at i = k − 1 it divides by zero ({undefined} steps), so that C(k, k) = 1 must be given"),
        String::new(),
    )
}

fn frozen(forgetting: &[&Row]) -> Decision {
    let frozen: Vec<&Row> = forgetting.iter().copied().filter(|row| row.frozen.is_some()).collect();
    let is_outside = |row: &Row, (low, high): (u64, u64)| low + row.hashes < row.sigma + 1 || high > row.sigma;
    let outside = count(&frozen, |row| row.frozen.is_some_and(|bits| is_outside(row, bits)));
    Decision::new("R33").measured(outside as f64).decide(outside == 0 && !frozen.is_empty(), String::new())
}

fn farthest(model: &[&Row]) -> Decision {
    let short = count(model, |row| row.farthest_differs > 0);
    let below = count(model, |row| !fits(row));
    Decision::new("R38").measured(short as f64 / model.len() as f64).decide_if(
        short == 0,
        model.iter().all(|row| row.farthest_differs == 0 || !fits(row)),
        format!("σ ≥ k; below, σ is out of reach of a state in {short} of {below} filters"),
        String::new(),
    )
}

fn threshold(rows: &[Row]) -> Decision {
    let never = count(rows, |row| !row.ends);
    Decision::new("R39").measured(never as f64).decide_if(
        never == 0,
        rows.iter().all(|row| row.ends == (row.sigma < row.bits)),
        format!("σ < M: with σ = M none of {never} filters ever overflows, and eq. 15 divides 0 by 0"),
        String::new(),
    )
}

fn boundary(forgetting: &[&Row]) -> Decision {
    let messages: Vec<_> = forgetting.iter().filter_map(|row| Some((fits(row), row.messages?))).collect();
    let printed = count(&messages, |(_, (exact, _, printed))| exact == printed);
    let by_recursion = count(&messages, |(_, (exact, by_recursion, _))| exact == by_recursion);
    let fitting = messages.iter().filter(|(fits, _)| *fits);
    let least = smallest(fitting.map(|(_, (exact, _, printed))| printed / exact));
    Decision::new("R43").measured(printed as f64 / messages.len() as f64).decide_if(
        printed == messages.len(),
        by_recursion == messages.len(),
        format!(
            "it is said of more than σ bits, as the reset rule has it: so all {} agree with the dense solve; as \
             printed it finds down to {least:.2} of the messages where σ ≥ k",
            messages.len()
        ),
        String::new(),
    )
}

#[cfg(test)]
mod tests {
    use bloomlab_recycling::published_messages_per_cycle;
    use bloomlab_workbench::Verdict;

    use super::super::{filters, one_filter};
    use super::decide;

    fn verdicts(messages: one_filter::Messages) -> Vec<(&'static str, Verdict)> {
        let filters = filters(4, 3).unwrap().into_iter();
        let rows: Vec<_> =
            filters.map(|(shape, sigma, reset)| one_filter::row(shape, sigma, reset, messages).unwrap()).collect();
        decide(&rows).unwrap().into_iter().map(|decision| (decision.id, decision.verdict.unwrap())).collect()
    }

    /// A cycle that ends at σ set bits, as printed, is one too short, and only the claim on its length falls.
    #[test]
    fn a_wrong_boundary_loses_the_messages_per_cycle() {
        let (right, wrong) = (verdicts(one_filter::by_recursion), verdicts(published_messages_per_cycle));
        for ((id, right), (_, wrong)) in right.into_iter().zip(wrong) {
            let expected = if id == "R43" { (Verdict::HoldsOnlyIf, Verdict::DoesNotHold) } else { (right, right) };
            assert_eq!((right, wrong), expected, "{id}");
        }
    }
}
