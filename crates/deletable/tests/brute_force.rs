//! Every hash outcome of tiny filters, run through a literal simulator, against the exact finite forms: equal as
//! rationals.

mod simulator;

use deletable::{Filter, Parameters, finite};
use exact::{Rational, Rationals};
use numbers::Number;
use simulator::{Item, Simulator, fingerprints};

/// Counts over all equally likely outcomes (of the items; for rates, of the query as well).
#[derive(Default)]
struct Counts {
    outcomes: u64,
    deletable: u64,
    queries: u64,
    matches_before: u64,
    matches_after: u64,
}

/// Every item an item may turn out to be.
fn all_items(filter: Filter, cells: usize, hashes: usize) -> Vec<Item> {
    let mut positions = vec![vec![]];
    for _ in 0..hashes {
        let longer = |tuple: &Vec<usize>| {
            let tuple = tuple.clone();
            (0..cells).map(move |cell| [tuple.clone(), vec![cell]].concat()).collect::<Vec<_>>()
        };
        positions = positions.iter().flat_map(longer).collect();
    }
    let with_fingerprints =
        |tuple: Vec<usize>| fingerprints(filter).into_iter().map(move |print| Item::new(&tuple, print));
    positions.into_iter().flat_map(with_fingerprints).collect()
}

struct Enumeration {
    all: Vec<Item>,
    inserted: usize,
    deleted: usize,
    counts: Counts,
}

impl Enumeration {
    fn run(filter: Filter, cells: usize, p: &Parameters) -> Counts {
        let all = all_items(filter, cells, p.hashes() as usize);
        let (inserted, deleted) = (p.inserted() as usize, p.deleted() as usize);
        let mut this = Self { all, inserted, deleted, counts: Counts::default() };
        this.insert_next(&Simulator::new(filter, cells), &mut vec![]);
        this.counts
    }

    fn insert_next(&mut self, before: &Simulator, items: &mut Vec<usize>) {
        if items.len() == self.inserted {
            self.count(before, items);
            return;
        }
        for next in 0..self.all.len() {
            let mut state = before.clone();
            state.insert(&self.all[next]);
            items.push(next);
            self.insert_next(&state, items);
            items.pop();
        }
    }

    fn matches(&self, state: &Simulator) -> u64 {
        self.all.iter().filter(|query| state.contains(query)).count() as u64
    }

    fn count(&mut self, full: &Simulator, items: &[usize]) {
        let (go, stay) = items.split_at(self.deleted);
        let mut left = full.clone();
        go.iter().for_each(|&item| left.delete(&self.all[item]));
        let mut in_reverse = full.clone();
        go.iter().rev().for_each(|&item| in_reverse.delete(&self.all[item]));
        assert_eq!(left, in_reverse, "the order of the deletions matters");
        for &item in stay {
            assert!(left.contains(&self.all[item]), "a false negative");
            assert_eq!(full.is_deletable(&self.all[item]), left.is_deletable(&self.all[item]));
        }
        self.counts.outcomes += 1;
        self.counts.queries += self.all.len() as u64;
        self.counts.deletable += u64::from(full.is_deletable(&self.all[items[items.len() - 1]]));
        self.counts.matches_before += self.matches(full);
        self.counts.matches_after += self.matches(&left);
    }
}

/// Compares every split of up to `most_items` items into n and r.
fn check(filter: Filter, bits: u64, hashes: u64, most_items: u64) {
    for inserted in 1..=most_items {
        for deleted in 0..=inserted {
            let p = Parameters::new(filter, bits, inserted - deleted, deleted, hashes).unwrap();
            let counts = Enumeration::run(filter, p.cells() as usize, &p);
            let equal = |formula: Rational, count, of, what: &str| {
                assert_eq!(formula, Rational::new(count, of), "{what}: {filter}, {} cells, {p:?}", p.cells());
            };
            equal(finite::deletability(&Rationals, &p), counts.deletable, counts.outcomes, "deletability");
            equal(finite::rate(&Rationals, &p), counts.matches_before, counts.queries, "rate");
            equal(
                finite::rate_after_deletions(&Rationals, &p),
                counts.matches_after,
                counts.queries,
                "rate after deletions",
            );
        }
    }
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
    SIZES.iter().for_each(|&(cells, hashes, items)| check(Filter::DFp, 2 * cells, hashes, items));
}

#[test]
fn tbf() {
    SIZES.iter().for_each(|&(cells, hashes, items)| check(Filter::Tbf, 2 * cells, hashes, items));
    check(Filter::TbfPacked, 8, 2, 3);
}

#[test]
fn qbf() {
    SIZES.iter().for_each(|&(cells, hashes, items)| check(Filter::Qbf, 2 * cells, hashes, items));
    check(Filter::Qbf, 4, 2, 5);
    check(Filter::Qbf, 6, 2, 4);
    check(Filter::Qbf, 6, 3, 3);
    check(Filter::Qbf, 6, 1, 7);
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
        check(Filter::DlBf { region_bits }, (region_bits + 1) * regions, hashes, items);
    }
}

#[test]
fn counting() {
    SIZES.iter().for_each(|&(cells, hashes, items)| check(Filter::Counting, 4 * cells, hashes, items));
}

#[test]
fn fp_cbf() {
    for fingerprint_bits in [1, 2] {
        let filter = Filter::FingerprintCounting { fingerprint_bits };
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
    let p = Parameters::new(Filter::DFp, 4, 1, 0, 2).unwrap();
    let rate = finite::rate(&Rationals, &p);
    // one item, two cells, k = 2: Pr[the query's cells lie in the item's] = (1/2)(1/2)^2 + (1/2) = 5/8, times 1/2
    assert_eq!(rate, Rational::new(5, 16));
    let independent = finite::match_probability_after_deletions(&Rationals, &p).pow(2);
    assert_eq!(independent, Rational::new(9, 64));
}
