//! Where deleting is best, and which filters that forget.

use bloomlab_workbench::{AnyError, Decision, Range};

use super::{Case, Row, cases};
use crate::rival::TWO_PHASES;

/// Windows after which a filter that nobody rebuilds is full of residue.
const LONG: u64 = 16;

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    let cases = cases(rows)?;
    Ok(vec![rebuilt_always(&cases)?, never_rebuilt(&cases), not_two_phases(rows)?])
}

fn rebuilt_always(cases: &[Case<'_>]) -> Result<Decision, AnyError> {
    let always: Vec<&Case> = cases.iter().filter(|case| case.rebuilt_every == 1).collect();
    let deletes = always.iter().filter(|case| case.is_won_by_deleting()).count();
    let points = always.iter().map(|case| (case.bits_per_message as f64, case.is_won_by_deleting()));
    Ok(Decision::new("S07")
        .measured(deletes as f64 / always.len() as f64)
        .tested_on(always.iter().map(|case| case.deletes))?
        .decide_within(Range::found("bits per live message", points), "at no memory"))
}

fn never_rebuilt(cases: &[Case<'_>]) -> Decision {
    let seldom = || cases.iter().filter(|case| case.rebuilt_every >= LONG);
    let least = seldom().map(|case| case.deletes.rate / case.forgets.rate).fold(f64::INFINITY, f64::min);
    Decision::new("S08")
        .measured(least)
        .threshold(format!("long: {LONG} windows and more"))
        .decide(least > 1.0, "somewhere a filter that deletes has fewer")
}

fn not_two_phases(rows: &[Row]) -> Result<Decision, AnyError> {
    let mut forgetful: Vec<&Row> = rows.iter().filter(|row| row.rebuilt_every.is_none()).collect();
    forgetful.sort_by_key(|row| row.bits_per_message);
    let losses = forgetful.chunk_by(|a, b| a.bits_per_message == b.bits_per_message).map(|filters| {
        let of = |is_two_phase: bool| {
            let there = filters.iter().filter(|row| (row.filter == TWO_PHASES) == is_two_phase).map(|row| row.rate);
            there.fold(f64::INFINITY, f64::min)
        };
        of(false) < of(true)
    });
    let losses: Vec<bool> = losses.collect();
    let share = losses.iter().filter(|loses| **loses).count() as f64 / losses.len() as f64;
    Ok(Decision::new("S09")
        .measured(share)
        .tested_on(&forgetful)?
        .decide(share == 1.0, "at some memory they are the best"))
}
