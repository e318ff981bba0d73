//! The exact rates of libraries over their whole domain: every target, with the edges of whole hash functions, and every size, with
//! the edges of rounding.

use bloomlab_formulas::walks::HashingScheme;
use bloomlab_libraries::{Cover, Family, Product, Setting, Structure};
use bloomlab_tables::{Result, Run};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
pub struct Parameters {
    /// Targets lie from 10^−first to 10^−last, as many in each decade, evenly in logarithms.
    decades: (u32, u32),
    targets: u32,
    /// Items are powers of ten, at most this many.
    most_items: u64,
    /// How much above the target a rate still keeps it.
    allowed: f64,
}

#[derive(Serialize)]
pub struct Row {
    library: &'static str,
    items: u64,
    /// The targets of this row are from a tenth of it on, and below it.
    below: f64,
    /// Filters whose rate is computed, and those that are not made or whose rate is not summed.
    computed: u64,
    left_out: u64,
    missed: u64,
    /// The largest rate over the target, and the filter that has it: its items are these, or the most that get as many bits.
    #[serde(rename = "worst,worst_items,worst_target,worst_bits")]
    worst: Option<(f64, u64, f64, u64)>,
    /// The least and the largest target missed, and the most bits times target of a filter that misses.
    #[serde(rename = "missed_from,missed_to,missed_load")]
    bad: Option<(f64, f64, f64)>,
}

pub fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let exact = |library: &&Product| library.cover == Cover::Exact && library.setting == Setting::Rate;
    let libraries = Product::of(Family::Library).iter().filter(exact);
    let points = iproduct!(libraries, 0..=p.most_items.ilog10(), p.decades.0..p.decades.1);
    run.rows(points, |(library, power, decade)| Ok(row(p, library, 10_u64.pow(power), decade)))
}

fn row(p: &Parameters, library: &Product, items: u64, decade: u32) -> Row {
    let (mut computed, mut left_out, mut missed) = (0, 0, 0);
    let mut worst: Option<(f64, u64, f64, u64)> = None;
    let mut bad: Option<(f64, f64, f64)> = None;
    for target in targets(decade, p.targets, !is_costly(library)) {
        let made = library.filter(items, target).ok().and_then(|filter| {
            let items = fullest(library, &filter, items, target).min(p.most_items);
            let is_own = library.cover_of(&filter, items) == Cover::Exact;
            filter.rate(items).ok().filter(|_| is_own).map(|rate| (filter, items, rate))
        });
        let Some((filter, items, rate)) = made else {
            left_out += 1;
            continue;
        };
        computed += 1;
        let ratio = rate / target;
        if worst.is_none_or(|(most, ..)| ratio > most) {
            worst = Some((ratio, items, target, filter.bits()));
        }
        if ratio > 1.0 + p.allowed {
            missed += 1;
            let load = filter.bits() as f64 * target;
            let (least, most, loads) = bad.unwrap_or((target, target, load));
            bad = Some((target.min(least), target.max(most), load.max(loads)));
        }
    }
    Row { library: library.name, items, below: power_of_ten(decade), computed, left_out, missed, worst, bad }
}

fn power_of_ten(exponent: u32) -> f64 {
    1.0 / libm::pow(10.0, f64::from(exponent))
}

/// Returns true if a rate takes up to half a second: the edges are left out.
fn is_costly(library: &Product) -> bool {
    let filter = library.filter(10, 0.01);
    matches!(filter, Ok(Structure::Positions { scheme: HashingScheme::Double, .. } | Structure::BytesAndBits { .. }))
}

/// From the decade's largest target to its least: evenly, and with edges either side of 2^−j and 2^−(j − 1/2), where whole hash functions
/// change.
fn targets(decade: u32, each: u32, edges: bool) -> Vec<f64> {
    const NEXT: f64 = 1e-9;
    let (most, least) = (power_of_ten(decade), power_of_ten(decade + 1));
    let even = (0..each).map(|i| most * libm::pow(10.0, -f64::from(i) / f64::from(each)));
    let edges = (2..100_u32).filter(|_| edges).flat_map(|half| {
        let edge = libm::exp2(-f64::from(half) / 2.0);
        [edge * (1.0 - NEXT), edge * (1.0 + NEXT)]
    });
    let inside = edges.filter(|edge| least < *edge && *edge < most);
    even.chain(inside).chain([least]).collect()
}

/// The most items that get as many bits and hash functions, if there are a hundredth more than these, up to ten times as many.
fn fullest(library: &Product, filter: &Structure, items: u64, target: f64) -> u64 {
    let is_same = |more: u64| {
        let other = library.filter(items + more, target);
        other.is_ok_and(|other| (other.bits(), other.hashes()) == (filter.bits(), filter.hashes()))
    };
    if !is_same((items / 100).max(1)) {
        return items;
    }
    let (mut within, mut beyond) = (0, 9 * items);
    while beyond - within > 1 {
        let middle = u64::midpoint(within, beyond);
        if is_same(middle) { within = middle } else { beyond = middle }
    }
    items + within
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worst(library: &str, items: u64, decade: u32) -> (f64, u64, f64, u64) {
        let p = Parameters { decades: (1, 7), targets: 20, most_items: 1_000_000_000, allowed: 0.05 };
        row(&p, &library.parse().unwrap(), items, decade).worst.unwrap()
    }

    #[test]
    fn targets_end_at_powers_of_ten_and_meet_both_sides_of_whole_hash_functions() {
        let found = targets(1, 20, true);
        assert_eq!((found[0], found.last()), (0.1, Some(&0.01)));
        assert!(found.iter().all(|target| (0.01..=0.1).contains(target)));
        // 2^−4 = 0.0625: k falls from 4 to 3 above it
        assert_eq!(found.iter().filter(|target| (**target / 0.0625 - 1.0).abs() < 1e-8).count(), 2);
    }

    /// Measured: 1.127 times 0.001 with 10 items and 1.066 times 0.0626 with 2000, where the grid of measurements has no miss.
    #[test]
    fn a_law_is_held_against_targets_that_were_not_measured() {
        let (ratio, ..) = worst("pybloomfiltermmap3", 10, 2);
        assert!(ratio > 1.11, "{ratio}");
        let (ratio, _, target, _) = worst("pybloomfiltermmap3", 2000, 1);
        assert!(ratio > 1.065 && ratio < 1.07 && target > 0.0625 && target < 0.063, "{ratio} {target}");
    }

    /// The sizes of Parquet are powers of two, the largest of 2^30 bits.
    #[test]
    fn a_filter_is_as_full_as_its_size_allows_up_to_the_end_of_the_domain() {
        let (_, items, target, bits) = worst("parquet", 1000, 1);
        let parquet: Product = "parquet".parse().unwrap();
        let made = |items| parquet.filter(items, target).unwrap().bits();
        assert!(items > 1000 && made(items) == bits && made(items + 1) > bits, "{items}");
        assert_eq!(worst("parquet", 1_000_000_000, 6).1, 1_000_000_000);
    }
}
