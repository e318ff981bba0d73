//! What the table of filters decides of the papers' sentences on oracle and user.

use bloomlab_workbench::{AnyError, Decision};

use super::{FILTER, Row};
use crate::verdicts::{count, largest};

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    let filters: Vec<&Row> = rows.iter().filter(|row| row.part == FILTER).collect();
    let ending: Vec<&Row> = filters.iter().copied().filter(|row| row.user_rate.is_some()).collect();
    let replaced: Vec<&Row> = ending.iter().copied().filter(|row| row.is_with_replacement()).collect();
    if replaced.is_empty() {
        return Err("no filter whose cycles end".into());
    }
    Ok(vec![
        each_message(&ending).tested_on(&ending)?,
        oracle_is_first(&ending).tested_on(&ending)?,
        bounds(&replaced).tested_on(&replaced)?,
        recycles(&filters).tested_on(&filters)?,
    ])
}

/// How many messages of a cycle have no value of p_i below the oracle's, because they meet one state only: all where k = 1,
/// which sets one bit each, else the first, and with distinct positions, k of which the first sets, the second.
fn never_below(row: &Row) -> u64 {
    match (row.hashes, row.is_with_replacement()) {
        (1, _) => row.messages,
        (_, true) => row.messages.min(1),
        (_, false) => row.messages.min(2),
    }
}

/// R17.
fn each_message(ending: &[&Row]) -> Decision {
    let sum = |value: fn(&Row) -> Option<u64>| ending.iter().filter_map(|row| value(row)).sum::<u64>();
    let (mean, some) = (sum(|row| row.mean_below), sum(|row| row.some_below));
    let messages: u64 = ending.iter().map(|row| row.messages).sum();
    let is_separated = ending.iter().all(|row| row.some_below == Some(row.messages - never_below(row)));
    let exempt: u64 = ending.iter().copied().map(never_below).sum();
    Decision::new("R17").measured(some as f64 / messages as f64).decide_if(
        some + mean == 0,
        mean == 0 && is_separated,
        format!(
            "k = 1, or i = 1, or i = 2 with distinct positions: no value of p_i is below for these {exempt} messages, and some value for each \
             of the other {}; the mean of p_i over the bits that may be set is below for none of all {messages}",
            messages.saturating_sub(exempt)
        ),
        format!("the mean of p_i is below in {mean} of {messages}, or other values are below than those of i ≥ 2 at k ≥ 2"),
    )
}

fn oracle_is_first(ending: &[&Row]) -> Decision {
    let lower = count(ending, |row| row.oracle_rate.zip(row.user_rate).is_some_and(|(oracle, user)| oracle <= user));
    let later = count(ending, |row| row.user_messages.is_some_and(|user| user >= row.messages as f64));
    let gap = largest(ending.iter().filter_map(|row| Some(row.user_messages? / row.messages as f64)));
    Decision::new("R18")
        .measured(lower.min(later) as f64 / ending.len() as f64)
        .decide(
            lower == ending.len() && later == ending.len(),
            format!("the rate is not higher in {lower} and the recycling not later in {later} of {}", ending.len()),
        )
        .remark(format!("the user takes up to {gap:.2} times as many new messages a cycle"))
}

fn bounds(replaced: &[&Row]) -> Decision {
    let above = |value: fn(&Row) -> Option<f64>| {
        count(replaced, |row| value(row).zip(row.user_rate).is_none_or(|(bound, user)| bound > user))
    };
    let plain = above(|row| row.f_o).max(above(|row| row.f_a));
    let shifted = above(|row| row.f_o_shifted).max(above(|row| row.f_a_shifted));
    let tighter = replaced.iter().all(|row| row.f_a.zip(row.f_o).is_some_and(|(f_a, f_o)| f_a >= f_o));
    Decision::new("R19").measured(shifted as f64 / replaced.len() as f64).decide_corrected(
        plain + shifted == 0 && tighter,
        plain == 0 && tighter,
        format!(
            "f_i is eq. 1 for the i − 1 messages before, not for i: then {plain} of {} are above, and {shifted} as written",
            replaced.len()
        ),
        format!("{plain} of {} are above with the i − 1 messages before, or f_a is the lower", replaced.len()),
    )
}

fn recycles(filters: &[&Row]) -> Decision {
    let never = count(filters, |row| row.never_ends.is_none_or(|p| p > 0.0));
    let is_within = |row: &&&Row| row.limit_bound.is_some_and(|bound| row.messages <= bound);
    let (within, beyond): (Vec<&Row>, Vec<&Row>) = filters.iter().partition(is_within);
    let endless = count(&within, |row| row.never_ends != Some(0.0));
    let endless_beyond = count(&beyond, |row| row.never_ends.is_some_and(|p| p > 0.0));
    let worst = largest(filters.iter().filter_map(|row| row.never_ends));
    Decision::new("R42").measured(never as f64 / filters.len() as f64).decide_if(
        never == 0,
        !within.is_empty() && endless == 0,
        format!(
            "N ≤ ⌊(M − 1)/k⌋ + 1 (all {} such filters); beyond, in {endless_beyond} of {}, all bits may be set before N messages have \
             set some, with probability up to {worst:.2}",
            within.len(),
            beyond.len()
        ),
        format!("cycles may never end in {endless} filters with N ≤ ⌊(M − 1)/k⌋ + 1"),
    )
}

#[cfg(test)]
mod tests {
    use bloomlab_exact::{Rational, Rationals};
    use bloomlab_numbers::Arithmetic;
    use bloomlab_recycling::{NBounded, NBoundedRates, n_bounded, worst_case_rate};
    use bloomlab_workbench::Verdict;

    use super::super::filters::{Model, of_shape};
    use super::decide;
    use crate::enumerated::shapes;

    fn verdicts(model: Model) -> Vec<(&'static str, Verdict)> {
        let rows: Vec<_> = shapes(4, 2).unwrap().into_iter().flat_map(|shape| of_shape(shape, model)).collect();
        decide(&rows).unwrap().into_iter().map(|decision| (decision.id, decision.verdict.unwrap())).collect()
    }

    /// f_i read with i messages before the i-th.
    fn shifted(a: &Rationals, filter: NBounded) -> NBoundedRates<Rational> {
        let later = (1..=filter.messages()).map(|i| worst_case_rate(a, filter.shape(), i));
        let f_o = a.sum(later) / a.integer(filter.messages());
        NBoundedRates { f_a: f_o.clone(), f_o, ..n_bounded(a, filter) }
    }

    #[test]
    fn a_wrong_index_loses_the_bounds_and_nothing_else() {
        let (right, wrong) = (verdicts(n_bounded), verdicts(shifted));
        for ((id, right), (_, wrong)) in right.into_iter().zip(wrong) {
            let expected = if id == "R19" { (Verdict::HoldsAsCorrected, Verdict::DoesNotHold) } else { (right, right) };
            assert_eq!((right, wrong), expected, "{id}");
        }
    }

    /// A user who stops where the oracle does: the rate is too low by the messages that set nothing.
    #[test]
    fn a_user_who_counts_every_message_is_no_later_than_the_oracle() {
        let few = |a: &Rationals, filter: NBounded| NBoundedRates { exact: a.zero(), ..n_bounded(a, filter) };
        let wrong = verdicts(few);
        assert!(wrong.contains(&("R18", Verdict::DoesNotHold)));
        assert!(wrong.contains(&("R19", Verdict::DoesNotHold)));
    }
}
