//! The distribution of an item's mask: which of a query's positions it covers.
//!
//! An outcome of an item is a pair (a, d). A step d is *special* for a query when some walk of that step hits the query twice:
//! two of its positions, or one of them twice. Every other step hits each of the L positions in k outcomes, one for each
//! position of the walk, and nothing else in any of these. So only special steps need a look, and they are the solutions of
//! fewer than k²L² linear congruences, whatever m is. Where m is small, nearly every step is special, and a look at all hits of all
//! steps is shorter.

use crate::{
    walks::residues::{Congruence, add, mul, sub},
    walks::step_set::StepSet,
};

/// Some positions of a query, bit j for position j.
pub(crate) type Mask = u64;

/// The outcomes of an item by the mask that they cover of one query; those that cover nothing are not counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MaskCounts {
    /// The outcomes that cover position j and nothing else, beside those in `counts`: as many for every j.
    pub alone: u128,
    /// Further outcomes: `counts[mask]` that cover `mask`. 2^L entries.
    pub counts: Vec<u64>,
}

impl MaskCounts {
    /// No outcome.
    pub fn empty(targets: usize) -> Self {
        Self { alone: 0, counts: vec![0; 1 << targets] }
    }

    /// L, the positions of the query.
    pub fn targets(&self) -> u32 {
        self.counts.len().trailing_zeros()
    }

    /// Adds `times` times the outcomes of others.
    pub fn add(&mut self, other: &MaskCounts, times: u64) {
        self.alone += other.alone * u128::from(times);
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count += more * times;
        }
    }
}

/// The outcomes of items that hit a query more than once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Meetings {
    /// The admitted special steps.
    pub special_steps: u64,
    /// The outcomes of special steps that hit position j once, and no other.
    pub alone: Vec<u64>,
    /// The outcomes that hit the query several times.
    pub clusters: Vec<Cluster>,
}

/// An outcome that hits a query several times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cluster {
    /// The positions of the query that it covers.
    pub mask: Mask,
    /// How many positions of the item lie on the query, coinciding ones counted each: at least 2.
    pub hits: u32,
}

/// Two hits of the same outcome (a, d), each as i·L + j: position i of the item on position j of the query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Coincidence {
    step: u64,
    start: u64,
    hits: [u16; 2],
}

/// With no more bits than this for each of the kL hits of a step, all steps are looked at: a hit takes a few operations, each of the
/// k²L²/2 congruences about a hundred.
const FEW_BITS: usize = 6;

/// The positions a + i·d + C_i mod m of an item, i < k: a is uniform on Z_m, d on the steps that are admitted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walks<'a> {
    pub bits: u64,
    pub admitted: StepSet,
    /// C_0, …, C_(k−1): residues modulo m.
    pub curve: &'a [u64],
}

