//! Every outcome of the hash functions for tiny filters, run through the data structures themselves, against the exact finite
//! forms: equal as rationals. The outcomes are words given to the filter's own locator, so that the whole way from random words
//! to positions, fingerprints and cells is enumerated.

use std::fmt::Debug;

use bloomlab_deletable::{Parameters, finite};
use bloomlab_exact::{Rational, Rationals};
use bloomlab_filters::{
    CellFilter, Cells, CountingCells, DeletableFilter, DfpCells, DlbfCells, FilterError, FingerprintCountingCells,
    Hashing, Probe, QuaternaryCells, Removal, TernaryCells,
};
use bloomlab_numbers::{Arithmetic, DeletableKind, TernaryPacking};

/// Every tuple of `hashes` positions in `cells` cells.
pub fn all_positions(cells: usize, hashes: usize) -> Vec<Vec<usize>> {
    (0..hashes).fold(vec![vec![]], |tuples, _| {
        let longer = |tuple: Vec<usize>| (0..cells).map(move |cell| [tuple.clone(), vec![cell]].concat());
        tuples.into_iter().flat_map(longer).collect()
    })
}

/// Tally over all equally likely outcomes (of the items; for rates, of the query as well).
#[derive(Default)]
struct Tally {
    outcomes: u64,
    deletable: u64,
    queries: u64,
    matches_before: u64,
    matches_after: u64,
}

/// Deletes a stored item; a refusal changes nothing.
fn delete<C: Cells + Clone + PartialEq + Debug>(filter: &mut CellFilter<C>, item: &Probe) {
    let (before, deletable) = (filter.clone(), filter.is_deletable_at(item).unwrap());
    match filter.remove_at(item).unwrap() {
        Removal::Removed => assert!(deletable && *filter != before),
        Removal::NotDeletable => assert!(!deletable && *filter == before),
        Removal::NotPresent => panic!("a stored item was not found"),
    }
}

impl Tally {
    /// Inserts n + r items into an `empty` filter and deletes the first r, for every outcome; `all` are the equally likely
    /// items.
    fn of<C: Cells + Clone + PartialEq + Debug>(p: &Parameters, empty: &CellFilter<C>, all: &[Probe]) -> Self {
        let mut tally = Self::default();
        for chosen in all_positions(all.len(), p.inserted() as usize) {
            let items: Vec<&Probe> = chosen.into_iter().map(|item| &all[item]).collect();
            let mut full = empty.clone();
            items.iter().for_each(|item| full.insert_at(item).unwrap());
            tally.count(&full, all, items.split_at(p.deleted() as usize));
        }
        tally
    }

    fn count<C: Cells + Clone + PartialEq + Debug>(
        &mut self,
        full: &CellFilter<C>,
        all: &[Probe],
        (go, stay): (&[&Probe], &[&Probe]),
    ) {
        let (mut left, mut in_reverse) = (full.clone(), full.clone());
        go.iter().for_each(|item| delete(&mut left, item));
        go.iter().rev().for_each(|item| delete(&mut in_reverse, item));
        assert_eq!(left, in_reverse, "the order of the deletions matters");
        for item in stay {
            assert!(left.contains_at(item).unwrap(), "a false negative");
            assert_eq!(full.is_deletable_at(item), left.is_deletable_at(item));
        }
        let matches =
            |state: &CellFilter<C>| all.iter().filter(|query| state.contains_at(query).unwrap()).count() as u64;
        let last = stay.last().or(go.last()).unwrap();
        self.outcomes += 1;
        self.queries += all.len() as u64;
        self.deletable += u64::from(full.is_deletable_at(last).unwrap());
        self.matches_before += matches(full);
        self.matches_after += matches(&left);
    }

    fn deletability(&self) -> Rational {
        Rational::new(self.deletable, self.outcomes)
    }

    fn rate_after_deletions(&self) -> Rational {
        Rational::new(self.matches_after, self.queries)
    }
}

/// The probes of all equally likely outcomes: a word for each position, from the middle of the words that lead there,
/// after one for the fingerprint.
fn all_probes(filter: &dyn DeletableFilter, fingerprints: u64) -> Vec<Probe> {
    let (cells, locator) = (filter.cells(), filter.locator());
    let tuples = all_positions(cells as usize, locator.hashes() as usize);
    let middle = |position: usize| ((2 * position as u128 + 1) << 63) / u128::from(cells);
    let probe = |tuple: &Vec<usize>, fingerprint| {
        let mut words = tuple.iter().map(|&position| middle(position) as u64);
        let mut words = std::iter::once(fingerprint).chain(&mut words);
        let probe = locator.draw(|| words.next().unwrap());
        assert!(tuple.iter().all(|&position| probe.cells().contains(&(position as u64))), "{tuple:?} {probe:?}");
        probe
    };
    tuples.iter().flat_map(|tuple| (0..fingerprints).map(move |fingerprint| probe(tuple, fingerprint))).collect()
}

fn tiny<C: Cells>(cells: Result<C, FilterError>, p: &Parameters, fingerprints: u64) -> (CellFilter<C>, Vec<Probe>) {
    let filter = CellFilter::over(cells.unwrap(), Hashing::new(p.hashes(), 0)).unwrap();
    assert_eq!(filter.cells(), p.cells(), "the analysis and the filter make as many cells of {} bits", p.bits());
    assert!(filter.memory_bits() <= p.bits());
    let probes = all_probes(&filter, fingerprints);
    (filter, probes)
}

