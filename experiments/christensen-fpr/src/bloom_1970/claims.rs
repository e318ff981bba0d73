//! When Bloom's formula is close to the classic one, and when it is far from the rate.

use bloomlab_workbench::{AnyError, Decision};

use super::{BLOOM, Row};

/// A relative difference that counts as close.
const CLOSE: f64 = 0.01;
/// A relative error that counts as far from the rate.
const FAR: f64 = 0.1;

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    let bloom: Vec<&Row> = rows.iter().filter(|row| row.formula == BLOOM).collect();
    Ok(vec![large_filters(&bloom), small_filters(&bloom)?])
}

fn large_filters(bloom: &[&Row]) -> Decision {
    let farthest = |least_bits: fn(u64) -> u64| {
        let large = bloom.iter().filter(|row| row.bits >= least_bits(row.hashes));
        large.map(|row| (row.rate / row.classic_rate - 1.0).abs()).fold(0.0, f64::max)
    };
    let beyond_k = farthest(|k| 100 * k);
    let beyond_k_squared = farthest(|k| 100 * k * k);
    Decision::new("C18").measured(beyond_k).decide_if(
        beyond_k <= CLOSE,
        beyond_k_squared <= CLOSE,
        format!("m ≫ k²: with m ≥ 100 k² the two are within {:.2} %", 100.0 * beyond_k_squared),
        String::new(),
    )
}

fn small_filters(bloom: &[&Row]) -> Result<Decision, AnyError> {
    let smallest = bloom.iter().map(|row| row.bits).min().ok_or("no rows of eq. 19")?;
    let small: Vec<&Row> = bloom.iter().copied().filter(|row| row.bits == smallest).collect();
    let error = |row: &Row| row.relative_error.abs();
    let is_far = |row: &&Row| error(row) >= FAR;
    let first_far = small.iter().copied().filter(is_far).map(|row| row.bits_per_item).min();
    let all_far_from = |least: u64| small.iter().filter(|row| row.bits_per_item >= least).all(is_far);
    let errors: Vec<String> =
        small.iter().map(|row| format!("{:.1} % at m/n = {}", 100.0 * error(row), row.bits_per_item)).collect();
    Ok(Decision::new("C19")
        .measured_as(
            format!("largest |eq. 19 / exact rate − 1| at m = {smallest}"),
            small.iter().map(|row| error(row)).fold(0.0, f64::max),
        )
        .decide_if(
            small.iter().all(is_far),
            first_far.is_some_and(all_far_from),
            format!("m/n ≥ {}: {}", first_far.unwrap_or(0), errors.join(", ")),
            String::new(),
        ))
}
