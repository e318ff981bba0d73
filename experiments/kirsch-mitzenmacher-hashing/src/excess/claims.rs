//! Whether two hashes cost nothing in the limit, and before it.

use bloomlab_workbench::{AnyError, Decision, Range};

use super::Row;
use crate::variant::{Bits, Name};

/// As good as nothing.
const ONE_PER_CENT: f64 = 0.01;
/// In the limit: the product of m and the excess has settled to this share.
const SETTLED: f64 = 0.01;
/// So many of the 99 % intervals contain the exact rate.
const CONTAINED: f64 = 0.9;
/// The law is near: within this share of the excess.
const NEAR: f64 = 0.25;

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    Ok(vec![limit(rows)?, before_the_limit(rows)?, enhanced(rows)?, slices(rows)?, simulated(rows)?, law(rows)?])
}

fn of(rows: &[Row], scheme: Name, kind: Bits) -> impl Iterator<Item = &Row> {
    rows.iter().filter(move |row| row.scheme == scheme && row.kind == kind && row.excess.is_some())
}

/// The excess of a row that has one.
fn excess(row: &Row) -> f64 {
    row.excess.unwrap_or(f64::NAN)
}

/// The excess falls like 1/m: m times it no longer changes.
fn limit(rows: &[Row]) -> Result<Decision, AnyError> {
    let double: Vec<&Row> = of(rows, Name::Double, Bits::PowerOfTwo).collect();
    let [.., before, last] = double.as_slice() else { return Err("two sizes are needed".into()) };
    let scaled = |row: &Row| excess(row) * row.bits as f64;
    let change = (scaled(last) / scaled(before) - 1.0).abs();
    Ok(Decision::new("M01")
        .measured(excess(last))
        .threshold(format!("in the limit: m times the excess changes by less than {SETTLED} from one m to its double"))
        .tested_on(double.iter())?
        .decide(change < SETTLED && excess(last) > 0.0, format!("it changes by {change:.2}")))
}

fn before_the_limit(rows: &[Row]) -> Result<Decision, AnyError> {
    let double = || of(rows, Name::Double, Bits::PowerOfTwo);
    let most = double().map(excess).fold(f64::NEG_INFINITY, f64::max);
    let points = double().map(|row| (row.bits as f64, excess(row) < ONE_PER_CENT));
    Ok(Decision::new("M02")
        .measured(most)
        .threshold(format!("the same: less than {ONE_PER_CENT} more"))
        .tested_on(double())?
        .decide_within(Range::found("bits", points), "never so"))
}

/// The rows of two schemes at the same step of the grid.
fn beside(rows: &[Row], one: Name, other: Name, kind: Bits) -> Vec<(&Row, &Row)> {
    let partner = |row: &Row| of(rows, other, kind).find(|partner| partner.log2_bits == row.log2_bits);
    of(rows, one, kind).filter_map(|row| Some((row, partner(row)?))).collect()
}

fn enhanced(rows: &[Row]) -> Result<Decision, AnyError> {
    let pairs = [Bits::PowerOfTwo, Bits::Prime].map(|kind| beside(rows, Name::Enhanced, Name::Double, kind)).concat();
    let most = pairs.iter().map(|(enhanced, double)| excess(enhanced) / excess(double)).fold(0.0, f64::max);
    Ok(Decision::new("M03")
        .measured(most)
        .tested_on(pairs.iter().map(|(enhanced, _)| enhanced))?
        .decide(most < 1.0, "at one of the sizes it does not"))
}

fn slices(rows: &[Row]) -> Result<Decision, AnyError> {
    let pairs = beside(rows, Name::KmPartition, Name::Double, Bits::Prime);
    let least = pairs.iter().map(|(slices, double)| excess(slices) / excess(double)).fold(f64::INFINITY, f64::min);
    Ok(Decision::new("M04")
        .measured(least)
        .tested_on(pairs.iter().map(|(slices, _)| slices))?
        .decide(least > 1.0, "at one of the sizes it does not"))
}

fn simulated(rows: &[Row]) -> Result<Decision, AnyError> {
    let simulated = || rows.iter().filter(|row| row.simulated.is_some());
    let contained: Vec<bool> = simulated().filter_map(|row| Some(row.simulated?.contains(row.rate?))).collect();
    let share = contained.iter().filter(|&&contained| contained).count() as f64 / contained.len() as f64;
    Ok(Decision::new("M05")
        .measured(share)
        .threshold(format!("have: at least {:.0} % of the 99 % intervals contain it", 100.0 * CONTAINED))
        .tested_on(simulated())?
        .decide(share >= CONTAINED, format!("{:.0} % of the intervals contain it", 100.0 * share)))
}

fn has_slices(row: &Row) -> bool {
    matches!(row.scheme, Name::KmPartition | Name::Partitioned)
}

fn law(rows: &[Row]) -> Result<Decision, AnyError> {
    let walks = || rows.iter().filter(|row| row.excess.is_some() && !has_slices(row));
    let far = |row: &Row| (row.law / excess(row) - 1.0).abs();
    let most = walks().map(far).fold(0.0, f64::max);
    Ok(Decision::new("M06")
        .measured(most)
        .threshold(format!("near: within {NEAR} of the excess"))
        .tested_on(walks())?
        .decide_within(Range::found("bits", walks().map(|row| (row.bits as f64, far(row) < NEAR))), "never so"))
}
