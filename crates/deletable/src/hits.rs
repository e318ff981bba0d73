//! One item, or all of them, and a set of watched cells.
//!
//! Watch w of the C cells. An item hits, of these, exactly a given set of u cells with a probability that depends on u
//! alone; call it c_u. That is all that the filters' formulas need of the hash functions. Throwing the k positions one
//! after the other, the last position either falls on the u cells again or outside the watched ones, or is the only
//! one on one of the u cells:
//!
//! c_u ← c_u (u + C − w)/C + c_(u−1) u/C,  from c_0 = 1,
//!
//! so that Σ_u C(w, u) c_u = 1. All terms are positive.

use bloomlab_numbers::{Arithmetic, Number};

/// The watched cells: w of them among C, and the c_u of an item with k positions.
pub(crate) struct Watched<N> {
    cells: u64,
    hashes: u64,
    /// w.
    pub(crate) watched: u64,
    /// c_u.
    pub(crate) hit: Vec<N>,
}

impl<N: Number> Watched<N> {
    /// Watches `watched` ≤ `cells` cells.
    pub(crate) fn new<A: Arithmetic<Number = N>>(a: &A, watched: u64, cells: u64, hashes: u64) -> Self {
        let most = hashes.min(watched) as usize;
        let mut hit = vec![a.zero(); most + 1];
        hit[0] = a.one();
        for _ in 0..hashes {
            for u in (1..=most).rev() {
                let stay = hit[u].clone() * a.ratio(u as u64 + cells - watched, cells);
                hit[u] = stay + hit[u - 1].clone() * a.ratio(u as u64, cells);
            }
            hit[0] = hit[0].clone() * a.ratio(cells - watched, cells);
        }
        hit[0] = a.all_miss(watched, cells, hashes);
        Self { cells, hashes, watched, hit }
    }

    pub(crate) fn most(&self) -> usize {
        self.hit.len() - 1
    }

    pub(crate) fn all_miss<A: Arithmetic<Number = N>>(&self, a: &A, items: u64) -> N {
        a.all_miss(self.watched, self.cells, self.hashes * items)
    }

    /// 1 − c_0: an item hits some watched cell.
    pub(crate) fn some_hit<A: Arithmetic<Number = N>>(&self, a: &A) -> N {
        a.some_hit(self.watched, self.cells, self.hashes)
    }

    /// χ_0..=χ_w, with χ_j the probability that `items` items hit exactly j of the watched cells, each of these once (by
    /// one item, which may hit several), when every item that hits any is of a kind whose probability is `share`:
    ///
    /// Σ_j χ_j x^j/(w)_j = (c_0 + share · Σ_(u≥1) c_u x^u/u!)^items.
    ///
    /// The items that hit are the blocks of a partition of the j cells; the power is expanded by their number b,
    /// C(items, b) c_0^(items − b) times the b-th power of the rest, so that every term is positive and c_0 = 0 (all
    /// cells watched) needs no exception. From b to b + 1 items an item hits u of the w − j + u cells that were free:
    /// C(w − j + u, u) ways. (The coefficients of x^j alone would be χ_j divided by up to w!, out of a double's range.)
    pub(crate) fn once_each<A: Arithmetic<Number = N>>(&self, a: &A, items: u64, share: &N) -> Vec<N> {
        let watched = self.watched as usize;
        let kinds: Vec<N> = self.hit.iter().map(|hit| hit.clone() * share).collect();
        let new_hits = |j: usize| -> Vec<N> {
            let free = |u: usize| (watched - j + u) as u64;
            let mut sets = a.one(); // C(w − j + u, u)
            (1..=self.most().min(j))
                .map(|u| {
                    sets = sets.clone() * a.ratio(free(u), u as u64);
                    sets.clone() * &kinds[u]
                })
                .collect()
        };
        let new_hits: Vec<Vec<N>> = (0..=watched).map(new_hits).collect();
        let mut blocks = vec![a.zero(); watched + 1]; // b items hit j cells in all, for every j; from b = 0
        blocks[0] = a.one();
        let mut total: Vec<N> = vec![a.zero(); watched + 1];
        for b in 0..=items.min(self.watched) {
            let others = self.all_miss(a, items - b);
            for (sum, term) in total.iter_mut().zip(&blocks) {
                *sum = sum.clone() + others.clone() * term;
            }
            let more = a.ratio(items - b, b + 1);
            // b + 1 items that hit, hit at least as many cells and at most k each
            let most = (b as usize + 1).saturating_mul(self.most()).min(watched);
            for j in (b as usize..=most).rev() {
                blocks[j] = a.dot(&new_hits[j], blocks[..j].iter().rev()) * &more;
            }
        }
        total
    }
}

/// From χ of w = `chi.len()` − 1 cells: the cells hit are all among `cells` ≤ w given ones, Σ_j χ_j (cells)_j/(w)_j.
pub(crate) fn only_among<A: Arithmetic>(a: &A, chi: &[A::Number], cells: usize) -> A::Number {
    let watched = chi.len() - 1;
    let mut share = a.one();
    let mut sum = a.zero();
    for (j, exactly) in chi.iter().enumerate().take(cells + 1) {
        sum = sum + share.clone() * exactly;
        if j < cells {
            share = share * a.ratio((cells - j) as u64, (watched - j) as u64);
        }
    }
    sum
}
