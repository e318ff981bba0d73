//! A stream through a deletable filter: every item is deleted when W more have come.
//!
//! A step inserts a new item and then deletes the one inserted W steps before. A cell that more live items share than it can lose
//! again is saturated for good (two items for D-FP and TBF, three for QBF; a region of a DlBF is marked when two share a bit), so
//! that there is no stationary state, and in the end every query matches. Counters forget every item; their overflow is left out.
//!
//! **One cell, exact.** An item hits a given cell with probability h = 1 − (1 − 1/C)^k, independently of the others.
//!
//! **Rates, by mean field.** The cells of a query, and the bits of a region, are taken as independent, which is too low by a term of
//! order 1/C (below 3 % at C = 2048, k = 4). **Decay**: see [`Stream::decay`].
//!
//! The stream and the question are ours; the filters are those of Kwon, Shankar, Pontarelli, Reviriego, *A
//! fingerprint-based Bloom filter with deletion capabilities*.

mod decay;
mod double;
mod single;

use bloomlab_numbers::{Arithmetic, DeletableKind, MAX_SIZE, Number, Refused, within};

use crate::Parameters;
use crate::cells::differ;

/// A filter of m bits through which a stream passes: W live items, k hash functions, positions with replacement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stream {
    filter: Parameters,
}

/// A filter after some steps of a [`Stream`].
#[derive(Clone, Debug, PartialEq)]
pub struct Passed<N> {
    /// The probability that a given cell is empty (DlBF: that a bit is clear).
    pub empty: N,
    /// The probability that a given cell holds one live item and is not saturated.
    pub one_item: N,
    /// The probability that a given cell is not saturated (DlBF: that no two live items have ever shared the bit).
    pub unsaturated: N,
    /// The false-positive rate, by mean field.
    pub rate: N,
    /// The probability that the deletion of this step is refused, by mean field; 0 while nothing is deleted.
    pub refused: N,
}

struct Cell<N> {
    empty: N,
    one_item: N,
    unsaturated: N,
    /// The probability that the cell lets the item go that this step deletes.
    lets_go: N,
}

impl Stream {
    /// A filter of `kind` in `bits` bits (m) with `hashes` hash functions (k) and `window` live items (W).
    /// [`Refused`] unless 1 ≤ W, and as [`Parameters::new`] with W items.
    pub fn new(kind: DeletableKind, bits: u64, window: u64, hashes: u64) -> Result<Self, Refused> {
        within("items", window, 1..=MAX_SIZE)?;
        Ok(Self { filter: Parameters::new(kind, bits, window, 0, hashes)? })
    }

    /// a = kW/C, the positions written by live items per cell.
    pub fn load(&self) -> f64 {
        (self.filter.hashes() * self.filter.items()) as f64 / self.filter.cells() as f64
    }

    /// The filter after 0, 1, …, `steps` steps, from empty. Positive terms, but for complements.
    pub fn passed<A: Arithmetic>(&self, a: &A, steps: u64) -> Vec<Passed<A::Number>> {
        let touch = a.some_hit(1, self.filter.cells(), self.filter.hashes());
        let (steps, window) = (steps as usize, self.filter.items() as usize);
        match self.filter.kind() {
            DeletableKind::Dfp | DeletableKind::Tbf(_) => self.each(a, single::follow(a, &touch, window, steps)),
            DeletableKind::Qbf => self.each(a, double::follow(a, &touch, window, steps)),
            DeletableKind::Dlbf { region_bits } => {
                self.regions(a, &touch, region_bits, single::follow(a, &touch, window, steps))
            }
            DeletableKind::Counting | DeletableKind::FingerprintCounting { .. } => {
                self.each(a, counters(a, &touch, window, steps))
            }
        }
    }

    fn each<A: Arithmetic>(&self, a: &A, cells: Vec<Cell<A::Number>>) -> Vec<Passed<A::Number>> {
        let hidden = match self.filter.kind() {
            DeletableKind::Dfp => a.ratio(1, 2),
            DeletableKind::FingerprintCounting { fingerprint_bits } => differ(a, fingerprint_bits),
            _ => a.zero(),
        };
        let rate = |cell: &Cell<A::Number>| {
            let fails = cell.empty.clone() + hidden.clone() * &cell.one_item;
            (a.one() - fails).pow(self.filter.hashes())
        };
        let all = cells.into_iter().enumerate();
        all.map(|(step, cell)| self.state(a, step, rate(&cell), cell)).collect()
    }

    /// Bits of regions: a bit is clear if nothing live is there and its region is unmarked, or if it has been clear ever
    /// since its region was marked.
    fn regions<A: Arithmetic>(
        &self,
        a: &A,
        touch: &A::Number,
        region_bits: u64,
        bits: Vec<Cell<A::Number>>,
    ) -> Vec<Passed<A::Number>> {
        let mut clear_in_marked = a.zero();
        let mut unmarked_before = a.one();
        let state = |(step, bit): (usize, Cell<A::Number>)| {
            let others_unmarked = bit.unsaturated.pow(region_bits - 1);
            clear_in_marked =
                clear_in_marked.clone() * (a.one() - touch) + (unmarked_before.clone() - &others_unmarked) * &bit.empty;
            unmarked_before = others_unmarked.clone();
            let clear = bit.empty.clone() * &others_unmarked + &clear_in_marked;
            let rate = (a.one() - &clear).pow(self.filter.hashes());
            let lets_go = bit.lets_go.clone() * &others_unmarked;
            self.state(a, step, rate, Cell { empty: clear, lets_go, ..bit })
        };
        bits.into_iter().enumerate().map(state).collect()
    }

    fn state<A: Arithmetic>(&self, a: &A, step: usize, rate: A::Number, cell: Cell<A::Number>) -> Passed<A::Number> {
        let Cell { empty, one_item, unsaturated, lets_go } = cell;
        let deletes = step > self.filter.items() as usize;
        let refused = if deletes { (a.one() - lets_go).pow(self.filter.hashes()) } else { a.zero() };
        Passed { empty, one_item, unsaturated, rate, refused }
    }
}

/// Counters hold the live items and nothing else.
fn counters<A: Arithmetic>(a: &A, touch: &A::Number, window: usize, steps: usize) -> Vec<Cell<A::Number>> {
    let missed = a.one() - touch;
    let cell = |step: usize| {
        let live = step.min(window) as u64;
        let one_item = match live {
            0 => a.zero(),
            _ => a.integer(live) * touch * missed.pow(live - 1),
        };
        Cell { empty: missed.pow(live), one_item, unsaturated: a.one(), lets_go: a.one() }
    };
    (0..=steps).map(cell).collect()
}
