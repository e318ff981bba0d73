//! The loops of the sweeps, compiled twice: for every processor and for those with AVX2.
//!
//! Neither fuses a multiplication with an addition, and both add in one order: the bytes are the same everywhere.

use multiversion::multiversion;

/// States computed together: two to four vector registers, whatever the machine's width.
pub(crate) const LANES: usize = 8;

/// One value for each of the states that are computed together.
pub(crate) type Lanes = [f64; LANES];

/// Fills in τ(i, i + d) by d and state, i = `base`, `base` + 1, …, by the recursion of eq. 4 of Dozier, Salamatian, Rubenstein, and returns
/// 1 − τ(i, i), summed from the others.
///
/// `hit` and `miss` become (i + d)/M and (M − i − d)/M.
#[multiversion(targets("x86_64+avx2"))]
pub(super) fn recursion(tau: &mut [Lanes], hit: &mut [Lanes], miss: &mut [Lanes], base: f64, bits: f64) -> Lanes {
    let scale = 1.0 / bits;
    // whole numbers, exact in doubles
    let mut set: Lanes = std::array::from_fn(|lane| base + lane as f64);
    for (hit, miss) in hit.iter_mut().zip(miss.iter_mut()) {
        *hit = set.map(|set| set * scale);
        *miss = set.map(|set| (bits - set).max(0.0) * scale);
        set = set.map(|set| set + 1.0);
    }
    // the first hash function by itself; each further one reaches one state more
    tau[0] = hit[0];
    tau[1] = miss[0];
    for reach in 2..tau.len() {
        let mut moves = tau[reach - 1];
        for lane in 0..LANES {
            tau[reach][lane] = moves[lane] * miss[reach - 1][lane];
        }
        for d in (1..reach).rev() {
            let stays = moves;
            moves = tau[d - 1];
            for lane in 0..LANES {
                tau[d][lane] = stays[lane] * hit[d][lane] + moves[lane] * miss[d - 1][lane];
            }
        }
        for lane in 0..LANES {
            tau[0][lane] = moves[lane] * hit[0][lane];
        }
    }
    leaves(tau)
}

#[inline(always)]
pub(super) fn leaves(tau: &[Lanes]) -> Lanes {
    let mut sum = [0.0; LANES];
    for tau in &tau[1..] {
        for lane in 0..LANES {
            sum[lane] += tau[lane];
        }
    }
    sum
}

/// v_i of the states, from what earlier ones owe to them; `waits` is 1/(1 − τ(i, i)), and `pending` moves on to what is owed to the next
/// states.
#[multiversion(targets("x86_64+avx2"))]
pub(super) fn visit(tau: &[Lanes], waits: &Lanes, pending: &mut [f64]) -> Lanes {
    let mut visits = [0.0; LANES];
    for lane in 0..LANES {
        let here = pending[0] * waits[lane];
        for d in 1..tau.len() {
            pending[d - 1] = pending[d] + here * tau[d][lane];
        }
        visits[lane] = here;
    }
    // the last state is reached from the next block only
    let scale = 1.0 / pending[..tau.len() - 1].iter().sum::<f64>();
    for owed in pending.iter_mut() {
        *owed *= scale;
    }
    visits
}

#[multiversion(targets("x86_64+avx2"))]
pub(super) fn add_products(sums: &mut [f64], x: &[f64], y: &[f64]) {
    for ((sum, x), y) in sums.iter_mut().zip(x).zip(y) {
        *sum += x * y;
    }
}

/// A sum of positive numbers, with what rounding has lost of it so far (Kahan).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CompensatedSum {
    sum: f64,
    excess: f64,
}

impl CompensatedSum {
    pub(super) fn add(&mut self, term: f64) {
        let term = term - self.excess;
        let sum = self.sum + term;
        self.excess = (sum - self.sum) - term;
        self.sum = sum;
    }

    pub(super) fn with(&self, term: f64) -> f64 {
        self.sum + (term - self.excess)
    }
}
