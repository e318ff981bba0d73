//! Figure 2: the relative error of the classic formula, and those of its limit and of Bloom's own formula.

use bloomlab_formulas::{Formula, Load, inclusion_exclusion};
use bloomlab_numbers::Arithmetic;
use bloomlab_tables::{Result, Run};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use crate::certified::{double, enclosure, exact_rate, powers_of_two, usual_filter};

#[derive(Deserialize)]
pub(crate) struct Parameters {
    log2_bits_from: u32,
    log2_bits_to: u32,
    bits_per_item: Vec<u64>,
    fixed_hashes: u64,
    /// The sizes that the paper names as small, and the m/n between those above that the claims on them ask for as well.
    small_bits: Vec<u64>,
    small_bits_per_item: Vec<u64>,
}

#[derive(Serialize)]
pub(crate) struct Row {
    /// How k was chosen: `best` is (m/n) ln 2, rounded, and `best, between` the same at m/n that are not drawn.
    choice: &'static str,
    bits_per_item: u64,
    bits: u64,
    items: u64,
    hashes: u64,
    exact_rate: f64,
    classic_rate: f64,
    /// (exact − formula)/exact: negative if the formula is too high.
    relative_error: f64,
    /// The formula whose error and rate these are.
    formula: &'static str,
    rate: f64,
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    run.rows(points(p)?, row)
}

/// A formula, a choice of k, m/n, and the filter.
type Place = (Formula, &'static str, u64, Load);

fn points(p: &Parameters) -> Result<Vec<Place>> {
    let sizes = powers_of_two(p.log2_bits_from, p.log2_bits_to)?;
    let series = [
        (Formula::Classic, "best"),
        (Formula::Classic, "fixed"),
        (Formula::Bloom1970, "best"),
        (Formula::ClassicLimit, "best"),
    ];
    let point = |((formula, choice), &bits_per_item, &bits): (_, &u64, &u64)| {
        let best = usual_filter(bits, bits_per_item)?;
        let fixed = Load::new(bits, best.items(), p.fixed_hashes)?;
        Ok((formula, choice, bits_per_item, if choice == "fixed" { fixed } else { best }))
    };
    let between = [Formula::Classic, Formula::Bloom1970].map(|formula| (formula, "best, between"));
    let between = iproduct!(between, &p.small_bits_per_item, &p.small_bits);
    iproduct!(series, &p.bits_per_item, &sizes).chain(between).map(point).collect()
}

fn row((formula, choice, bits_per_item, load): Place) -> Result<Row> {
    Ok(Row {
        choice,
        bits_per_item,
        bits: load.bits(),
        items: load.items(),
        hashes: load.hashes(),
        exact_rate: exact_rate(load)?,
        classic_rate: double(|a| enclosure(a, Formula::Classic, load))?,
        relative_error: double(|a| a.one() - enclosure(a, formula, load) / inclusion_exclusion::rate(a, load))?,
        formula: formula.name(),
        rate: double(|a| enclosure(a, formula, load))?,
    })
}
