//! Blocked filters: every hash outcome of tiny ones, agreement of the routes as rationals, and the accuracy the docs claim.

use bloomlab_exact::{Enclosures, Rational, Rationals, certify};
use bloomlab_formulas::{
    Load,
    blocked::{self, BlockedLoad},
    inclusion_exclusion,
};
use bloomlab_numbers::{Arithmetic, Double};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// A filter to enumerate: `words` words of `word_bits` bits in each of `blocks` blocks, `hashes` positions of an item in
/// each word. Plain blocks are one word, split ones have one position in each.
#[derive(Clone, Copy, Debug)]
struct Tiny {
    blocks: u64,
    words: u64,
    word_bits: u64,
    hashes: u64,
    items: u64,
}

impl Tiny {
    fn plain(blocks: u64, block_bits: u64, items: u64, hashes: u64) -> (Tiny, BlockedLoad) {
        let load = BlockedLoad::plain(blocks * block_bits, block_bits, items, hashes).unwrap();
        (Tiny { blocks, words: 1, word_bits: block_bits, hashes, items }, load)
    }

    fn split(blocks: u64, word_bits: u64, items: u64, words: u64) -> (Tiny, BlockedLoad) {
        let load = BlockedLoad::split(blocks * words * word_bits, word_bits, items, words).unwrap();
        (Tiny { blocks, words, word_bits, hashes: 1, items }, load)
    }

    /// The hash outcomes of one item.
    fn outcomes_of_item(self) -> u64 {
        self.blocks * self.word_bits.pow((self.words * self.hashes) as u32)
    }

    fn outcomes(self) -> f64 {
        (self.outcomes_of_item() as f64).powi(self.items as i32 + 1)
    }

    /// The bits of the filter that an outcome sets or asks for.
    fn bits(self, outcome: u64) -> u64 {
        let (block, mut rest) = (outcome % self.blocks, outcome / self.blocks);
        let mut bits = 0;
        for word in 0..self.words {
            for _ in 0..self.hashes {
                bits |= 1 << ((block * self.words + word) * self.word_bits + rest % self.word_bits);
                rest /= self.word_bits;
            }
        }
        bits
    }

    /// The share of all outcomes of items and query that are false positives.
    fn enumerated(self) -> Rational {
        let each = self.outcomes_of_item();
        let (mut false_positives, items) = (0u64, each.pow(self.items as u32));
        for mut code in 0..items {
            let mut set = 0;
            for _ in 0..self.items {
                set |= self.bits(code % each);
                code /= each;
            }
            false_positives += (0..each).filter(|&query| self.bits(query) & !set == 0).count() as u64;
        }
        Rationals.ratio(false_positives, each * items)
    }
}

fn all(most: u64) -> impl Iterator<Item = (Tiny, BlockedLoad)> {
    (1..=3).flat_map(move |blocks| {
        (1..=most).flat_map(move |bits| {
            (0..=most).flat_map(move |items| {
                (1..=3).flat_map(move |hashes| {
                    [Tiny::plain(blocks, bits, items, hashes), Tiny::split(blocks, bits, items, hashes)]
                })
            })
        })
    })
}

/// The exact rate by its definition, Σ_j C(n, j) (1/b)^j (1 − 1/b)^(n−j) f(j) up to j = `last`, and a bound on the rest.
fn by_loads<A: Arithmetic>(a: &A, load: BlockedLoad, items: u64, last: u64) -> (A::Number, A::Number) {
    let mut rates = blocked::rates_by_load(a, load);
    if load.blocks() == 1 {
        return (rates.nth(items as usize).unwrap(), a.zero());
    }
    let ratio = |held: u64| a.ratio(items.saturating_sub(held), held + 1) / a.integer(load.blocks() - 1);
    let (mut weight, mut sum) = (a.all_miss(1, load.blocks(), items), a.zero());
    for (held, rate) in (0..=last).zip(rates) {
        sum = sum + rate * &weight;
        weight = weight * ratio(held);
    }
    (sum, weight / (a.one() - ratio(last + 1)))
}

