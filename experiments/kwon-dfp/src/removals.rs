//! What deletions do to the items that stay: item by item.

use bloomlab_deletable::{Parameters, double};
use bloomlab_filters::{
    CellFilter, Cells, CountingFilter, DeletableFilter, DfpFilter, DlbfFilter, FilterError, FingerprintCountingFilter,
    Hashing, Probe, QuaternaryFilter, Removal, TernaryFilter,
};
use bloomlab_occupancy::DeletableKind;
use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_simulation::{CONFIDENCE, DeletablePoint, Estimate, SimulationError, StreamKey};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use rand::Rng;
use serde::{Deserialize, Serialize};

use crate::measured::trials_of;
use crate::sweep::Sweep;

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Settings {
    /// m.
    bits: u64,
    /// k.
    hashes: u64,
    /// b of the DlBF.
    region_bits: Vec<u64>,
    /// n, in thousandths of m.
    items_thousandths: u64,
    /// 100 r/n.
    deleted_percent: Vec<u64>,
    /// Independent filters at every point.
    epochs: u64,
}

impl Default for Settings {
    fn default() -> Self {
        let (region_bits, deleted_percent) = (vec![4, 8, 16], vec![0, 10, 20, 30, 40]);
        Self { bits: 262_144, hashes: 4, region_bits, items_thousandths: 100, deleted_percent, epochs: 14 }
    }
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    filter: String,
    bits: u64,
    hashes: u64,
    /// n.
    items: u64,
    /// r.
    deleted: u64,
    epochs: u64,
    /// Of n + r items, none deleted: the exact model.
    exact_deletability: f64,
    /// Of the n items after the r were deleted, with its 99 % interval.
    after: f64,
    after_lower: f64,
    after_upper: f64,
    /// Of the n + r items of other filters, from which none was deleted.
    full: f64,
    full_lower: f64,
    full_upper: f64,
    /// In all epochs: items that stayed, …
    stayed: u64,
    /// … of which so many were deletable before the deletions and not after, or the other way round, …
    changed: u64,
    /// … and so many were not found after them.
    false_negatives: u64,
    /// Items that were to be deleted and could be.
    removed: u64,
    /// Items that stayed whose deletability depends on the order of the deletions.
    changed_by_order: u64,
}

/// What one filter shows.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Trial {
    deletable_after: u64,
    deletable_full: u64,
    changed: u64,
    false_negatives: u64,
    removed: u64,
    changed_by_order: u64,
}

pub(crate) struct Removals;

impl Figure for Removals {
    type Parameters = Settings;
    type Row = Row;

