//! What the table decides of the papers' sentences on the variants.

use crate::prelude::*;
use std::collections::BTreeMap;

use super::Row;
use super::two_phases::{DROPPING, KEEPING};
use super::view::{at_said, drawn, shown, two_phases};

/// A relative difference of rates that would be noticed.
const NOTICEABLE: f64 = 0.01;
/// The papers' filters of one phase have more bits than this.
const LARGE: u64 = 1000;
/// A formula that is off by no more than this describes the filter, but for the product of two dependent chances.
const EXACT: f64 = 1e-3;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    Ok(vec![
        nearly_the_same("R11", "cannot be distinguished", &compared(rows, true)?)?,
        nearly_the_same("R12", "nearly the same", &compared(rows, false)?)?,
        same_filter(rows)?,
        title(rows)?,
    ])
}

/// The filters of one phase with the same M, k and σ, which are compared with each other.
struct Variants<'a> {
    of: Vec<&'a Row>,
    /// The largest relative difference of two of their rates.
    difference: f64,
}

impl Variants<'_> {
    fn row(&self) -> &Row {
        self.of[0]
    }
}

/// All four, or those alone that retain alike.
fn compared(rows: &[Row], alike: bool) -> Result<Vec<Variants<'_>>> {
    let key = |row: &&Row| (row.hashes, row.bits, row.sigma, alike.then(|| row.retention.clone()));
    let groups = rows.iter().filter(|row| row.phases == 1).into_group_map_by(key);
    let variants = |(_, of): (_, Vec<_>)| {
        let (low, high) = extent(of.iter().map(|row: &&Row| row.rate))?;
        Ok(Variants { of, difference: high / low - 1.0 })
    };
    groups.into_iter().sorted_by(|a, b| a.0.cmp(&b.0)).map(variants).collect()
}

/// Whether keeping raises the rate at every size, and the differences of one phase are smaller in every larger filter.
fn title(rows: &[Row]) -> Result<Decision> {
    let raises = share(two_phases(rows, KEEPING, Reset::Forget), |row| row.relative_difference > 0.0)?;
    let one_phase = drawn(rows)?;
    let (size, most) = at_said(&one_phase, |row| Some(row.relative_difference))?;
    let beyond = one_phase.iter().filter(|row| row.bits > size);
    let beyond = largest(beyond, |row| row.relative_difference.abs())?;
    Ok(Decision::title()
        .measured_as(
            "relative difference of the rate at the size of the title",
            shown(rows, KEEPING, Reset::Forget)?.relative_difference,
        )
        .tested_on(two_phases(rows, KEEPING, Reset::Forget))?
        .decide(
            raises.having == raises.of && beyond.value < most.abs(),
            "keeping lowers a rate, or one phase differs as much in a larger filter",
        ))
}

fn nearly_the_same(id: &'static str, words: &str, filters: &[Variants]) -> Result<Decision> {
    let is_noticeable = |variants: &&Variants| variants.difference > NOTICEABLE;
    let (from, to) = extent(filters.iter().filter_map(|variants| variants.row().fill))?;
    // the size from which on all differences are below the limit, by k; found at the smallest and the largest σ/M alone
    let is_edge = |row: &Row| [Some(from), Some(to)].contains(&row.fill);
    let needed = |k: u64| {
        let of_k = filters.iter().filter(|variants| variants.row().hashes == k && is_edge(variants.row()));
        (k, 2 * of_k.filter(is_noticeable).map(|variants| variants.row().bits).max().unwrap_or(0))
    };
    let needed: BTreeMap<u64, u64> = filters.iter().map(|variants| needed(variants.row().hashes)).collect();
    let last = filters.iter().map(|variants| variants.row().bits).max().unwrap_or(0);
    // and tested at those between
    let is_large = |row: &Row| needed.get(&row.hashes).is_some_and(|bits| row.bits >= *bits);
    let is_between = |variants: &&Variants| !is_edge(variants.row()) && is_large(variants.row());
    let mut between = filters.iter().filter(is_between).peekable();
    let is_confirmed = between.peek().is_some() && !between.any(|variants| is_noticeable(&variants));
    let sizes = needed.iter().map(|(k, bits)| format!("{bits} bits for k = {k}")).join(", ");
    let large = || filters.iter().filter(|variants| variants.row().bits > LARGE);
    let most = largest(large(), |variants| variants.difference)?;
    let at = most.row.row();
    Ok(Decision::new(id)
        .measured(most.value)
        .threshold(format!("{words}: within {:.0} %", 100.0 * NOTICEABLE))
        .tested_on(large().flat_map(|variants| &variants.of))?
        .decide_if(
            !large().any(|variants| is_noticeable(&variants)),
            needed.values().all(|bits| *bits <= last) && is_confirmed,
            format!("σ is {from} to {to} of M and the filter has at least {sizes}"),
            format!("no size is large enough for σ from {from} to {to} of M"),
        )
        .remark(format!(
            "the difference is largest at M = {}, k = {}, σ = {}",
            at.bits,
            at.hashes,
            at.sigma.unwrap_or(0)
        )))
}

/// R61: whether the formulas are those of the filter in the text.
fn same_filter(rows: &[Row]) -> Result<Decision> {
    let of = |ending| two_phases(rows, ending, Reset::Forget).collect_vec();
    let (formula, text) = (of(DROPPING), of(KEEPING));
    let product = |row: &Row| row.product_form.unwrap_or(f64::NAN);
    let mut errors =
        formula.iter().zip(&text).map(|(formula, text)| (formula.bits, 1.0 - product(formula) / text.rate));
    let most = largest(errors.clone(), |(_, error)| *error)?;
    let (bits, least) = errors.next_back().ok_or("no filters")?;
    let own = largest(&formula, |row| product(row) / row.rate - 1.0)?.value;
    Ok(Decision::new("R61")
        .measured(most.value)
        .threshold(format!("the same filter: rates within {EXACT}"))
        .tested_on(&text)?
        .decide(
            most.value <= EXACT,
            format!(
                "in the text the frozen filter remains as the message that filled it left it; in eq. 24–26 it has σ − k + 1 to σ \
                 bits, as before that message. Eq. 26 is {:.1} % too low for the filter of the text at {} bits, and {:.2} % at {bits}",
                100.0 * most.value,
                most.row.0,
                100.0 * least
            ),
        )
        .remark(format!("for the filter that drops that message eq. 26 is off by at most {:.2} %", 100.0 * own)))
}
