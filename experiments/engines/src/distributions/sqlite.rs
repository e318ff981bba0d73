//! SQLite's filter in a join has one position, key mod m, and hardly hashes: the rate belongs to the keys.
//!
//! A key is an integer itself, a real without its fraction, of a text the length and the first and the last eight bytes, added up as
//! little-endian numbers, of a blob the length and the first eight bytes.

use std::collections::BTreeMap;

use bloomlab_libraries::Cover;
use bloomlab_tables::Result;

use super::Computed;

/// A random third of the numbers 1 … 3n is present, and the others are asked for.
const SHARE: u64 = 3;

/// The exact rate of n keys of the kind in m bits: `automatic:ids`, `counted:uuid` …
pub(super) fn rate(case: &str, items: u64, bits: u64) -> Result<Option<Computed>> {
    let kind = case.split_once(':').map_or(case, |(_, kind)| kind);
    let of = |key: fn(u64) -> u64| of_a_third(items, |number| key(number) % bits);
    let rate = match kind {
        // as good as hashed
        "random" | "blob" => of_probabilities(items, std::iter::repeat_n(1.0 / bits as f64, bits as usize)),
        "ids" => of(|number| number),
        "hundreds" => of(|number| 100 * number),
        "thousands" => of(|number| 1000 * number),
        // i/100 + 0.001
        "reals" => of(|number| number / 100),
        "order" => of(|number| text(&format!("order-{number:08}"))),
        "mail" => of(|number| text(&format!("customer{number:08}@example.org"))),
        "uuid" => of_probabilities(items, uuid(bits).into_iter()),
        _ => return Ok(None),
    };
    Ok(Some(Computed { rate, cover: Cover::Exact }))
}

fn text(text: &str) -> u64 {
    let bytes = text.as_bytes();
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
    let (first, last) = (&bytes[..bytes.len().min(8)], &bytes[bytes.len().saturating_sub(8)..]);
    (bytes.len() as u64).wrapping_add(number(first)).wrapping_add(number(last))
}

/// Keys that are independent, each at a position with its probability: Σ q (1 − (1 − q)^n).
fn of_probabilities(items: u64, probabilities: impl Iterator<Item = f64>) -> f64 {
    probabilities.map(|q| q * -libm::expm1(items as f64 * libm::log1p(-q))).sum()
}

/// n random of the numbers 1 … 3n are present. Of an absent one, c numbers share its position: none of the c − 1 others is present with the
/// probability C(3n − c, n)/C(3n − 1, n), the product of (2n − 1 − j)/(3n − 1 − j) over j < c − 1.
fn of_a_third(items: u64, position: impl Fn(u64) -> u64) -> f64 {
    let all = SHARE * items;
    let mut sharing: BTreeMap<u64, u64> = BTreeMap::new();
    for number in 1..=all {
        *sharing.entry(position(number)).or_default() += 1;
    }
    let mut of_size: BTreeMap<u64, u64> = BTreeMap::new();
    for size in sharing.into_values() {
        *of_size.entry(size).or_default() += size;
    }
    let none = |size: u64| {
        let factor = |j: u64| ((all - items).saturating_sub(1 + j)) as f64 / (all - 1 - j) as f64;
        (0..size - 1).map(factor).product::<f64>()
    };
    of_size.into_iter().map(|(size, numbers)| numbers as f64 / all as f64 * (1.0 - none(size))).sum()
}

/// The positions of random UUIDs as text: 36 and sixteen hexadecimal digits, at 256^0 … 256^7 twice. Two such numbers do not overflow.
fn uuid(bits: u64) -> Vec<f64> {
    let size = bits as usize;
    let mut positions = vec![0.0; size];
    positions[36 % size] = 1.0;
    for power in (0..8).chain(0..8) {
        let unit = 1_u64 << (8 * power);
        let shifts: Vec<usize> = b"0123456789abcdef"
            .iter()
            .map(|digit| (u128::from(*digit) * u128::from(unit) % u128::from(bits)) as usize)
            .collect();
        let mut next = vec![0.0; size];
        for (from, probability) in positions.iter().enumerate().filter(|(_, probability)| **probability > 0.0) {
            for shift in &shifts {
                let to = from + shift;
                next[if to < size { to } else { to - size }] += probability / 16.0;
            }
        }
        positions = next;
    }
    positions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn consecutive_numbers_do_not_meet_until_they_fill_the_filter() {
        let rate = |kind: &str, items| rate(kind, items, 80_000).unwrap().unwrap().rate;
        assert_eq!(rate("automatic:ids", 26_666), 0.0);
        assert!(rate("automatic:ids", 30_000) > 0.0);
        // 800 and 80 positions for multiples of 100 and of 1000
        assert!(rate("automatic:hundreds", 10_000) > 0.9999 && rate("automatic:thousands", 1000) > 0.9999);
        assert!((rate("automatic:random", 10_000) - 0.117_502).abs() < 1e-5);
        assert!(rate("automatic:mail", 1000) > 0.9999);
    }

    #[test]
    fn a_third_is_the_mean_over_all_choices() {
        // two of six, positions mod 2: over all fifteen choices and the four others
        let (mut positive, mut asked) = (0, 0);
        for present in (1..=6_u64).flat_map(|a| (1..a).map(move |b| [a, b])) {
            for absent in (1..=6_u64).filter(|number| !present.contains(number)) {
                positive += u64::from(present.iter().any(|number| number % 2 == absent % 2));
                asked += 1;
            }
        }
        assert!((of_a_third(2, |number| number % 2) - positive as f64 / f64::from(asked)).abs() < 1e-12);
    }

    #[test]
    fn texts_are_their_length_and_their_ends() {
        assert_eq!(text("a"), 1 + 2 * 0x61);
        assert_eq!(text("0123456789"), 10 + 0x3736_3534_3332_3130 + 0x3938_3736_3534_3332);
    }

    /// Modulo 2^8 only the lowest digit of each half counts.
    #[test]
    fn digits_of_uuids_are_few_positions() {
        let mut expected = vec![0.0; 256];
        for a in *b"0123456789abcdef" {
            for b in *b"0123456789abcdef" {
                expected[(36 + usize::from(a) + usize::from(b)) % 256] += 1.0 / 256.0;
            }
        }
        assert_eq!(uuid(256), expected);
    }
}
