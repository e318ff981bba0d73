//! Filters by items.

use bloomlab::compare::for_items;
use bloomlab::{FilterKind, SizedFilter};
use bloomlab_deletable::{Parameters, in_f64};
use bloomlab_formulas::{
    Load,
    blocked::{self, BlockedLoad},
    exact,
};
use bloomlab_numbers::{DeletableKind, Double};

use crate::integer;

fn row(rows: &[SizedFilter], filter: FilterKind) -> &SizedFilter {
    rows.iter().find(|row| row.filter == filter).unwrap()
}

fn parameter(row: &SizedFilter, name: &str) -> u64 {
    integer(&row.parameters, name)
}

/// n = 124,518, of which 0.95 of 2^17 slots; the table is the limit for many items, loads 0.95.
#[test]
fn bits_an_item_are_those_of_the_table() {
    let table = [
        (0.1, [4.808, 4.836, 5.989, 7.37, 7.37, 6.45]),
        (0.01, [9.593, 9.918, 10.529, 10.53, 10.53, 9.61]),
        (0.001, [14.378, 15.546, 16.890, 13.68, 13.68, 12.76]),
        (1e-4, [19.173, 22.030, 26.342, 17.89, 17.89, 16.97]),
        (1e-5, [23.967, 29.670, 40.985, 21.05, 21.05, 20.13]),
    ];
    let filters = [
        FilterKind::Bloom,
        FilterKind::Blocked,
        FilterKind::SplitBlock,
        FilterKind::Cuckoo,
        FilterKind::Quotient,
        FilterKind::QuotientRankSelect,
    ];
    let hashes = [(3, 3), (7, 6), (10, 9), (13, 12), (17, 14)];
    for ((target, stated), (bloom, blocked)) in table.into_iter().zip(hashes) {
        let rows = for_items(124_518, target).unwrap();
        for (filter, bits) in filters.into_iter().zip(stated) {
            let found = row(&rows, filter).bits_per_item;
            // the table's digits, a cache line, and what is left of the limit
            assert!(
                (found - bits).abs() < 5e-3 + 512.0 / 124_518.0 + 1e-4 * bits,
                "{filter} at {target}: {found} for {bits}"
            );
        }
        assert_eq!(parameter(row(&rows, FilterKind::Bloom), "hashes"), bloom, "{target}");
        assert_eq!(parameter(row(&rows, FilterKind::Blocked), "hashes"), blocked, "{target}");
    }
}

#[test]
fn every_filter_keeps_the_target_and_one_unit_less_does_not() {
    for (items, target) in [(1, 0.3), (10, 0.01), (1000, 0.03), (50_000, 1e-4)] {
        let rows = for_items(items, target).unwrap();
        assert!(rows.windows(2).all(|pair| pair[0].bits_per_item <= pair[1].bits_per_item));
        assert!(rows.iter().all(|row| row.rate <= target), "{items} {target}");
        let less = |filter, unit: &str, rate: &dyn Fn(u64, u64) -> f64| {
            let row = row(&rows, filter);
            let (size, hashes) = (parameter(row, unit), parameter(row, "hashes"));
            assert_eq!(rate(size, hashes), row.rate, "{filter}");
            // whatever the number of hash functions
            for hashes in (hashes.saturating_sub(3).max(1)..hashes + 3).filter(|_| size > 1) {
                assert!(rate(size - 1, hashes) > target, "{filter} {items} {target} {hashes}");
            }
        };
        less(FilterKind::Bloom, "bits", &|bits, k| exact::rate(&Double, Load::new(bits, items, k).unwrap()).unwrap());
        less(FilterKind::Blocked, "blocks", &|blocks, k| {
            blocked::rate(&Double, BlockedLoad::plain(512 * blocks, 512, items, k).unwrap()).unwrap()
        });
        let split = |blocks| blocked::rate(&Double, BlockedLoad::split(256 * blocks, 32, items, 8).unwrap()).unwrap();
        let blocks = parameter(row(&rows, FilterKind::SplitBlock), "blocks");
        assert!(blocks == 1 || split(blocks - 1) > target, "{items} {target} {blocks}");
        for (filter, kind) in [(FilterKind::Dfp, DeletableKind::Dfp), (FilterKind::Qbf, DeletableKind::Qbf)] {
            let row = row(&rows, filter);
            let (bits, hashes) = (parameter(row, "bits"), parameter(row, "hashes"));
            let rate = |bits| in_f64::rate(&Parameters::new(kind, bits, items, 0, hashes).unwrap()).unwrap();
            assert!(rate(bits) == row.rate && (bits == 2 || rate(bits - 2) > target), "{kind}");
        }
    }
}

/// 0.95 of 2^17 slots hold 124,518 items, but not one more.
#[test]
fn slots_are_a_power_of_two_that_is_not_too_full() {
    for (items, slots) in [(124_518, 1 << 17), (124_519, 1 << 18), (130_000, 1 << 18), (3, 4), (4, 8)] {
        let rows = for_items(items, 0.01).unwrap();
        assert_eq!(parameter(row(&rows, FilterKind::Quotient), "slots"), slots, "{items}");
        let cuckoo = row(&rows, FilterKind::Cuckoo);
        assert_eq!(parameter(cuckoo, "buckets") * parameter(cuckoo, "slots"), slots, "{items}");
    }
}

/// The largest and the smallest questions have answers.
#[test]
fn extremes_are_answered() {
    for (items, target) in [(1, 0.999), (1, 1e-20), (1 << 53, 0.01), (3, 1e-20)] {
        let rows = for_items(items, target).unwrap();
        assert!(rows.len() >= 10 && rows.iter().all(|row| row.rate <= target), "{items} {target}");
    }
}
