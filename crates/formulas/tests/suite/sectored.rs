//! Words and sectors, and two blocks: every hash outcome of tiny filters, reference values, and the layouts that they contain.

use bloomlab_exact::{Enclosures, Rational, Rationals};
use bloomlab_formulas::Load;
use bloomlab_formulas::blocked::{self, BlockedLoad, by_inclusion_exclusion};
use bloomlab_formulas::inclusion_exclusion;
use bloomlab_formulas::sectored::{Sector, rate, two_blocks};
use bloomlab_numbers::{Arithmetic, Double, Number};

const A: Rationals = Rationals;

fn sector(words: u64, word_bits: u64, hashes: u64) -> Sector {
    Sector { words, word_bits, hashes }
}

fn exact(blocks: u64, items: u64, sectors: &[Sector]) -> Rational {
    let found = rate(&A, blocks, items, sectors).unwrap();
    assert_eq!(found.error_bound, A.zero());
    found.value
}

/// Every outcome of one item, as a mask, all equally likely.
fn outcomes(blocks: u64, sectors: &[Sector]) -> Vec<u64> {
    let of_block = |masks: Vec<u64>, sector: &Sector, start: u64| {
        let choose = |word: u64| {
            let first = start + word * sector.word_bits;
            (0..sector.hashes).fold(vec![0], |drawn: Vec<u64>, _| {
                drawn.iter().flat_map(|mask| (0..sector.word_bits).map(move |bit| mask | 1 << (first + bit))).collect()
            })
        };
        let parts: Vec<u64> = (0..sector.words).flat_map(choose).collect();
        masks.iter().flat_map(|mask| parts.iter().map(move |part| mask | part)).collect::<Vec<u64>>()
    };
    let bits: u64 = sectors.iter().map(|sector| sector.words * sector.word_bits).sum();
    let one = |block: u64| {
        let mut start = block * bits;
        sectors.iter().fold(vec![0], |masks, sector| {
            let masks = of_block(masks, sector, start);
            start += sector.words * sector.word_bits;
            masks
        })
    };
    (0..blocks).flat_map(one).collect()
}

/// The share of outcomes of all items and a query in which the query is found.
fn enumerated(all: &[u64], items: u64) -> Rational {
    let size = all.len() as u64;
    let mut found = 0;
    for mut code in 0..size.pow(items as u32) {
        let mut set = 0;
        for _ in 0..items {
            set |= all[(code % size) as usize];
            code /= size;
        }
        found += all.iter().filter(|query| **query & !set == 0).count() as u64;
    }
    A.ratio(found, size.pow(items as u32 + 1))
}

#[test]
fn rates_are_the_enumeration() {
    let cases: [(u64, u64, &[Sector]); 6] = [
        (2, 2, &[sector(1, 3, 2)]),
        (2, 2, &[sector(1, 2, 2), sector(1, 3, 1)]),
        (1, 2, &[sector(1, 2, 2), sector(1, 2, 2)]),
        (2, 2, &[sector(2, 2, 2)]),
        (2, 2, &[sector(2, 2, 1), sector(2, 2, 1)]),
        (1, 3, &[sector(3, 1, 1), sector(1, 2, 2)]),
    ];
    for (blocks, items, sectors) in cases {
        let brute = enumerated(&outcomes(blocks, sectors), items);
        assert_eq!(exact(blocks, items, sectors), brute, "{blocks} {items} {sectors:?}");
    }
}

#[test]
fn two_blocks_are_the_enumeration() {
    for (blocks, block_bits, items, hashes) in [(2, 2, 2, 1), (3, 2, 1, 2), (2, 3, 2, 1), (1, 3, 2, 1), (3, 2, 2, 1)] {
        let half = outcomes(blocks, &[sector(1, block_bits, hashes)]);
        let all: Vec<u64> = half.iter().flat_map(|one| half.iter().map(move |other| one | other)).collect();
        let found = two_blocks(&A, blocks, block_bits, items, hashes).unwrap();
        assert_eq!(found.value, enumerated(&all, items), "{blocks} {block_bits} {items} {hashes}");
        assert_eq!(found.error_bound, A.zero());
    }
}

