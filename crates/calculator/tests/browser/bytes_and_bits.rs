//! The certified rate of positions whose bytes are free and whose bits follow one of 32 patterns.

use std::collections::BTreeMap;

use bloomlab_exact::{Enclosure, Enclosures};
use bloomlab_numbers::{Arithmetic, Number};

/// How many of an item's positions lie in each bit of the bytes, for the generator h ← 5h modulo 64 from every odd h.
fn patterns(hashes: u64) -> Vec<[u64; 8]> {
    let pattern = |first: usize| {
        let mut counts = [0; 8];
        (0..hashes).fold(first, |h, _| {
            counts[h / 8] += 1;
            5 * h % 64
        });
        counts
    };
    (1..64).step_by(2).map(pattern).collect()
}

/// Partitions of `count` positions into `classes` classes.
fn partitions(count: u64, classes: u64) -> u64 {
    match (count, classes) {
        (0, 0) => 1,
        (0, _) | (_, 0) => 0,
        _ => classes * partitions(count - 1, classes) + partitions(count - 1, classes - 1),
    }
}

fn choose(count: u64, taken: u64) -> u64 {
    (0..taken).fold(1, |ways, i| ways * (count - i) / (i + 1))
}

/// Σ_t (−1)^t over the sets of t of `count` draws from R bytes that fill just `distinct` bytes, each with its probability.
fn signed(a: &Enclosures, bytes: u64, count: u64, distinct: u64) -> Enclosure {
    let falling = (0..distinct).fold(a.one(), |product, taken| product * a.integer(bytes.saturating_sub(taken)));
    let terms = (distinct..=count).map(|drawn| {
        let ways = a.integer(choose(count, drawn) * partitions(drawn, distinct));
        let term = ways * &falling / a.integer(bytes).pow(drawn);
        if drawn % 2 == 0 { term } else { a.zero() - term }
    });
    a.sum(terms)
}

/// Inclusion–exclusion over the bytes of a query that all items leave clear, counted at each bit.
pub fn rate(a: &Enclosures, bytes: u64, hashes: u64, items: u64) -> Enclosure {
    let patterns = patterns(hashes);
    let mut weights = BTreeMap::new();
    for asked in &patterns {
        let mut clear = BTreeMap::from([([0; 8], a.one())]);
        for (bit, &count) in asked.iter().enumerate() {
            let further = clear.into_iter().flat_map(|(distinct, weight)| {
                (0..=count).map(move |here| {
                    let mut distinct: [u64; 8] = distinct;
                    distinct[bit] = here;
                    (distinct, weight.clone() * signed(a, bytes, count, here))
                })
            });
            clear = further.collect();
        }
        for (distinct, weight) in clear {
            let sum = weights.entry(distinct).or_insert_with(|| a.zero());
            *sum = sum.clone() + weight;
        }
    }
    let missed = |distinct: &[u64; 8]| {
        let of = |pattern: &[u64; 8]| {
            let factors = pattern.iter().zip(distinct).filter(|(held, _)| **held > 0);
            factors.fold(a.one(), |product, (held, clear)| {
                product * a.ratio(bytes.saturating_sub(*clear), bytes).pow(*held)
            })
        };
        a.sum(patterns.iter().map(of)) / a.integer(patterns.len() as u64)
    };
    let terms = weights.iter().map(|(distinct, weight)| weight.clone() * missed(distinct).pow(items));
    a.sum(terms) / a.integer(patterns.len() as u64)
}
