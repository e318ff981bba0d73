//! When Bloom's formula is close to the classic one, and when it is far from the rate.

use bloomlab_workbench::figure::*;

use super::{BLOOM, Row};

/// A relative difference that counts as close.
const CLOSE: f64 = 0.01;
/// A relative error that counts as far from the rate.
const FAR: f64 = 0.1;
/// m ≫ k means that m is at least this many times k.
const MUCH_LARGER: u64 = 100;

pub(super) fn decide(rows: &[&Row]) -> Result<Vec<Decision>, AnyError> {
    let bloom: Vec<&Row> = rows.iter().copied().filter(|row| row.formula == BLOOM).collect();
    Ok(vec![large_filters(&bloom)?, small_filters(&bloom)?])
}

fn large_filters(bloom: &[&Row]) -> Result<Decision, AnyError> {
    let difference = |row: &&Row| (row.rate / row.classic_rate - 1.0).abs();
    let large = |power: u32| bloom.iter().copied().filter(move |row| row.bits >= MUCH_LARGER * row.hashes.pow(power));
    let farthest = |power| large(power).map(|row| difference(&row)).fold(0.0, f64::max);
    let (beyond_k, beyond_k_squared) = (farthest(1), farthest(2));
    let is_close = |row: &&Row| difference(row) <= CLOSE;
    let counterexample = large(1).find(|row| !is_close(row)).map(|row| format!("m = {}, k = {}", row.bits, row.hashes));
    let decision = Decision::new("C18")
        .measured(beyond_k)
        .threshold(format!("close: within {:.0} %; much larger: at least {MUCH_LARGER} times", 100.0 * CLOSE))
        .tested_on(large(1))?;
    Ok(decision.decide_if(
        large(1).all(|row| is_close(&row)),
        large(2).count() > 0 && large(2).all(|row| is_close(&row)),
        format!(
            "m ≫ k²: with m ≥ {MUCH_LARGER} k² the two are within {:.2} % at {} filters; with m ≥ {MUCH_LARGER} k alone they are {:.1} % apart at {}",
            100.0 * beyond_k_squared,
            large(2).count(),
            100.0 * beyond_k,
            counterexample.unwrap_or_default()
        ),
        format!("with m ≥ {MUCH_LARGER} k² they are still {:.1} % apart", 100.0 * beyond_k_squared),
    ))
}

fn small_filters(bloom: &[&Row]) -> Result<Decision, AnyError> {
    let smallest = bloom.iter().map(|row| row.bits).min().ok_or("no rows of eq. 19")?;
    let small = bloom.iter().copied().filter(|row| row.bits == smallest);
    let small: Vec<&Row> = small.sorted_by_key(|row| row.bits_per_item).collect();
    let error = |row: &Row| row.relative_error.abs();
    let range = Range::found(
        &format!("m/n at m = {smallest}"),
        small.iter().map(|row| (row.bits_per_item as f64, error(row) >= FAR)),
    );
    let errors: Vec<String> =
        small.iter().map(|row| format!("{:.1} % at m/n = {}", 100.0 * error(row), row.bits_per_item)).collect();
    let largest = small.iter().map(|row| error(row)).fold(0.0, f64::max);
    Ok(Decision::new("C19")
        .measured_as(format!("largest |eq. 19 / exact rate − 1| at m = {smallest}"), largest)
        .threshold(format!("far: off by {:.0} % or more; small: m = {smallest}", 100.0 * FAR))
        .tested_on(&small)?
        .decide_within(range, format!("no range of m/n has it {:.0} % off throughout", 100.0 * FAR))
        .remark(errors.join(", ")))
}