/// All that m ≤ 36, n ≤ 4, k ≤ 3 in up to three blocks leave to enumerate within 300,000 outcomes.
#[test]
fn every_route_is_the_enumeration_of_all_hash_outcomes() {
    let mut enumerated = 0;
    for (tiny, load) in all(4) {
        if tiny.outcomes() > 3e5 {
            continue;
        }
        let rate = tiny.enumerated();
        assert_eq!(blocked::by_inclusion_exclusion(&Rationals, load), rate, "{tiny:?}");
        assert_eq!(blocked::by_coverage(&Rationals, load), rate, "{tiny:?}");
        let by_loads = by_loads(&Rationals, load, tiny.items, tiny.items);
        assert_eq!(by_loads, (rate, Rationals.zero()), "{tiny:?}");
        enumerated += 1;
    }
    assert!(enumerated > 150, "{enumerated}");
}

#[test]
fn the_routes_agree_beyond_what_can_be_enumerated() {
    for (tiny, load) in all(9) {
        let rate = blocked::by_inclusion_exclusion(&Rationals, load);
        assert_eq!(blocked::by_coverage(&Rationals, load), rate, "{tiny:?}");
        assert_eq!(by_loads(&Rationals, load, tiny.items, tiny.items).0, rate, "{tiny:?}");
    }
}

#[test]
fn one_block_is_the_ordinary_filter_and_one_hash_has_no_words() {
    for (bits, items, hashes) in [(1, 3, 2), (8, 5, 3), (12, 0, 4), (20, 9, 1), (16, 4, 16)] {
        let block = BlockedLoad::plain(bits, bits, items, hashes).unwrap();
        let ordinary = inclusion_exclusion::rate(&Rationals, Load::new(bits, items, hashes).unwrap());
        assert_eq!(blocked::by_inclusion_exclusion(&Rationals, block), ordinary);
        assert_eq!(blocked::by_coverage(&Rationals, block), ordinary);
        let double = blocked::rate(&Double, block).unwrap();
        assert!((double - bloomlab_numbers::Number::to_f64(&ordinary)).abs() <= 1e-13 * double);
        for blocks in 1..4 {
            let plain = BlockedLoad::plain(blocks * bits, bits, items, 1).unwrap();
            let split = BlockedLoad::split(blocks * bits, bits, items, 1).unwrap();
            let rate = |load| blocked::by_inclusion_exclusion(&Rationals, load);
            assert_eq!(rate(plain), rate(split));
        }
    }
}

/// Parquet's filter, a million items: the mixture over its loads, cut off, contains the closed form.
#[test]
fn the_mixture_cut_off_contains_the_closed_form() {
    let a = Enclosures::new(256);
    let shapes = [
        BlockedLoad::split(10_000_128, 32, 1_000_000, 8),
        BlockedLoad::plain(10_000_384, 512, 1_000_000, 7),
        BlockedLoad::plain(10_002_432, 4096, 1_000_000, 7),
    ];
    for load in shapes.map(Result::unwrap) {
        let closed = blocked::by_inclusion_exclusion(&a, load);
        // beyond lies a probability below 1e-50
        let last = (load.mean_load() + 16.0 * load.mean_load().sqrt() + 60.0) as u64;
        let (mixture, left_out) = by_loads(&a, load, 1_000_000, last);
        let mixture = mixture.widened_by(&left_out);
        assert!(mixture.overlaps(&closed) && mixture.relative_width() < 1e-40, "{mixture:?} {closed:?}");
    }
}

