//! Filters that open further stages when one is full.

use crate::{Slices, walks_in_slices};

/// Stages of slices (Almeida, Baquero, Preguiça, Hutchison, *Scalable Bloom filters*, 2007): stage i holds n_0 s^i items.
#[derive(Clone, Copy, Debug)]
pub struct Stages {
    /// n_0: items of the first stage.
    pub items: u64,
    /// s: how many times as many each further one holds.
    pub growth: u64,
    /// The target of the first stage.
    pub target: f64,
    /// r: how many times the target of the stage before.
    pub tightening: f64,
    /// True if the positions of an item are one walk for all slices, in arithmetic of 64 bits, and not independent.
    pub walks: bool,
    /// From the items and the target of a stage to its slices.
    pub stage: fn(u64, f64) -> Slices,
}

impl Stages {
    /// The stages that n items open, each with the items in it; the last is not full.
    fn filled(&self, items: u64) -> Vec<(Slices, u64)> {
        let (mut left, mut holds, mut target) = (items, self.items, self.target);
        let mut stages = Vec::new();
        while left > 0 || stages.is_empty() {
            let held = left.min(holds);
            stages.push(((self.stage)(holds, target), held));
            left -= held;
            holds = holds.saturating_mul(self.growth);
            target *= self.tightening;
        }
        stages
    }

    /// 1 − Π (1 − f_i) over the stages, f_i the rate of a stage with its items. Libraries that do not insert what they already report
    /// have a somewhat higher rate.
    pub fn rate(&self, items: u64) -> f64 {
        let none =
            self.filled(items).iter().map(|(slices, held)| libm::log1p(-self.stage_rate(*slices, *held))).sum::<f64>();
        -libm::expm1(none)
    }

    /// The rate of a stage; walks of more slices than are summed count as independent.
    fn stage_rate(&self, slices: Slices, held: u64) -> f64 {
        match self.walks && slices.slices <= walks_in_slices::MAX_SLICES {
            true => walks_in_slices::rate(slices.bits, slices.slices, held),
            false => slices.rate(held),
        }
    }

    /// Returns true if [`rate`](Self::rate) with n items is that of the walks themselves: of one stage with few slices.
    pub(crate) fn sums_walks(&self, items: u64) -> bool {
        self.walks && items <= self.items && (self.stage)(self.items, self.target).slices <= walks_in_slices::MAX_SLICES
    }
}

#[cfg(test)]
mod tests {
    use super::Stages;
    use crate::Slices;

    /// Stages as Almeida et al. size them.
    fn stage(items: u64, target: f64) -> Slices {
        let slices = libm::ceil(-libm::log2(target)) as u64;
        let total = libm::ceil(items as f64 * -libm::log(target) / std::f64::consts::LN_2.powi(2));
        Slices { bits: (total as u64).div_ceil(slices), slices, values: None }
    }

    #[test]
    fn stages_without_a_factor_miss_and_those_of_the_paper_do_not() {
        let without = Stages { items: 1000, growth: 2, target: 0.01, tightening: 0.9, walks: false, stage };
        assert!((without.rate(31_000) / 0.040_588_403_320_393_94 - 1.0).abs() < 1e-12);
        let paper = Stages { target: 0.005, tightening: 0.5, ..without };
        assert!((paper.rate(31_000) / 0.009_685_007_187_043_072 - 1.0).abs() < 1e-12);
    }
}
