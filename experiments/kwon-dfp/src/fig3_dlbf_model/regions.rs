//! Regions of the DlBF: the share that is marked, and the share of the items' positions that lie in a marked one.

pub(super) mod trial;

use bloomlab_deletable::Parameters;
use bloomlab_numbers::Double;
use bloomlab_occupancy::DeletableKind;
use bloomlab_workbench::figure::*;

use self::trial::Trial;
use crate::trials::estimate;

/// The columns of one point; what was simulated is missing where the models stand alone.
pub(super) struct Marked {
    pub region_bits: u64,
    pub model_of_regions: f64,
    pub model_of_positions: f64,
    pub regions: Option<Interval>,
    pub positions: Option<Interval>,
    pub excess: Option<Interval>,
}

pub(super) fn with_trials(p: &Parameters, trials: &[Trial]) -> Result<Marked> {
    let mean = |of: fn(&Trial) -> f64| estimate(trials.iter().map(of)).map(|mean| Some(mean.triple().into()));
    let excess = mean(|trial| trial.positions - trial.regions)?;
    Ok(Marked {
        regions: mean(|trial| trial.regions)?,
        positions: mean(|trial| trial.positions)?,
        excess,
        ..models(p)?
    })
}

/// The models alone.
pub(super) fn models(p: &Parameters) -> Result<Marked> {
    let DeletableKind::Dlbf { region_bits } = p.kind() else { return Err("not a DlBF".into()) };
    let load = p.load(&Double);
    let empty = libm::exp(-load);
    let clean = (1.0 + load) * empty;
    Ok(Marked {
        region_bits,
        model_of_regions: 1.0 - libm::pow(clean, region_bits as f64),
        model_of_positions: 1.0 - empty * libm::pow(clean, (region_bits - 1) as f64),
        regions: None,
        positions: None,
        excess: None,
    })
}
