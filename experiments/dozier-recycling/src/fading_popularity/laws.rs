//! The distributions of reuse distances, as the models and the simulation take them.

use super::Row;
use crate::prelude::*;

/// A distribution with its name.
pub(super) struct Law {
    name: String,
    pub(super) reuse: Reuse,
    pub(super) simulated: ReuseDistance,
    /// 1 + E\[R\], or the window of a uniform law; none where E\[R\] is infinite.
    pub(super) scale: Option<f64>,
}

impl Law {
    /// The geometric law, the uniform one, and the power laws.
    pub(super) fn all(mean: f64, window: u64, powers: &[f64]) -> Result<Vec<Self>, AnyError> {
        let geometric = Self {
            name: format!("geometric {mean}"),
            reuse: Reuse::geometric(mean)?,
            simulated: ReuseDistance::Geometric { mean },
            scale: Some(1.0 + mean),
        };
        let uniform = Self {
            name: format!("uniform {window}"),
            reuse: Reuse::uniform(window)?,
            simulated: ReuseDistance::Uniform { window },
            scale: Some(window as f64),
        };
        let mut laws = vec![geometric, uniform];
        for &exponent in powers {
            let reuse = Reuse::power(exponent)?;
            let scale = Some(1.0 + reuse.mean()).filter(|scale| scale.is_finite());
            let simulated = ReuseDistance::Power { exponent };
            laws.push(Self { name: format!("power {exponent}"), reuse, simulated, scale });
        }
        Ok(laws)
    }

    pub(super) fn row(&self, filter: &str, series: &str, messages_per_cycle: f64, false_negative_rate: f64) -> Row {
        Row {
            law: self.name.clone(),
            mean_distance: Some(self.reuse.mean()).filter(|mean| mean.is_finite()),
            filter: filter.to_owned(),
            series: series.to_owned(),
            sigma: None,
            messages_per_cycle,
            false_negative_rate,
            spread: None,
            cycle_over_distance: None,
        }
    }
}
