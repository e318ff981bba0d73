//! The share of a rate that is due to a hash of finite length, against the number of items.

use bloomlab_exact::Enclosures;
use bloomlab_formulas::{
    walks::finite_hash::bracket,
    walks::{ExactRate, HashingScheme, SchemeLoad},
};
use bloomlab_numbers::Number;
use bloomlab_tables::{Result, Run};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

/// Enough for a rate of 2^−40 and a share of 2^−60 of it.
const PRECISION: u32 = 512;

#[derive(Deserialize)]
pub(crate) struct Parameters {
    hash_bits: Vec<u64>,
    hashes: Vec<u64>,
    /// The largest power of ten of the number of items, which begins at 10.
    decades: u32,
}

#[derive(Serialize)]
pub(crate) struct Row {
    hash_bits: u64,
    hashes: u64,
    items: u64,
    bits: u64,
    /// With independent positions.
    without: f64,
    /// With all positions from one hash: the middle of the bracket, and its half width.
    with: f64,
    uncertainty: f64,
    /// 1 − without/with.
    share: f64,
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let items = (2..=2 * p.decades).map(|half| libm::exp10(f64::from(half) / 2.0).round() as u64);
    run.rows(iproduct!(p.hash_bits.clone(), p.hashes.clone(), items), |(hash_bits, hashes, items)| {
        let bits = (items as f64 * hashes as f64 / std::f64::consts::LN_2).round() as u64;
        let rate = ExactRate::new(SchemeLoad::new(HashingScheme::Independent, bits, items, hashes)?)?;
        let a = Enclosures::new(PRECISION);
        let with = bracket(&a, &rate, hash_bits)?;
        let without = rate.rate(&a);
        let share = (with.value.clone() - &without) / &with.value;
        Ok(Row {
            hash_bits,
            hashes,
            items,
            bits,
            without: without.to_f64(),
            with: with.value.to_f64(),
            uncertainty: with.error_bound.to_f64(),
            share: share.to_f64(),
        })
    })
}
