//! The loads of the paper: every filter of one size, n from m/64 to m/k.

use bloomlab_deletable::Parameters;
use bloomlab_occupancy::DeletableKind;
use bloomlab_pictures::{Axis, Mark, Panel, Point, Scale, Series};
use bloomlab_workbench::AnyError;
use serde::{Deserialize, Serialize};

use crate::measured::Row;

/// The parameters of figures 3 to 7.
#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Sweep {
    /// m.
    pub bits: u64,
    /// k.
    pub hashes: u64,
    /// b of the DlBF.
    pub region_bits: Vec<u64>,
    /// Independent filters at every point.
    pub epochs: u64,
}

impl Default for Sweep {
    fn default() -> Self {
        Self { bits: 262_144, hashes: 4, region_bits: vec![4, 8, 16], epochs: 14 }
    }
}

impl Sweep {
    /// D-FP, TBF in both packings, QBF and the DlBF of every region size.
    pub fn all_filters(&self) -> Vec<DeletableKind> {
        let mut all = vec![DeletableKind::Dfp, DeletableKind::TBF, DeletableKind::TBF_PACKED, DeletableKind::Qbf];
        all.extend(self.dlbf());
        all
    }

    /// The DlBF of every region size.
    pub fn dlbf(&self) -> Vec<DeletableKind> {
        self.region_bits.iter().map(|&region_bits| DeletableKind::Dlbf { region_bits }).collect()
    }

    /// Every filter at every load, r being `deleted_percent` of n.
    pub fn points(&self, filters: &[DeletableKind], deleted_percent: u64) -> Result<Vec<Parameters>, AnyError> {
        let mut points = Vec::new();
        for &filter in filters {
            for items in loads(self.bits, self.hashes)? {
                let deleted = items * deleted_percent / 100;
                points.push(Parameters::new(filter, self.bits, items, deleted, self.hashes)?);
            }
        }
        Ok(points)
    }
}

/// n from m/64 to m/k in steps of m/64.
pub(crate) fn loads(bits: u64, hashes: u64) -> Result<Vec<u64>, AnyError> {
    if bits == 0 || !bits.is_multiple_of(64) || !(1..=64).contains(&hashes) {
        return Err(format!("bits {bits}, hashes {hashes}: needs m a multiple of 64, and 1 ≤ k ≤ 64").into());
    }
    Ok((1..=64 / hashes).map(|step| step * (bits / 64)).collect())
}

/// For every filter the model as a line and the simulation as markers on it.
pub(crate) fn model_and_simulation(
    rows: &[Row],
    x: impl Fn(&Row) -> f64,
    model: impl Fn(&Row) -> f64,
    simulated: impl Fn(&Row) -> (f64, f64, f64),
) -> Vec<Series> {
    let mut all: Vec<Series> = Vec::new();
    for chunk in rows.chunk_by(|a, b| a.filter == b.filter) {
        let name = chunk.first().map(|row| row.filter.clone()).unwrap_or_default();
        let line = chunk.iter().map(|row| Point::new(x(row), model(row))).collect();
        let markers = chunk.iter().map(|row| {
            let (y, lower, upper) = simulated(row);
            Point { x: x(row), y, interval: Some((lower, upper)) }
        });
        all.push(Series { name: name.clone(), mark: Mark::Line, points: line });
        all.push(Series { name, mark: Mark::MarkersOnPrevious, points: markers.collect() });
    }
    all
}

/// Deletability against load.
pub(crate) fn deletability_panel(series: Vec<Series>) -> Panel {
    Panel {
        title: None,
        x: load_axis(),
        y: Axis::new("deletability of a stored item", Scale::Linear).including(0.0).including(1.0),
        series,
    }
}

/// False-positive rate against load.
pub(crate) fn rate_panel(rows: &[Row]) -> Panel {
    let simulated = |row: &Row| (row.simulated_rate, row.rate_lower, row.rate_upper);
    Panel {
        title: None,
        x: load_axis(),
        y: Axis::new("false-positive rate", Scale::Log10),
        series: model_and_simulation(rows, |row| row.items_per_bit, |row| row.exact_rate, simulated),
    }
}

pub(crate) fn load_axis() -> Axis {
    Axis::new("load n/m (items per bit)", Scale::Linear).including(0.0)
}

/// Every filter: those of the paper, the other packing, and the counters it builds on.
pub(crate) fn every_filter(region_bits: &[u64], fingerprint_bits: u32) -> Vec<DeletableKind> {
    let mut filters = vec![DeletableKind::Dfp, DeletableKind::TBF, DeletableKind::TBF_PACKED, DeletableKind::Qbf];
    filters.extend(region_bits.iter().map(|&region_bits| DeletableKind::Dlbf { region_bits }));
    filters.extend([DeletableKind::Counting, DeletableKind::FingerprintCounting { fingerprint_bits }]);
    filters
}
