//! Every outcome of the hash functions for tiny filters, against the exact finite forms: equal as rationals.

use std::fmt::Debug;

use bloomlab_deletable::{Parameters, finite};
use bloomlab_exact::{Rational, Rationals};
use bloomlab_occupancy::DeletableKind;

/// A filter whose items are hashed already.
pub trait TinyFilter: Clone + PartialEq + Debug {
    type Item;

    fn insert(&mut self, item: &Self::Item);

    fn contains(&self, item: &Self::Item) -> bool;

    fn is_deletable(&self, item: &Self::Item) -> bool;

    /// Deletes a stored item; a refusal changes nothing.
    fn delete(&mut self, item: &Self::Item);
}

/// Every tuple of `hashes` positions in `cells` cells.
pub fn all_positions(cells: usize, hashes: usize) -> Vec<Vec<usize>> {
    (0..hashes).fold(vec![vec![]], |tuples, _| {
        let longer = |tuple: Vec<usize>| (0..cells).map(move |cell| [tuple.clone(), vec![cell]].concat());
        tuples.into_iter().flat_map(longer).collect()
    })
}

/// Tally over all equally likely outcomes (of the items; for rates, of the query as well).
#[derive(Default)]
pub struct Tally {
    outcomes: u64,
    deletable: u64,
    queries: u64,
    matches_before: u64,
    matches_after: u64,
}

struct Enumeration<'a, F: TinyFilter> {
    all: &'a [F::Item],
    inserted: usize,
    deleted: usize,
    counts: Tally,
}

/// Inserts n + r items into an `empty` filter and deletes the first r, for every outcome; `all` are the equally likely
/// items.
pub fn enumerate<F: TinyFilter>(p: &Parameters, empty: &F, all: &[F::Item]) -> Tally {
    let (inserted, deleted) = (p.inserted() as usize, p.deleted() as usize);
    let mut this = Enumeration { all, inserted, deleted, counts: Tally::default() };
    this.insert_next(empty, &mut vec![]);
    this.counts
}

impl<F: TinyFilter> Enumeration<'_, F> {
    fn insert_next(&mut self, before: &F, items: &mut Vec<usize>) {
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

    fn matches(&self, state: &F) -> u64 {
        self.all.iter().filter(|query| state.contains(query)).count() as u64
    }

    fn count(&mut self, full: &F, items: &[usize]) {
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

impl Tally {
    pub fn deletability(&self) -> Rational {
        Rational::new(self.deletable, self.outcomes)
    }

    pub fn rate(&self) -> Rational {
        Rational::new(self.matches_before, self.queries)
    }

    pub fn rate_after_deletions(&self) -> Rational {
        Rational::new(self.matches_after, self.queries)
    }
}

/// Compares the exact forms for every split of up to `most_items` items into n and r; the equally likely items and the
/// empty filter are what `tiny` makes for the parameters.
pub fn check<F: TinyFilter>(
    filter: DeletableKind,
    bits: u64,
    hashes: u64,
    most_items: u64,
    tiny: impl Fn(&Parameters) -> (F, Vec<F::Item>),
) {
    for inserted in 1..=most_items {
        for deleted in 0..=inserted {
            let p = Parameters::new(filter, bits, inserted - deleted, deleted, hashes).unwrap();
            let (empty, all) = tiny(&p);
            let counts = enumerate(&p, &empty, &all);
            let equal = |formula: Rational, counted: Rational, what: &str| {
                assert_eq!(formula, counted, "{what}: {filter}, {} cells, {p:?}", p.cells());
            };
            equal(finite::deletability(&Rationals, &p), counts.deletability(), "deletability");
            equal(finite::rate(&Rationals, &p), counts.rate(), "rate");
            equal(finite::rate_after_deletions(&Rationals, &p), counts.rate_after_deletions(), "rate after deletions");
        }
    }
}
