//! Filters with catalogues: the exact rates of first arrivals and of all.

use bloomlab_exact::{Rational, Rationals};
use bloomlab_numbers::{Arithmetic, Bound, Double, Number, Phases, Sampling, Shape};
use bloomlab_recycling::{SigmaBounded, count_each_uniform, one_phase, theorem_1_factor};
use bloomlab_simulation::{ArrivalModel, Persistence, RecyclingPoint};
use bloomlab_tables::{Result, Run};
use itertools::iproduct;

use super::{EXACT, FURTHER, Further, LINE, Parameters, Row};
use crate::simulated::design;

/// A filter whose messages come from a uniform catalogue with a leak.
pub(super) struct Case {
    filter: SigmaBounded,
    pub(super) row: Row,
    arrivals_per_cycle: f64,
}

impl Parameters {
    /// The large filter, and its new messages per cycle.
    fn large(&self) -> Result<(SigmaBounded, f64)> {
        let shape = Shape::new(self.large_bits, self.large_hashes, Sampling::WithReplacement)?;
        let filter = SigmaBounded::new(shape, self.large_sigma)?;
        Ok((filter, one_phase(&Double, filter).messages_per_cycle))
    }
}

fn small(bits: u64, hashes: u64, sigma: u64) -> Result<SigmaBounded> {
    Ok(SigmaBounded::new(Shape::new(bits, hashes, Sampling::WithoutReplacement)?, sigma)?)
}

/// The large filter with each leak and catalogue, in double precision, then the small one with each catalogue, in exact
/// rationals.
pub(super) fn exact(p: &Parameters, run: &Run) -> Result<Vec<Case>> {
    let (filter, cycle) = p.large()?;
    let catalogues = p.catalogue_over_cycle.iter().map(|ratio| libm::round(ratio * cycle) as u64);
    let points = iproduct!(p.leaks.iter().copied(), catalogues);
    let large = run.map(points, |(leak, catalogue)| case(&Double, EXACT, filter, catalogue, &leak))?;
    let small = small(p.small_bits, p.small_hashes, p.small_sigma)?;
    let small = p.small_catalogues.iter().map(|&catalogue| {
        let mut case = in_rationals(EXACT, small, catalogue, &p.small_leak)?;
        case.row.is_counterexample = catalogue == p.counterexample;
        Ok(case)
    });
    large.into_iter().map(Ok).chain(small).collect()
}

/// Both filters with each leak, at every catalogue between those of [`exact`] and at some beyond, in double precision.
pub(super) fn lines(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let (large, cycle) = p.large()?;
    let small = small(p.small_bits, p.small_hashes, p.small_sigma)?;
    let catalogue = |ratio: f64| libm::round(ratio * cycle) as u64;
    let first = p.catalogue_over_cycle.iter().copied().fold(p.lines_to, f64::min);
    let beyond = p.lines_beyond.iter().copied().map(catalogue);
    let catalogues = (catalogue(first)..=catalogue(p.lines_to)).chain(beyond).map(|catalogue| (large, catalogue));
    let all = catalogues.chain((2..=p.small_lines_to).map(|catalogue| (small, catalogue)));
    let points = iproduct!(p.leaks.iter().copied(), all.collect::<Vec<_>>());
    run.rows(points, |(leak, (filter, catalogue))| Ok(case(&Double, LINE, filter, catalogue, &leak)?.row))
}

/// Further small filters, each with its catalogue and leak, in exact rationals.
pub(super) fn further(p: &Parameters) -> Result<Vec<Row>> {
    let row = |one: &Further| {
        Ok(in_rationals(FURTHER, small(one.bits, one.hashes, one.sigma)?, one.catalogue, &one.leak)?.row)
    };
    p.further.iter().map(row).collect()
}

/// The counts as fractions beside the row.
fn in_rationals(series: &str, filter: SigmaBounded, catalogue: u64, leak: &str) -> Result<Case> {
    let leak = Rational::from_decimal(leak)?;
    let counts = count_each_uniform(&Rationals, filter, catalogue, &leak)?;
    let mut case = case(&Rationals, series, filter, catalogue, &leak)?;
    case.row.exact = Some(format!("F_n = {}, F_r = {}", counts.first_arrivals, counts.all_arrivals));
    Ok(case)
}

fn case<A: Arithmetic>(a: &A, series: &str, filter: SigmaBounded, catalogue: u64, leak: &A::Number) -> Result<Case> {
    let counts = count_each_uniform(a, filter, catalogue, leak)?;
    let factor = theorem_1_factor(a, filter).ok_or("no message fits")?.to_f64();
    let (first_arrivals, all_arrivals) = (counts.first_arrivals.to_f64(), counts.all_arrivals.to_f64());
    let (shape, ratio) = (filter.shape(), all_arrivals / first_arrivals);
    let row = Row {
        filter: format!("M = {}, k = {}, σ = {}", shape.bits(), shape.hashes(), filter.sigma()),
        series: series.to_owned(),
        catalogue,
        leak: leak.to_f64(),
        catalogue_over_cycle: catalogue as f64 / one_phase(a, filter).messages_per_cycle.to_f64(),
        first_arrivals,
        all_arrivals,
        ratio,
        theorem_1_factor: factor,
        is_small: shape.sampling() == Sampling::WithoutReplacement,
        ..Row::default()
    };
    Ok(Case { filter, row, arrivals_per_cycle: counts.arrivals_per_cycle.to_f64() })
}

impl Case {
    /// The case as it is simulated, with its arrivals per cycle.
    pub(super) fn point(&self, p: &Parameters) -> (RecyclingPoint, f64) {
        let point = RecyclingPoint {
            filter: design(Phases::One, self.filter.shape(), Bound::Sigma(self.filter.sigma())),
            positions: Persistence::Fresh,
            arrivals: ArrivalModel { leak: self.row.leak, ..ArrivalModel::uniform(self.row.catalogue) },
            warm_up: p.warm_up,
            length: p.arrivals,
        };
        (point, self.arrivals_per_cycle)
    }
}
