//! The schemes in small filters, as in section 8 of Kirsch and Mitzenmacher, with the first-order term of their Theorem 6.1.

use bloomlab_tables::{Result, Run};
use itertools::{Itertools, iproduct};
use serde::{Deserialize, Serialize};

use crate::variant::{Bits, Costs, Name, bits_from, costs};

#[derive(Deserialize)]
pub(crate) struct Parameters {
    /// c: bits for each item.
    bits_per_item: Vec<u64>,
    schemes: Vec<Name>,
    /// The largest m·k⁴ for which the exact rate under enhanced double hashing is computed.
    enhanced_steps: f64,
    /// The least and the largest number of items, in half powers of two; it differs a little, so that m, or a slice, is prime.
    half_log2_items: (u32, u32),
}

#[derive(Serialize)]
pub(crate) struct Row {
    bits_per_item: u64,
    scheme: Name,
    half_log2_items: u32,
    bits: u64,
    items: u64,
    /// k, of ⌊c ln 2⌋ and ⌈c ln 2⌉ the one with the lower limit.
    hashes: u64,
    /// (1 − e^(−kn/m))^k.
    limit_rate: f64,
    /// The same at m = cn.
    limit_at_c: f64,
    /// The rate of independent positions.
    independent: f64,
    rate: Option<f64>,
    /// n ε(n) of Theorem 6.1, and with the terms of its order that are missing there.
    #[serde(rename = "theorem,corrected")]
    first_order: Option<(f64, f64)>,
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let (least, most) = p.half_log2_items;
    let points = iproduct!(p.bits_per_item.clone(), p.schemes.clone(), least..=most);
    run.rows(points, |(bits_per_item, scheme, half_log2_items)| {
        let around = bits_per_item as f64 * std::f64::consts::LN_2;
        let of = |hashes: f64| limit(1.0 / bits_per_item as f64, hashes as u64);
        let hashes = if of(around.floor()) < of(around.ceil()) { around.floor() } else { around.ceil() } as u64;
        let asked = bits_per_item * libm::exp2(f64::from(half_log2_items) / 2.0).round() as u64;
        let bits = bits_from((scheme, Bits::Prime), asked, hashes);
        let items = (bits as f64 / bits_per_item as f64).round() as u64;
        let is_exact = scheme != Name::Enhanced || bits as f64 * (hashes as f64).powi(4) <= p.enhanced_steps;
        let Costs { independent, rate, .. } = costs((scheme, Bits::Prime), bits, items, hashes, is_exact)?;
        let (limit_rate, limit_at_c) = (limit(items as f64 / bits as f64, hashes), of(hashes as f64));
        let first_order = first_order(scheme, bits, items, hashes);
        Ok(Row {
            bits_per_item,
            scheme,
            half_log2_items,
            bits,
            items,
            hashes,
            limit_rate,
            limit_at_c,
            independent,
            rate,
            first_order,
        })
    })
}

/// (1 − e^(−k/c))^k at `load` = 1/c.
fn limit(load: f64, hashes: u64) -> f64 {
    (-libm::expm1(-(hashes as f64) * load)).powi(hashes as i32)
}

/// The numbers j ≥ 1 of positions that an item shares with a query, as multisets, and their probabilities.
type Shared = Vec<(usize, f64)>;

/// n ε(n), and with what it lacks: −a²/(2n) in the exponent of (1 − a/n)^n, and a rate of their own for queries whose positions
/// coincide. m, or a slice, is prime.
fn first_order(scheme: Name, bits: u64, items: u64, hashes: u64) -> Option<(f64, f64)> {
    let (m, n, k) = (bits as f64, items as f64, hashes as f64);
    let (clear, set) = (libm::exp(-k * n / m), -libm::expm1(-k * n / m));
    let left = |covered: usize| set.powi(hashes as i32 - covered as i32);
    let mean = k * k / m;
    let term = |shared: &Shared| {
        let covering: f64 = shared.iter().map(|(covered, share)| share * (left(*covered) - left(0))).sum();
        n * (covering + mean * (left(0) - left(1)))
    };
    let square = -n * mean * mean / (2.0 * k) * ((k - 1.0) * clear * clear * left(2) - clear * left(1));
    match scheme {
        Name::Double => {
            let (straight, collapsed) = (term(&of_walks(bits, hashes)), term(&of_one_position(bits, hashes)));
            let theorem = straight + (collapsed - straight) / m;
            Some((theorem, straight + square + (set - left(0)) / m))
        }
        Name::KmPartition => {
            let theorem = term(&of_one_position(bits / hashes, hashes));
            Some((theorem, theorem + square))
        }
        _ => None,
    }
}

/// Walks modulo a prime m, the query's step other than 0.
fn of_walks(bits: u64, hashes: u64) -> Shared {
    // a query of step 1 stands for all; of the item's starts, those with a position in common
    let starts = |step: u64| iproduct!(0..hashes, 0..hashes).map(move |(j, i)| (j + i * (bits - step)) % bits).counts();
    let near = |step: u64| (1..hashes).map(|lag| lag * step % bits).any(|gap| gap < hashes || bits - gap < hashes);
    let special = (1..bits).filter(|step| near(*step)).collect_vec();
    let usual = (bits as usize - 1 - special.len()) * (hashes * hashes) as usize;
    let mut outcomes = special.iter().flat_map(|step| starts(*step).into_values()).counts();
    *outcomes.entry(1).or_default() += usual + hashes as usize;
    outcomes.into_iter().sorted().map(|(j, times)| (j, times as f64 / (bits as f64 * bits as f64))).collect()
}

/// All or one: a walk modulo a prime and a query of step 0, and, with the bits of a slice, walks in slices.
fn of_one_position(ring: u64, hashes: u64) -> Shared {
    let (m, k) = (ring as f64, hashes as f64);
    vec![(1, k * (m - 1.0) / m / m), (hashes as usize, 1.0 / m / m)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_positions_are_those_of_every_item_and_query() {
        let (m, k) = (11_u64, 3_u64);
        let walk = |a: u64, d: u64| (0..k).map(move |i| (a + i * d) % m).counts();
        let shared = |(a, d, b, e): (u64, u64, u64, u64)| {
            let query = walk(b, e);
            walk(a, d).iter().map(|(at, times)| query.get(at).map_or(0, |other| *times.min(other))).sum::<usize>()
        };
        let all = iproduct!(0..m, 0..m, 0..m, 0..m).map(shared).counts();
        for j in 1..=k as usize {
            let of = |shared: Shared| shared.iter().filter(|(of, _)| *of == j).map(|(_, share)| share).sum::<f64>();
            let found = (10.0 * of(of_walks(m, k)) + of(of_one_position(m, k))) / 11.0;
            assert!((found - all[&j] as f64 / 11_f64.powi(4)).abs() < 1e-15, "{j}");
        }
    }

    #[test]
    fn the_theorem_misses_terms_of_its_own_order() {
        for (bits, items, theorem, exact) in [(1009, 100, 1.077_769, 0.935_48), (100_003, 9902, 1.076_755, 0.938_10)] {
            let (found, corrected) = first_order(Name::Double, bits, items, 7).unwrap();
            assert!((found * bits as f64 - theorem).abs() < 1e-6);
            let rate = costs((Name::Double, Bits::Prime), bits, items, 7, true).unwrap().rate.unwrap();
            let difference = (rate - limit(items as f64 / bits as f64, 7)) * bits as f64;
            assert!((difference - exact).abs() < 1e-5);
            assert!((corrected * bits as f64 - difference).abs() < 50.0 / bits as f64);
        }
    }
}
