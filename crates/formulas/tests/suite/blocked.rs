//! Blocked filters: every hash outcome of tiny ones, agreement of the routes as rationals, and the mixtures.

use bloomlab_exact::{Enclosures, Rationals, certify};
use bloomlab_formulas::{
    Load,
    blocked::{self, BlockedLoad},
    coverage, inclusion_exclusion,
};
use bloomlab_numbers::{Arithmetic, Double, Sampling, Shape};

use crate::support::{assert_near, enumerated, in_blocks, outcomes, outcomes_in};

/// Filters of up to three blocks, plain and split, with the bits of a block or a word and the k that they have.
fn all(most: u64) -> impl Iterator<Item = (BlockedLoad, u64, bool)> {
    (1..=3).flat_map(move |blocks| {
        (1..=most).flat_map(move |bits| {
            (0..=most).flat_map(move |items| {
                (1..=3).flat_map(move |k| {
                    let plain = BlockedLoad::plain(blocks * bits, bits, items, k).unwrap();
                    [(plain, bits, false), (BlockedLoad::split(blocks * k * bits, bits, items, k).unwrap(), bits, true)]
                })
            })
        })
    })
}

/// The bits of every outcome of an item.
fn outcomes_of(load: BlockedLoad, bits: u64, is_split: bool) -> Vec<u64> {
    let k = load.hashes();
    if is_split {
        let words: Vec<(u64, u64)> = (0..k).map(|word| (word * bits, bits)).collect();
        return in_blocks(&outcomes_in(&words), k * bits, load.blocks());
    }
    in_blocks(&outcomes(Shape::new(bits, k, Sampling::WithReplacement).unwrap()), bits, load.blocks())
}

/// The exact rate by its definition, Σ_j C(n, j) (1/b)^j (1 − 1/b)^(n−j) f(j) up to j = `last`, and a bound on the rest.
fn by_loads<A: Arithmetic>(a: &A, load: BlockedLoad, last: u64) -> (A::Number, A::Number) {
    let (items, mut rates) = (load.items(), blocked::rates_by_load(a, load));
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

/// All that m ≤ 36, n ≤ 4, k ≤ 3 in up to three blocks leave to enumerate within 300,000 outcomes; the routes agree beyond.
#[test]
fn every_route_is_the_enumeration_of_all_hash_outcomes() {
    let mut compared = 0;
    for (load, bits, is_split) in all(9) {
        let rate = inclusion_exclusion::rate(&Rationals, load);
        assert_eq!(coverage::rate(&Rationals, load), rate, "{load:?}");
        assert_eq!(by_loads(&Rationals, load, load.items()), (rate.clone(), Rationals.zero()), "{load:?}");
        let each = (load.blocks() * bits.pow(load.hashes() as u32)) as f64;
        if bits <= 4 && load.items() <= 4 && each.powi(load.items() as i32 + 1) <= 3e5 {
            assert_eq!(enumerated(&outcomes_of(load, bits, is_split), load.items()), rate, "{load:?}");
            compared += 1;
        }
    }
    assert!(compared > 150, "{compared}");
}

#[test]
fn one_block_is_the_ordinary_filter_and_one_hash_has_no_words() {
    for (bits, items, hashes) in [(1, 3, 2), (8, 5, 3), (12, 0, 4), (20, 9, 1), (16, 4, 16)] {
        let block = BlockedLoad::plain(bits, bits, items, hashes).unwrap();
        let ordinary = inclusion_exclusion::rate(&Rationals, Load::new(bits, items, hashes).unwrap());
        assert_eq!(inclusion_exclusion::rate(&Rationals, block), ordinary);
        for blocks in 1..4 {
            let plain = BlockedLoad::plain(blocks * bits, bits, items, 1).unwrap();
            let split = BlockedLoad::split(blocks * bits, bits, items, 1).unwrap();
            let rate = |load| inclusion_exclusion::rate(&Rationals, load);
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
        let closed = inclusion_exclusion::rate(&a, load);
        // beyond lies a probability below 1e-50
        let last = (load.mean_load() + 16.0 * load.mean_load().sqrt() + 60.0) as u64;
        let (mixture, left_out) = by_loads(&a, load, last);
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
            poisson.value.widened_by(&poisson.error_bound) / inclusion_exclusion::rate(a, load) - a.one()
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
    let load = BlockedLoad::plain(8192, 64, 1024, 5).unwrap();
    let mean = 8.0f64;
    let (mut weight, mut sum) = ((-mean).exp(), 0.0);
    for load in 0..100 {
        let fill = 1.0 - (1.0 - 1.0 / 64.0f64).powi(5 * load);
        sum += weight * fill.powi(5);
        weight *= mean / f64::from(load + 1);
    }
    let found = blocked::poisson(&Double, load).unwrap();
    assert_near(found.value, sum, 1e-13);
    assert!(found.error_bound < 1e-30, "{found:?}");
}

/// The rate given many blocks over (fill)^k, which libraries print.
#[test]
fn the_fill_says_too_little_of_blocks() {
    // bits per item as bits of 2560 items
    for (bits_per_item, factor) in
        [(6.0, 1.149), (8.0, 1.303), (10.5, 1.55), (12.0, 1.725), (16.9, 2.438), (26.4, 4.531)]
    {
        let bits = libm::round(bits_per_item * 2560.0) as u64;
        let load = BlockedLoad::split(bits, 32, 2560, 8).unwrap();
        let fill = -libm::expm1(-load.mean_load() / 32.0);
        assert_near(blocked::limit(&Double, load).unwrap().value / libm::pow(fill, 8.0), factor, 1e-3);
    }
    for (bits_per_item, hashes, factor) in [(10, 6, 1.170), (16, 9, 1.761), (20, 11, 2.761)] {
        let load = BlockedLoad::plain(512 * bits_per_item, 512, 512, hashes).unwrap();
        let fill = -libm::expm1(-load.mean_load() * Double.some_hit(1, 512, hashes));
        assert_near(blocked::limit(&Double, load).unwrap().value / libm::pow(fill, hashes as f64), factor, 1e-3);
    }
}
