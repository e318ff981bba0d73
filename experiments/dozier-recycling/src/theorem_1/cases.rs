//! Filters with catalogues: the exact rates of first arrivals and of all.

use super::Parameters;
use crate::prelude::*;

/// A filter whose messages come from a uniform catalogue with a leak.
pub(super) struct Case {
    pub(super) filter: SigmaBounded,
    pub(super) catalogue: u64,
    pub(super) leak: f64,
    /// New messages per cycle.
    pub(super) cycle: f64,
    pub(super) counts: Counts<f64>,
    /// H.
    pub(super) factor: f64,
    /// The counts as fractions, where they are exact.
    pub(super) fractions: Option<String>,
    pub(super) is_counterexample: bool,
    pub(super) is_small: bool,
}

/// The large filter with each leak and catalogue, in double precision.
pub(super) fn large(p: &Parameters, context: &Context) -> Result<Vec<Case>, AnyError> {
    let filter =
        SigmaBounded::new(Shape::new(p.large_bits, p.large_hashes, Sampling::WithReplacement)?, p.large_sigma)?;
    let cycle = one_phase(&Double, filter).messages_per_cycle;
    let catalogues = p.catalogue_over_cycle.iter().map(|ratio| libm::round(ratio * cycle) as u64);
    let points = iproduct!(p.leaks.iter().copied(), catalogues);
    context.rows(points, |(leak, catalogue)| case(&Double, filter, catalogue, &leak, |_| None))
}

/// The small filter with each catalogue, in exact rationals.
pub(super) fn small(p: &Parameters) -> Result<Vec<Case>, AnyError> {
    let shape = Shape::new(p.small_bits, p.small_hashes, Sampling::WithoutReplacement)?;
    let filter = SigmaBounded::new(shape, p.small_sigma)?;
    let leak = Rational::from_decimal(&p.small_leak)?;
    let small = |&catalogue: &u64| {
        let case = case(&Rationals, filter, catalogue, &leak, fractions)?;
        Ok(Case { is_counterexample: catalogue == p.counterexample, is_small: true, ..case })
    };
    p.small_catalogues.iter().map(small).collect()
}

/// Both filters with each leak, at every catalogue between those of [`large`] and [`small`] and at some beyond, in double
/// precision.
pub(super) fn lines(p: &Parameters, context: &Context) -> Result<Vec<Case>, AnyError> {
    let large = SigmaBounded::new(Shape::new(p.large_bits, p.large_hashes, Sampling::WithReplacement)?, p.large_sigma)?;
    let shape = Shape::new(p.small_bits, p.small_hashes, Sampling::WithoutReplacement)?;
    let small = SigmaBounded::new(shape, p.small_sigma)?;
    let cycle = one_phase(&Double, large).messages_per_cycle;
    let catalogue = |ratio: f64| libm::round(ratio * cycle) as u64;
    let first = p.catalogue_over_cycle.iter().copied().fold(p.lines_to, f64::min);
    let beyond = p.lines_beyond.iter().copied().map(catalogue);
    let catalogues = (catalogue(first)..=catalogue(p.lines_to)).chain(beyond).map(|catalogue| (large, catalogue));
    let all = catalogues.chain((2..=p.small_lines_to).map(|catalogue| (small, catalogue)));
    let points = iproduct!(p.leaks.iter().copied(), all.collect::<Vec<_>>());
    context.rows(points, |(leak, (filter, catalogue))| {
        Ok(Case { is_small: filter == small, ..case(&Double, filter, catalogue, &leak, |_| None)? })
    })
}

/// Further small filters, each with its catalogue and leak, in exact rationals.
pub(super) fn further(p: &Parameters) -> Result<Vec<Case>, AnyError> {
    let further = p.further.iter().map(|one| {
        let shape = Shape::new(one.bits, one.hashes, Sampling::WithoutReplacement)?;
        let leak = Rational::from_decimal(&one.leak)?;
        let case = case(&Rationals, SigmaBounded::new(shape, one.sigma)?, one.catalogue, &leak, fractions)?;
        Ok(Case { is_small: true, ..case })
    });
    further.collect()
}

fn fractions(counts: &Counts<Rational>) -> Option<String> {
    Some(format!("F_n = {}, F_r = {}", counts.first_arrivals, counts.all_arrivals))
}

fn case<A: Arithmetic>(
    a: &A,
    filter: SigmaBounded,
    catalogue: u64,
    leak: &A::Number,
    fractions: impl Fn(&Counts<A::Number>) -> Option<String>,
) -> Result<Case, AnyError> {
    let counts = count_each_uniform(a, filter, catalogue, leak)?;
    let factor = theorem_1_factor(a, filter).ok_or("no message fits")?;
    Ok(Case {
        filter,
        catalogue,
        leak: leak.to_f64(),
        cycle: one_phase(a, filter).messages_per_cycle.to_f64(),
        factor: factor.to_f64(),
        fractions: fractions(&counts),
        is_counterexample: false,
        is_small: false,
        counts: Counts {
            first_arrivals: counts.first_arrivals.to_f64(),
            all_arrivals: counts.all_arrivals.to_f64(),
            arrivals_per_cycle: counts.arrivals_per_cycle.to_f64(),
        },
    })
}

impl Case {
    /// F_r/F_n.
    pub(super) fn ratio(&self) -> f64 {
        self.counts.all_arrivals / self.counts.first_arrivals
    }

    /// The case as it is simulated, with its arrivals per cycle.
    pub(super) fn point(&self, p: &Parameters) -> (RecyclingPoint, f64) {
        let point = RecyclingPoint {
            filter: design(Phases::One, self.filter.shape(), Bound::Sigma(self.filter.sigma())),
            positions: Persistence::Fresh,
            arrivals: ArrivalModel { leak: self.leak, ..ArrivalModel::uniform(self.catalogue) },
            warm_up: p.warm_up,
            length: p.arrivals,
        };
        (point, self.counts.arrivals_per_cycle)
    }
}