impl Walks<'_> {
    /// The distribution of the mask of an item, of D = `steps` admitted steps, for a query at these positions: distinct residues.
    pub fn masks(self, query: &[u64], steps: u64) -> MaskCounts {
        if self.bits <= (FEW_BITS * self.curve.len() * query.len()) as u64 {
            return self.by_all_steps(query);
        }
        self.by_special_steps(query, steps)
    }

    /// The same from the special steps.
    pub fn by_special_steps(self, query: &[u64], steps: u64) -> MaskCounts {
        let meetings = self.meetings(query);
        let mut masks = MaskCounts::empty(query.len());
        masks.alone = self.curve.len() as u128 * u128::from(steps - meetings.special_steps);
        for (target, alone) in meetings.alone.iter().enumerate() {
            masks.counts[1 << target] = *alone;
        }
        for cluster in &meetings.clusters {
            masks.counts[cluster.mask as usize] += 1;
        }
        masks
    }

    /// The same from all hits of all steps: position i of an item lies on position j of the query where a = t_j − i·d − C_i.
    pub fn by_all_steps(self, query: &[u64]) -> MaskCounts {
        let mut masks = MaskCounts::empty(query.len());
        let mut mask_from = vec![0_u32; self.bits as usize];
        let mut starts = vec![0; self.curve.len() * query.len()];
        for step in (0..self.bits).filter(|&step| self.admitted.admits(step, self.bits)) {
            for ((i, bend), starts) in (0..).zip(self.curve).zip(starts.chunks_exact_mut(query.len())) {
                let walked = add(mul(i, step, self.bits), *bend, self.bits);
                for ((j, position), start) in query.iter().enumerate().zip(starts) {
                    *start = sub(*position, walked, self.bits) as usize;
                    mask_from[*start] |= 1 << j;
                }
            }
            for start in &starts {
                masks.counts[std::mem::take(&mut mask_from[*start]) as usize] += 1;
            }
        }
        // starts that were counted before
        masks.counts[0] = 0;
        masks
    }

    /// All pairs of hits (i, j), (i', j') of one outcome, in the order of the outcomes: a = t_j − i·d − C_i = t_j' − i'·d − C_i',
    /// that is (i − i')·d ≡ (t_j − t_j') − (C_i − C_i').
    fn coincidences(self, query: &[u64]) -> Vec<Coincidence> {
        let (hashes, targets) = (self.curve.len(), query.len());
        let mut found = Vec::with_capacity((hashes * targets).pow(2) / 2);
        for apart in 1..hashes {
            let congruence = Congruence::new(apart as u64, self.bits);
            // the solutions for every (j, j'), which straight walks share from one i' to the next
            let (mut solved_bend, mut solutions) = (None, Vec::new());
            for low in 0..hashes - apart {
                let bend = sub(self.curve[low + apart], self.curve[low], self.bits);
                if solved_bend != Some(bend) {
                    solved_bend = Some(bend);
                    solutions.clear();
                    for (j, other) in (0..targets).flat_map(|j| (0..targets).map(move |other| (j, other))) {
                        let right = sub(sub(query[j], query[other], self.bits), bend, self.bits);
                        let steps = congruence.solve(right).filter(|&step| self.admitted.admits(step, self.bits));
                        solutions.extend(steps.map(|step| (step, j as u16, other as u16)));
                    }
                }
                let (later, earlier) = (((low + apart) * targets) as u16, (low * targets) as u16);
                found.extend(solutions.iter().map(|&(step, j, other)| {
                    let walked = add(mul(low as u64, step, self.bits), self.curve[low], self.bits);
                    let start = sub(query[usize::from(other)], walked, self.bits);
                    Coincidence { step, start, hits: [later + j, earlier + other] }
                }));
            }
        }
        by_step(found, self.bits as usize)
    }

    /// The outcomes that hit the query more than once.
    pub fn meetings(self, query: &[u64]) -> Meetings {
        let mut meetings = Meetings::default();
        let mut in_clusters = vec![0; query.len()];
        let mut hits: Vec<u16> = Vec::new();
        for step in self.coincidences(query).chunk_by(|one, next| one.step == next.step) {
            meetings.special_steps += 1;
            for outcome in step.chunk_by(|one, next| one.start == next.start) {
                hits.clear();
                hits.extend(outcome.iter().flat_map(|pair| pair.hits));
                if outcome.len() > 1 {
                    hits.sort_unstable();
                    hits.dedup();
                }
                let mut cluster = Cluster { mask: 0, hits: hits.len() as u32 };
                for target in hits.iter().map(|hit| usize::from(hit % query.len() as u16)) {
                    in_clusters[target] += 1;
                    cluster.mask |= 1 << target;
                }
                meetings.clusters.push(cluster);
            }
        }
        let hits_of_each = meetings.special_steps * self.curve.len() as u64;
        meetings.alone = in_clusters.into_iter().map(|clustered: u64| hits_of_each - clustered).collect();
        meetings
    }
}

/// The pairs in the order of their steps, of one step in that of their starts: by counting if there are few steps for them.
fn by_step(mut pairs: Vec<Coincidence>, bits: usize) -> Vec<Coincidence> {
    if bits > 16 * pairs.len() {
        pairs.sort_unstable();
        return pairs;
    }
    let mut places = vec![0; bits + 1];
    for pair in &pairs {
        places[pair.step as usize + 1] += 1;
    }
    for step in 1..=bits {
        places[step] += places[step - 1];
    }
    let mut sorted = pairs.clone();
    for pair in pairs {
        let place = &mut places[pair.step as usize];
        sorted[*place] = pair;
        *place += 1;
    }
    sorted
        .chunk_by_mut(|one, next| one.step == next.step)
        .for_each(|same| same.sort_unstable_by_key(|pair| pair.start));
    sorted
}
