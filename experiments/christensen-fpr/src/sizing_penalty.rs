//! The exact rate of a filter that was sized with the classic formula.

use bloomlab_exact::{Enclosure, Enclosures, Rational};
use bloomlab_formulas::{
    Load, approximation, inclusion_exclusion,
    sizing::{self, Smallest},
};
use bloomlab_numbers::Number;
use bloomlab_tables::{Result, Run, ensure};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use crate::certified::{classic_rate, double, exact_rate, lowest};

#[derive(Deserialize)]
pub(crate) struct Parameters {
    /// P, as decimals.
    targets: Vec<String>,
    items: Vec<u64>,
}

#[derive(Serialize)]
pub(crate) struct Row {
    target: f64,
    items: u64,
    /// The choice of the classic formula.
    bits: u64,
    hashes: u64,
    classic_rate: f64,
    exact_rate: f64,
    penalty: f64,
    /// The fewest bits with which the exact rate keeps the target.
    bits_needed: u64,
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    ensure!(!p.items.contains(&0), "items: 0 is out of range: needs at least 1");
    let targets = p.targets.iter().map(|text| target(text)).collect::<Result<Vec<_>, _>>()?;
    run.rows(iproduct!(&targets, &p.items), |(target, &items)| row(target, items))
}

fn target(text: &str) -> Result<Rational> {
    let target = Rational::from_decimal(text)?;
    let is_in_domain = target > Rational::new(0, 1) && target < Rational::new(1, 1);
    ensure!(is_in_domain, "targets: {text} is out of range: needs 0 < target < 1");
    Ok(target)
}

fn row(target: &Rational, items: u64) -> Result<Row> {
    let chosen = fewest_bits(target, items, approximation::classic)?;
    let bits_needed = fewest_bits(target, items, inclusion_exclusion::rate)?.bits();
    let (load, classic_rate) = lowest(chosen.bits(), items, chosen.hashes(), classic_rate)?;
    Ok(Row {
        target: target.to_f64(),
        items,
        bits: load.bits(),
        hashes: load.hashes(),
        classic_rate,
        exact_rate: exact_rate(load)?,
        penalty: double(|a| inclusion_exclusion::rate(a, load) / a.rational(target))?,
        bits_needed,
    })
}

/// The smallest filter whose rate, by a formula, keeps the target.
fn fewest_bits(target: &Rational, items: u64, rate: impl Fn(&Enclosures, Load) -> Enclosure) -> Result<Smallest> {
    let a = Enclosures::new(256);
    let meets = |load: Load| {
        let rate = rate(&a, load);
        let is_decided = rate.is_at_most(target) || rate.is_above(target);
        ensure!(is_decided, "{load:?}: 256 bits do not decide whether the rate is at most {target}");
        Ok(rate.is_at_most(target))
    };
    sizing::smallest(items, libm::log(target.to_f64()), meets)
}
