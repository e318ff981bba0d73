//! Eq. 7, expression by expression, over all N = m^(kn) outcomes of the insertions, each with its s set bits.

use std::iter::zip;

use bloomlab_exact::{Enclosure, Enclosures};
use bloomlab_formulas::Load;
use bloomlab_numbers::{Analytic, Arithmetic, Number, distribution};
use bloomlab_tables::Result;
use itertools::iproduct;

use super::{Part, Row};

/// The precision in which two expressions count as equal when their enclosures overlap.
const BITS: u32 = 512;

/// The expressions of eq. 7 from left to right, divided by m, with q = k/(k − 1):
/// Σs/N, (Σs^k)^(1/k) (N (1/N)^q)^(1/q), (Σs^k)^(1/k) N^(1/q − 1), (Σs^k)^(1/k) N^(−1/k), (Σs^k)^(1/k)/N^(1/k),
/// (Σs^k/N)^(1/k).
fn expressions(a: &Enclosures, load: Load) -> [Enclosure; 6] {
    let k = load.hashes();
    let outcomes = a.integer(load.bits()).pow(load.balls());
    let probabilities = distribution::by_recursion(a, load.insertions());
    let moment = |power: u64| {
        let terms = (0..).zip(&probabilities).map(|(set, p)| a.ratio(set, load.bits()).pow(power) * p);
        a.sum(terms) * &outcomes
    };
    let to = |base: &Enclosure, exponent: Enclosure| (base.ln() * exponent).exp();
    let q = a.ratio(k, k - 1);
    let (root, one_over_n) = (to(&moment(k), a.ratio(1, k)), a.one() / &outcomes);
    let weights = outcomes.clone() * to(&one_over_n, q.clone());
    [
        moment(1) / &outcomes,
        root.clone() * to(&weights, a.one() / &q),
        root.clone() * to(&outcomes, a.one() / &q - a.one()),
        root.clone() * to(&outcomes, a.zero() - a.ratio(1, k)),
        root / to(&outcomes, a.ratio(1, k)),
        to(&(moment(k) / &outcomes), a.ratio(1, k)),
    ]
}

/// For each sign of eq. 7, in how many filters it holds: the ≤, in how many of them strictly, and the four =.
pub(super) fn steps(most_bits: u64, most_items: u64, most_hashes: u64) -> Result<Vec<Row>> {
    let a = Enclosures::new(BITS);
    let (mut cases, mut at_most, mut equal) = (0, 0, [0; 4]);
    for (bits, items, hashes) in iproduct!(1..=most_bits, 1..=most_items, 2..=most_hashes) {
        let all = expressions(&a, Load::new(bits, items, hashes)?);
        cases += 1;
        // one item in one bit, say, leaves nothing to chance: both sides are equal
        at_most += u64::from(all[0].is_below(&all[1]) || (bits == 1 && all[0].overlaps(&all[1])));
        for (equal, pair) in equal.iter_mut().zip(all[1..].windows(2)) {
            *equal += u64::from(pair[0].overlaps(&pair[1]) && pair[0].is_narrower_than(100));
        }
    }
    let row = |sign: &str, right| Row {
        cases: Some(cases),
        right_as_transcribed: Some(right),
        right_as_meant: Some(right),
        ..Row::of(Part::Step, sign)
    };
    let equalities = zip(1.., equal).map(|(i, right)| row(&format!("eq. 7, = {i}"), right));
    Ok([row("eq. 7, ≤", at_most)].into_iter().chain(equalities).collect())
}

/// The loss of the inequality.
pub(super) fn row(bits: u64, items: u64, hashes: u64) -> Result<Row> {
    let all = expressions(&Enclosures::new(BITS), Load::new(bits, items, hashes)?);
    let ratio = all[0].clone() / &all[5];
    let one = Enclosures::new(BITS).one();
    Ok(Row {
        bits: Some(bits),
        items: Some(items),
        hashes: Some(hashes),
        value: Some((one.clone() - &ratio).to_f64()),
        after_power: Some((one - ratio.pow(hashes)).to_f64()),
        ..Row::of(Part::Chain, format!("m/n = {}", bits / items))
    })
}

#[cfg(test)]
mod tests {
    use bloomlab_exact::Rationals;
    use bloomlab_formulas::{approximation, christensen};

    use super::*;

    /// Raised to the power k, both ends are what the proof is about: eq. 1 and eq. 17.
    #[test]
    fn the_ends_are_the_classic_and_the_exact_rate() {
        for (bits, items, hashes) in [(2, 1, 2), (5, 2, 3), (32, 4, 5)] {
            let load = Load::new(bits, items, hashes).unwrap();
            let ends = expressions(&Enclosures::new(BITS), load);
            assert!(ends[0].pow(hashes).contains(&approximation::classic(&Rationals, load)));
            assert!(ends[5].pow(hashes).contains(&christensen::by_recursion(&Rationals, load)));
        }
    }

    /// m = 2, n = 1, k = 2: s is 1 or 2, each in two of the four outcomes; 3/4 against (5/8)^(1/2) of the bits.
    #[test]
    fn one_item_in_two_bits() {
        let row = row(2, 1, 2).unwrap();
        assert!((row.value.unwrap() - (1.0 - 0.75 / 0.625_f64.sqrt())).abs() < 1e-15);
        assert!((row.after_power.unwrap() - 0.1).abs() < 1e-15);
    }
}