    fn compute(s: &Settings, context: &Context) -> Result<Vec<Row>, AnyError> {
        let sweep = Sweep { bits: s.bits, hashes: s.hashes, region_bits: s.region_bits.clone(), epochs: s.epochs };
        let items = s.bits * s.items_thousandths / 1000;
        if items == 0 {
            return Err(format!("items_thousandths {}: no item in {} bits", s.items_thousandths, s.bits).into());
        }
        let mut points = Vec::new();
        for filter in sweep.all_filters() {
            for percent in &s.deleted_percent {
                points.push(Parameters::new(filter, s.bits, items, items * percent / 100, s.hashes)?);
            }
        }
        let trials = trials_of("kwon-dfp, removals", &points, s.epochs, context, simulate)?;
        points.iter().zip(&trials).map(|(p, trials)| row(p, trials)).collect()
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let mut series = Vec::new();
        let x = |row: &Row| row.deleted as f64 / row.items as f64;
        for rows in rows.chunk_by(|a, b| a.filter == b.filter) {
            let line = rows.iter().map(|row| Point::new(x(row), row.exact_deletability)).collect();
            let markers = rows.iter().map(|row| Point {
                x: x(row),
                y: row.after,
                interval: Some((row.after_lower, row.after_upper)),
            });
            let name = rows[0].filter.clone();
            series.push(Series { name: name.clone(), mark: Mark::Line, points: line });
            series.push(Series { name, mark: Mark::MarkersOnPrevious, points: markers.collect() });
        }
        let panel = Panel {
            title: None,
            x: Axis::new("deleted items r/n", Scale::Linear).including(0.0),
            y: Axis::new("deletability of the n items that stay", Scale::Linear).including(0.0).including(1.0),
            series,
        };
        Ok(LineFigure::single(panel).draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        let sum = |rows: &[&Row], count: fn(&Row) -> u64| rows.iter().map(|row| count(row)).sum::<u64>();
        let (d_fp, others): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(|row| row.filter == "D-FP");
        let after_deletions: Vec<&Row> = d_fp.iter().copied().filter(|row| row.deleted > 0).collect();
        let all: Vec<&Row> = rows.iter().collect();
        let unchanged = |rows: &[&Row]| {
            sum(rows, |row| row.changed + row.changed_by_order) == 0 && sum(rows, |row| row.removed) > 0
        };
        let other_filters = others.chunk_by(|a, b| a.filter == b.filter).count();
        Ok(vec![
            Decision::new("D15")
                .measured(sum(&d_fp, |row| row.changed + row.changed_by_order) as f64)
                .decide(unchanged(&d_fp))
                .because(format!(
                    "asked of {} items that stayed while {} were deleted",
                    sum(&after_deletions, |row| row.stayed),
                    sum(&d_fp, |row| row.removed)
                )),
            Decision::new("D16")
                .measured(sum(&others, |row| row.changed + row.changed_by_order) as f64)
                .decide(unchanged(&others))
                .because(format!("{other_filters} filters, counting packings and region sizes")),
            degradation(rows)?,
            Decision::new("D23")
                .measured(sum(&all, |row| row.false_negatives) as f64)
                .decide(sum(&all, |row| row.false_negatives) == 0 && sum(&all, |row| row.removed) > 0)
                .because(format!(
                    "{} items of every filter asked for; only stored items were deleted",
                    sum(&all, |row| row.stayed)
                )),
        ])
    }
}

/// A difference of so many half widths of a 99 % interval of 14 epochs has a probability below 1e-3.
const HALF_WIDTHS: f64 = 1.5;

fn degradation(rows: &[Row]) -> Result<Decision, AnyError> {
    let apart = |row: &Row| {
        let width = libm::hypot(row.after_upper - row.after, row.full_upper - row.full);
        (row.after - row.full).abs() / width
    };
    let farthest = rows.iter().filter(|row| row.deleted > 0).map(apart).fold(0.0, f64::max);
    let d_fp = |per_cent: u64| {
        let share = |row: &Row| (100.0 * row.deleted as f64 / row.items as f64).ceil();
        let found = rows.iter().find(|row| row.filter == "D-FP" && share(row) == per_cent as f64);
        found.ok_or_else(|| format!("the table lacks D-FP with r = {per_cent} % of n"))
    };
    let (none, fifth) = (d_fp(0)?, d_fp(20)?);
    let load = |items: u64| items as f64 / none.bits as f64;
    Ok(Decision::new("D19")
        .measured(farthest)
        .decide(farthest <= HALF_WIDTHS && fifth.after < none.after)
        .because(format!(
            "D-FP at n = {:.2} m and r = 0.2 n: {:.4}, at the load {:.2} without deletions {:.4}, at the load {:.2} {:.4}",
            load(none.items),
            fifth.after,
            load(fifth.items + fifth.deleted),
            fifth.full,
            load(none.items),
            none.full
        )))
}

fn simulate(design: &DeletablePoint, key: &StreamKey) -> Result<Trial, SimulationError> {
    let bits = design.bits;
    let mut random = key.generator();
    let hashing = Hashing::ideal(design.hashes, random.next_u64());
    let mut word = || random.next_u64();
    let trial = match design.kind {
        DeletableKind::Dfp => trial(&DfpFilter::within(bits, hashing)?, design, &mut word),
        DeletableKind::Tbf(packing) => trial(&TernaryFilter::within(bits, packing, hashing)?, design, &mut word),
        DeletableKind::Dlbf { region_bits } => {
            trial(&DlbfFilter::within(bits, region_bits, hashing)?, design, &mut word)
        }
        DeletableKind::Counting => trial(&CountingFilter::within(bits, hashing)?, design, &mut word),
        DeletableKind::FingerprintCounting { fingerprint_bits } => {
            trial(&FingerprintCountingFilter::within(bits, fingerprint_bits, hashing)?, design, &mut word)
        }
        DeletableKind::Qbf => trial(&QuaternaryFilter::within(bits, hashing)?, design, &mut word),
    };
    Ok(trial?)
}

/// One trial, from an empty filter and random words.
fn trial<C: Cells + Clone>(
    empty: &CellFilter<C>,
    design: &DeletablePoint,
    word: &mut impl FnMut() -> u64,
) -> Result<Trial, FilterError> {
    let locator = *empty.locator();
    let mut draw = || -> Vec<Probe> { (0..design.items + design.deleted).map(|_| locator.draw(&mut *word)).collect() };
    let full = |probes: &[Probe]| {
        let mut filter = empty.clone();
        probes.iter().try_for_each(|probe| filter.insert_at(probe)).map(|()| filter)
    };
    let deletable = |filter: &CellFilter<C>, probes: &[Probe]| -> Result<Vec<bool>, FilterError> {
        probes.iter().map(|probe| filter.is_deletable_at(probe)).collect()
    };
    let differ = |a: &[bool], b: &[bool]| a.iter().zip(b).filter(|(a, b)| a != b).count() as u64;
    let count = |found: &[bool]| found.iter().filter(|found| **found).count() as u64;

    let probes = draw();
    let (leaving, staying) = probes.split_at(design.deleted as usize);
    let filled = full(&probes)?;
    let before = deletable(&filled, staying)?;
    let (mut filter, mut backwards) = (filled.clone(), filled);
    let mut removed = 0;
    for probe in leaving {
        removed += u64::from(filter.remove_at(probe)? == Removal::Removed);
    }
    for probe in leaving.iter().rev() {
        backwards.remove_at(probe)?;
    }
    let after = deletable(&filter, staying)?;
    let mut false_negatives = 0;
    for probe in staying {
        false_negatives += u64::from(!filter.contains_at(probe)?);
    }
    let others = draw();
    let deletable_full = count(&deletable(&full(&others)?, &others)?);
    Ok(Trial {
        deletable_after: count(&after),
        deletable_full,
        changed: differ(&before, &after),
        false_negatives,
        removed,
        changed_by_order: differ(&after, &deletable(&backwards, staying)?),
    })
}

fn row(p: &Parameters, trials: &[Trial]) -> Result<Row, AnyError> {
    let shares = |count: fn(&Trial) -> u64, of: u64| {
        let shares: Vec<f64> = trials.iter().map(|trial| count(trial) as f64 / of as f64).collect();
        Estimate::of(&shares, CONFIDENCE)
    };
    let after = shares(|trial| trial.deletable_after, p.items())?;
    let full = shares(|trial| trial.deletable_full, p.inserted())?;
    let sum = |count: fn(&Trial) -> u64| trials.iter().map(count).sum();
    Ok(Row {
        filter: p.kind().to_string(),
        bits: p.bits(),
        hashes: p.hashes(),
        items: p.items(),
        deleted: p.deleted(),
        epochs: after.epochs,
        exact_deletability: double::deletability(&p.before_deletions())?,
        after: after.mean,
        after_lower: after.lower(),
        after_upper: after.upper(),
        full: full.mean,
        full_lower: full.lower(),
        full_upper: full.upper(),
        stayed: p.items() * after.epochs,
        changed: sum(|trial| trial.changed),
        false_negatives: sum(|trial| trial.false_negatives),
        removed: sum(|trial| trial.removed),
        changed_by_order: sum(|trial| trial.changed_by_order),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use bloomlab_filters::{DfpCell, DfpCells};
    use bloomlab_workbench::Verdict;

    /// D-FP cells that a deletion empties even when they are saturated.
    #[derive(Clone)]
    struct Reckless(DfpCells);

    impl Cells for Reckless {
        fn cell_count(&self) -> u64 {
            self.0.cell_count()
        }
        fn write(&mut self, cell: u64, fingerprint: u64) {
            self.0.write(cell, fingerprint);
        }
        fn matches(&self, cell: u64, fingerprint: u64) -> bool {
            self.0.matches(cell, fingerprint)
        }
        fn is_saturated(&self, _: u64) -> bool {
            false
        }
        fn take_out(&mut self, cell: u64, fingerprint: u64) {
            // twice over: a saturated cell holds something again, and is emptied by force
            if self.0.is_saturated(cell) {
                let mut states: Vec<_> = self.0.states().collect();
                states[cell as usize] = DfpCell::Empty;
                self.0 = DfpCells::from_states(&states).unwrap();
            } else {
                self.0.take_out(cell, fingerprint);
            }
        }
        fn memory_bits(&self) -> u64 {
            self.0.memory_bits()
        }
        fn allocated_bits(&self) -> u64 {
            self.0.allocated_bits()
        }
    }

    fn verdicts<C: Cells + Clone>(cells: C) -> Vec<Verdict> {
        let filter = CellFilter::over(cells, Hashing::ideal(4, 3)).unwrap();
        let mut rows = Vec::new();
        for kind in [DeletableKind::Dfp, DeletableKind::TBF] {
            for deleted in [0, 20] {
                let p = Parameters::new(kind, 1024, 100, deleted, 4).unwrap();
                let mut random = StreamKey::new("test", 5, &deleted, 0).unwrap().generator();
                let design = crate::measured::point(&p);
                let mut one = || trial(&filter, &design, &mut || random.next_u64()).unwrap();
                let trials: Vec<Trial> = (0..14).map(|_| one()).collect();
                rows.push(row(&p, &trials).unwrap());
            }
        }
        Removals::claims(&rows).unwrap().iter().map(|claim| claim.verdict).collect()
    }

    #[test]
    fn verdicts_fall_with_a_filter_that_empties_saturated_cells() {
        assert_eq!(verdicts(DfpCells::new(512).unwrap()), [Verdict::Holds; 4]);
        assert_eq!(verdicts(Reckless(DfpCells::new(512).unwrap())), [Verdict::DoesNotHold; 4]);
    }
}