/// The Poisson mixture of a split filter errs by its distribution of the loads alone: like 1/b, so by a quarter at four times
/// the size.
#[test]
fn the_poisson_mixture_errs_like_one_over_the_blocks() {
    let error = |items: u64| {
        let load = BlockedLoad::split(items * 16, 32, items, 8).unwrap();
        let relative = |a: &Enclosures| {
            let poisson = blocked::poisson(a, load).unwrap();
            poisson.value.widened_by(&poisson.error_bound) / blocked::by_inclusion_exclusion(a, load) - a.one()
        };
        certify(10, relative).unwrap().to_f64()
    };
    for items in [1 << 12, 1 << 16, 1 << 20] {
        let ratio = error(items) / error(4 * items);
        assert!((ratio - 4.0).abs() < 0.02, "{items} items: {ratio}");
    }
}

/// The paper's approximation by its own terms: Σ_j Poisson(j) (1 − (1 − 1/B)^(kj))^k, summed as written.
#[test]
fn the_poisson_mixture_is_the_sum_as_written() {
    let (bits, block_bits, items, hashes) = (8192, 64, 1024, 5);
    let load = BlockedLoad::plain(bits, block_bits, items, hashes).unwrap();
    let mean = 8.0f64;
    let (mut weight, mut sum) = ((-mean).exp(), 0.0);
    for load in 0..100 {
        let fill = 1.0 - (1.0 - 1.0 / 64.0f64).powi(5 * load);
        sum += weight * fill.powi(5);
        weight *= mean / f64::from(load + 1);
    }
    let found = blocked::poisson(&Double, load).unwrap();
    assert!((found.value / sum - 1.0).abs() < 1e-13 && found.error_bound < 1e-30, "{found:?} {sum}");
}

#[test]
fn what_is_no_blocked_filter_is_named() {
    let why = |load: Result<BlockedLoad, bloomlab_numbers::OutOfDomain>| load.unwrap_err().to_string();
    assert_eq!(
        why(BlockedLoad::plain(100, 64, 5, 3)),
        "block-bits = 64 is out of domain: needs a divisor of bits = 100"
    );
    assert_eq!(
        why(BlockedLoad::split(100, 32, 5, 8)),
        "word-bits = 32 is out of domain: needs hashes · word-bits to divide bits = 100 with hashes = 8"
    );
    assert!(why(BlockedLoad::plain(100, 0, 5, 3)).starts_with("block-bits = 0 is out of domain"));
    assert!(why(BlockedLoad::split(100, 0, 5, 3)).starts_with("word-bits = 0 is out of domain"));
    assert!(why(BlockedLoad::plain(100, 10, 5, 0)).starts_with("hashes = 0 "));
    let huge = BlockedLoad::plain(1 << 62, 1 << 62, 1 << 40, 3).unwrap();
    assert!(blocked::limit(&Double, huge).is_err() && blocked::poisson(&Double, huge).is_err());
}

/// Any number of blocks up to 2^40, any block up to 2^16 bits, any load to several times full, k up to 32.
fn loads_of_any_size() -> impl Strategy<Value = BlockedLoad> {
    (0.0..40.0f64, 3.0..16.0f64, -8.0..3.0f64, 1..=32u64, any::<bool>()).prop_map(|(blocks, bits, load, k, split)| {
        let (blocks, bits) = (blocks.exp2() as u64, bits.exp2() as u64);
        let made = |bits: u64| (blocks * bits, ((blocks * bits) as f64 * load.exp2() / k as f64) as u64);
        let load = if split {
            let (all, items) = made(bits * k);
            BlockedLoad::split(all, bits, items, k)
        } else {
            let (all, items) = made(bits);
            BlockedLoad::plain(all, bits, items, k)
        };
        load.unwrap()
    })
}

proptest! {
    // a fixed seed: a red run means a change of the code
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..Default::default() })]

    #[test]
    fn doubles_keep_twelve_digits_at_any_size(load in loads_of_any_size()) {
        let truth = certify(20, |a| blocked::by_inclusion_exclusion(a, load)).unwrap().to_f64();
        let double = blocked::rate(&Double, load).unwrap();
        if truth > 1e-290 {
            prop_assert!((double / truth - 1.0).abs() < 1e-12, "{double} for {truth}");
        }
    }
}