/// By inclusion and exclusion over two blocks, another route, in rationals.
#[test]
fn two_blocks_by_another_route() {
    let moments = |bits, asked| {
        let load = Load::new(bits, 1, asked).unwrap();
        bloomlab_formulas::items::Items::<Rationals>::moments(&load, &A)
    };
    for (blocks, bits, items, hashes) in [(5, 8, 3, 2), (7, 4, 6, 3), (2, 5, 9, 2)] {
        let hit = |t: usize| A.some_hit(t as u64, bits, hashes) / A.integer(blocks);
        let sign = |t: usize| if t.is_multiple_of(2) { A.one() } else { A.zero() - A.one() };
        let (each, both) = (moments(bits, hashes), moments(bits, 2 * hashes));
        let (mut apart, mut same) = (A.zero(), A.zero());
        for t in 0..each.len() {
            for u in 0..each.len() {
                let miss = A.one() - hit(t) - hit(u);
                apart = apart + sign(t + u) * &each[t] * &each[u] * miss.pow(2 * items);
            }
        }
        for (t, moment) in both.iter().enumerate() {
            same = same + sign(t) * moment.clone() * (A.one() - hit(t)).pow(2 * items);
        }
        let share = A.ratio(1, blocks);
        let expected = apart * (A.one() - &share) + same * &share;
        assert_eq!(two_blocks(&A, blocks, bits, items, hashes).unwrap().value, expected, "{blocks} {bits} {items}");
    }
}

#[test]
fn reference_values() {
    let near = |value: f64, reference: f64| assert!((value / reference - 1.0).abs() < 1e-12, "{value} {reference}");
    let words = [sector(1, 64, 2); 4];
    let found = rate(&Double, 1000, 20_000, &words).unwrap();
    near(found.value, 0.003_877_271_538_774_8);
    assert!(found.error_bound < 1e-30);
    near(rate(&Double, 1000, 15_000, &[sector(4, 32, 2); 2]).unwrap().value, 0.003_153_399_700_928_6);
    near(two_blocks(&Double, 200, 512, 10_000, 3).unwrap().value, 0.007_812_040_273_994);
    // doubles within an enclosure of 128 bits
    let certain = rate(&Enclosures::new(128), 1000, 20_000, &words).unwrap().value;
    near(found.value, certain.to_f64());
}

/// One part is a plain block, one position in each word a split block, one block of one part a plain filter.
#[test]
fn the_layouts_that_it_contains() {
    let plain = BlockedLoad::plain(60, 12, 9, 3).unwrap();
    assert_eq!(exact(5, 9, &[sector(1, 12, 3)]), by_inclusion_exclusion(&A, plain));
    let split = BlockedLoad::split(60, 4, 9, 3).unwrap();
    assert_eq!(exact(5, 9, &[sector(1, 4, 1); 3]), by_inclusion_exclusion(&A, split));
    let alone = inclusion_exclusion::rate(&A, Load::new(12, 9, 3).unwrap());
    assert_eq!(exact(1, 9, &[sector(1, 12, 3)]), alone);
    let near = |value: f64, other: f64| assert!((value / other - 1.0).abs() < 1e-12, "{value} {other}");
    for (blocks, items) in [(1000, 50_000), (1 << 30, 40 << 30)] {
        let plain = BlockedLoad::plain(blocks * 512, 512, items, 6).unwrap();
        let found = rate(&Double, blocks, items, &[sector(1, 512, 6)]).unwrap();
        near(found.value, blocked::rate(&Double, plain).unwrap());
    }
    // many blocks: two of them are independent
    let (blocks, items) = (1 << 30, 40 << 30);
    let one = rate(&Double, blocks, 2 * items, &[sector(1, 512, 3)]).unwrap().value;
    assert!((two_blocks(&Double, blocks, 512, items, 3).unwrap().value / (one * one) - 1.0).abs() < 1e-6);
}

#[test]
fn nonsense_is_refused() {
    let word = sector(1, 64, 2);
    assert!(rate(&Double, 0, 5, &[word]).is_err() && rate(&Double, 5, 5, &[]).is_err());
    for wrong in [sector(0, 64, 2), sector(1, 0, 2), sector(1, 64, 0), sector(u64::MAX, 64, 2)] {
        assert!(rate(&Double, 5, 5, &[wrong]).is_err(), "{wrong:?}");
    }
    assert!(rate(&Double, 1, 1 << 62, &[sector(1, 64, 1)]).is_err());
    for (blocks, bits, items, hashes) in
        [(0, 8, 1, 1), (8, 0, 1, 1), (8, 8, u64::MAX, 1), (8, 8, 1, 0), (2, 8, 1 << 40, 2), (9, 8, 1 << 40, 2)]
    {
        assert!(two_blocks(&Double, blocks, bits, items, hashes).is_err(), "{blocks} {bits} {items} {hashes}");
    }
}