/// (bits or cells, k, most items).
type Size = (u64, u64, u64);

/// In cells.
const SIZES: [Size; 9] =
    [(1, 2, 3), (1, 3, 2), (2, 1, 5), (2, 2, 4), (2, 3, 3), (3, 2, 3), (3, 3, 2), (4, 1, 4), (5, 2, 2)];

/// The exact forms at sizes in bits, for every split of up to the given number of items into n and r.
fn check_in_bits<C: Cells + Clone + PartialEq + Debug>(
    kind: DeletableKind,
    sizes: &[Size],
    fingerprints: u64,
    cells: impl Fn(u64) -> Result<C, FilterError>,
) {
    for &(bits, hashes, most) in sizes {
        // four fingerprints make many outcomes
        let most = if fingerprints > 2 { most.min(2) } else { most };
        for (inserted, deleted) in
            (1..=most).flat_map(|inserted| (0..=inserted).map(move |deleted| (inserted, deleted)))
        {
            let p = Parameters::new(kind, bits, inserted - deleted, deleted, hashes).unwrap();
            let (empty, all) = tiny(cells(p.cells()), &p, fingerprints);
            let tally = Tally::of(&p, &empty, &all);
            assert_eq!(finite::deletability(&Rationals, &p), tally.deletability(), "{p:?}");
            assert_eq!(finite::rate(&Rationals, &p), Rational::new(tally.matches_before, tally.queries), "{p:?}");
            assert_eq!(finite::rate_after_deletions(&Rationals, &p), tally.rate_after_deletions(), "{p:?}");
        }
    }
}

fn check<C: Cells + Clone + PartialEq + Debug>(
    kind: DeletableKind,
    fingerprints: u64,
    cells: impl Fn(u64) -> Result<C, FilterError>,
) {
    let in_bits = SIZES.map(|(cells, hashes, items)| (kind.least_bits() * cells, hashes, items));
    check_in_bits(kind, &in_bits, fingerprints, cells);
}

#[test]
fn fingerprints() {
    check(DeletableKind::Dfp, 2, DfpCells::new);
    for fingerprint_bits in [1, 2] {
        let kind = DeletableKind::FingerprintCounting { fingerprint_bits };
        check(kind, 1 << fingerprint_bits, |cells| FingerprintCountingCells::new(cells, fingerprint_bits));
    }
}

#[test]
fn counts() {
    check(DeletableKind::TBF, 1, |cells| TernaryCells::new(cells, TernaryPacking::TwoBits));
    let packed = [(8, 1, 4), (8, 2, 3), (9, 3, 2), (16, 1, 3), (17, 2, 2)];
    check_in_bits(DeletableKind::TBF_PACKED, &packed, 1, |cells| TernaryCells::new(cells, TernaryPacking::FivePerByte));
    check(DeletableKind::Qbf, 1, QuaternaryCells::new);
    check_in_bits(DeletableKind::Qbf, &[(4, 2, 5), (6, 1, 7), (6, 2, 4), (6, 3, 3)], 1, QuaternaryCells::new);
    check(DeletableKind::Counting, 1, CountingCells::new);
}

#[test]
fn regions() {
    let all: [(u64, &[Size]); 4] = [
        (1, &[(6, 2, 3), (8, 1, 4)]),
        (2, &[(3, 2, 4), (3, 3, 3), (6, 1, 5), (6, 2, 4), (7, 3, 3), (9, 2, 3), (9, 3, 2)]),
        (3, &[(4, 3, 3), (8, 2, 3), (11, 3, 2)]),
        (4, &[(5, 2, 3), (10, 1, 4), (10, 2, 2)]),
    ];
    for (region_bits, sizes) in all {
        let cells = |cells| DlbfCells::new(cells / region_bits, region_bits);
        check_in_bits(DeletableKind::Dlbf { region_bits }, sizes, 1, cells);
    }
}

/// The models of the counters leave out that 15 is for good. Two counters, one hash function, 1 item that stays and 15
/// deleted: with probability 2^−15 all deleted ones were in one counter, which keeps 15 and matches, also where the item
/// that stays is in the other: half of those. With 15 items in a single counter none can be deleted.
#[test]
fn counters_saturate_and_their_models_do_not() {
    let half = Rational::new(1, 2);
    let p = Parameters::new(DeletableKind::Counting, 8, 1, 15, 1).unwrap();
    let (empty, all) = tiny(CountingCells::new(2), &p, 1);
    assert_eq!(finite::rate_after_deletions(&Rationals, &p), half);
    assert_eq!(Tally::of(&p, &empty, &all).rate_after_deletions(), half + Rational::new(1, 1 << 16));

    let p = Parameters::new(DeletableKind::Counting, 4, 15, 0, 1).unwrap();
    let (empty, all) = tiny(CountingCells::new(1), &p, 1);
    assert_eq!(finite::deletability(&Rationals, &p), Rationals.one());
    assert_eq!(Tally::of(&p, &empty, &all).deletability(), Rationals.zero());
}
