//! Every hash outcome of tiny filters, run through a literal simulator, against the exact finite forms: equal as
//! rationals.

use crate::enumeration::{TinyFilter, all_positions};
use crate::simulator::{Item, Simulator, fingerprints};
use bloomlab_deletable::{Parameters, finite};
use bloomlab_exact::{Rational, Rationals};
use bloomlab_numbers::Number;
use bloomlab_occupancy::DeletableKind;

impl TinyFilter for Simulator {
    type Item = Item;

    fn insert(&mut self, item: &Item) {
        Simulator::insert(self, item);
    }

    fn contains(&self, item: &Item) -> bool {
        Simulator::contains(self, item)
    }

    fn is_deletable(&self, item: &Item) -> bool {
        Simulator::is_deletable(self, item)
    }

    fn delete(&mut self, item: &Item) {
        Simulator::delete(self, item);
    }
}

fn check(filter: DeletableKind, bits: u64, hashes: u64, most_items: u64) {
    crate::enumeration::check(filter, bits, hashes, most_items, |p| {
        let cells = p.cells() as usize;
        let with_fingerprints =
            |tuple: Vec<usize>| fingerprints(filter).into_iter().map(move |print| Item::new(&tuple, print));
        let items = all_positions(cells, p.hashes() as usize).into_iter().flat_map(with_fingerprints);
        (Simulator::new(filter, cells), items.collect())
    });
}

/// (cells, k, most items).
const SIZES: [(u64, u64, u64); 12] = [
    (1, 1, 3),
    (1, 3, 2),
    (2, 1, 5),
    (2, 2, 4),
    (2, 3, 3),
    (3, 1, 5),
    (3, 2, 3),
    (3, 3, 2),
    (4, 1, 4),
    (4, 2, 3),
    (4, 3, 2),
    (5, 2, 2),
];

#[test]
fn d_fp() {
    SIZES.iter().for_each(|&(cells, hashes, items)| check(DeletableKind::Dfp, 2 * cells, hashes, items));
}

#[test]
fn tbf() {
    SIZES.iter().for_each(|&(cells, hashes, items)| check(DeletableKind::TBF, 2 * cells, hashes, items));
    check(DeletableKind::TBF_PACKED, 8, 2, 3);
}

#[test]
fn qbf() {
    SIZES.iter().for_each(|&(cells, hashes, items)| check(DeletableKind::Qbf, 2 * cells, hashes, items));
    check(DeletableKind::Qbf, 4, 2, 5);
    check(DeletableKind::Qbf, 6, 2, 4);
    check(DeletableKind::Qbf, 6, 3, 3);
    check(DeletableKind::Qbf, 6, 1, 7);
}

#[test]
fn dlbf() {
    for (region_bits, regions, hashes, items) in [
        (1, 3, 2, 3),
        (1, 4, 1, 4),
        (2, 1, 2, 4),
        (2, 1, 3, 3),
        (2, 2, 1, 5),
        (2, 2, 2, 4),
        (2, 2, 3, 3),
        (2, 3, 2, 3),
        (2, 3, 3, 2),
        (3, 1, 3, 3),
        (3, 2, 2, 3),
        (3, 2, 3, 2),
        (4, 1, 2, 3),
        (4, 2, 1, 4),
        (4, 2, 2, 2),
    ] {
        check(DeletableKind::Dlbf { region_bits }, (region_bits + 1) * regions, hashes, items);
    }
}

#[test]
fn counting() {
    SIZES.iter().for_each(|&(cells, hashes, items)| check(DeletableKind::Counting, 4 * cells, hashes, items));
}

#[test]
fn fp_cbf() {
    for fingerprint_bits in [1, 2] {
        let filter = DeletableKind::FingerprintCounting { fingerprint_bits };
        for (cells, hashes, items) in [(1, 2, 2), (2, 1, 3), (2, 2, 2), (3, 1, 3), (3, 2, 2), (4, 2, 2)] {
            check(filter, filter.least_bits() * cells, hashes, items);
        }
    }
}

/// The test would see a filter that differs in one rule: were a D-FP query compared with a fresh fingerprint in
/// every cell (the independence that the Poisson form assumes), two cells written by one item would match with
/// probability 1/4, not 1/2.
#[test]
fn one_fingerprint_is_compared_in_all_cells() {
    let p = Parameters::new(DeletableKind::Dfp, 4, 1, 0, 2).unwrap();
    let rate = finite::rate(&Rationals, &p);
    // one item, two cells, k = 2: Pr[the query's cells lie in the item's] = (1/2)(1/2)^2 + (1/2) = 5/8, times 1/2
    assert_eq!(rate, Rational::new(5, 16));
    let independent = finite::match_probability_after_deletions(&Rationals, &p).pow(2);
    assert_eq!(independent, Rational::new(9, 64));
}
